/** What all views share: the surroundings, signals as values, and sentences. */

import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { ISignal } from '@lumino/signaling';
import * as React from 'react';

import type { IAssistant, IRepair } from '../tokens';

import { Button } from './button';
import { copyText } from './text/copytext';
import { isCommand, segments } from './text/markdown';
import type { Trans } from './sentences';

/** What a view can reach besides its own properties. */
export interface ISurroundings {
  readonly assistant: IAssistant;
  readonly trans: Trans;
  /** Renders model text, with the strict sanitizer. */
  readonly rendermime: IRenderMimeRegistry;
  readonly repair: IRepair | null;
  /** Tell the user something, in sight and to a screen reader. */
  readonly say: (message: string) => void;
}

export { Button };

export const Surroundings = React.createContext<ISurroundings | null>(null);

export function useSurroundings(): ISurroundings {
  const found = React.useContext(Surroundings);
  if (found === null) {
    throw new Error('A view of the sidebar is used outside of it.');
  }
  return found;
}

/** What *read* gives, kept current by *signal*; it must give equal values for no change. */
export function useValue<T>(
  signal: ISignal<unknown, unknown> | null,
  read: () => T
): T {
  const subscribe = React.useCallback(
    (changed: () => void) => {
      signal?.connect(changed);
      return () => {
        signal?.disconnect(changed);
      };
    },
    [signal]
  );
  return React.useSyncExternalStore(subscribe, read);
}

/** A sentence with what stands in backticks set as code. */
export function Words({ text }: { readonly text: string }): React.ReactElement {
  return (
    <>
      {segments(text).map((segment, index) =>
        segment.isCode ? (
          <code key={index}>{segment.text}</code>
        ) : (
          <React.Fragment key={index}>{segment.text}</React.Fragment>
        )
      )}
    </>
  );
}

/** A sentence for the user; commands in it can be copied. */
export function Sentence({
  text
}: {
  readonly text: string;
}): React.ReactElement {
  const { trans, say } = useSurroundings();
  const copy = (command: string): void => {
    copyText(command, () => {
      say(trans.__('Copied.'));
    });
  };
  return (
    <span>
      <Words text={text} />{' '}
      {segments(text)
        .filter(segment => segment.isCode && isCommand(segment.text))
        .map(segment => (
          <Button
            key={segment.text}
            label={trans.__('Copy')}
            hint={trans.__('Copy %1', segment.text)}
            onClick={() => {
              copy(segment.text);
            }}
          />
        ))}
    </span>
  );
}
