/** Pictures and files of the browser, read to go along with a message. */

import { UUID } from '@lumino/coreutils';

import type { IEnclosure } from '../../talk/queue';
import type { IAssistant } from '../../tokens';

import type { Trans } from '../sentences';

const LARGEST = 8_000_000; // bytes; the kernel side takes no more

/** The files that a paste or a drop brings. */
export function filesOf(data: DataTransfer | null): readonly File[] {
  // A table brings a picture of itself along with its text: the text is meant.
  const isText = data?.types.includes('text/plain') ?? false;
  return isText ? [] : [...(data?.files ?? [])];
}

/** Let *files* go along with the next message; gives what the user has to know. */
export async function encloseAll(
  files: readonly File[],
  assistant: IAssistant,
  trans: Trans
): Promise<string> {
  for (const file of files) {
    if (file.size > LARGEST) {
      return trans.__(
        '%1 has more than 8 MB. Put it beside the notebook and mention it with @.',
        file.name
      );
    }
    const outcome = await assistant.enclose(await enclosureOf(file));
    if (outcome.kind !== 'done') {
      return outcome.message;
    }
  }
  return '';
}

async function enclosureOf(file: File): Promise<IEnclosure> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return {
    key: UUID.uuid4(),
    name: file.name,
    mime: file.type || 'text/plain',
    size: file.size,
    data: base64(bytes)
  };
}

/** In parts: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}
