/** What items, groups and levels are called; pure. */

import type { Group } from '../../talk/inspection';
import type { Item, LastRequest } from '../../protocol.generated';
import { money } from '../transcript/costs';
import { figure, type Trans } from '../sentences';

type Say = (trans: Trans) => string;

const FIXED: Readonly<Record<string, Say>> = {
  rules: trans => trans.__('Rules'),
  duty: trans => trans.__('Form of the answer'),
  instructions: trans => trans.__('Your instructions'),
  question: trans => trans.__('Your question'),
  'question:pasted': trans => trans.__('Pasted log'),
  names: trans => trans.__('All other names'),
  'kernel:session': trans => trans.__('The session'),
  'stale:marks': trans => trans.__('What is out of date')
};

/** What people call *item*. */
export function itemName(item: Item, trans: Trans): string {
  const fixed = FIXED[item.id];
  if (fixed !== undefined) {
    return fixed(trans);
  }
  const [kind = '', rest = ''] = split(item.id);
  if (kind === 'turn') {
    return turnName(item, rest, trans);
  }
  const name = item.label || item.id;
  // The name is sent by itself, too.
  return kind === 'card' ? trans.__('%1 (details)', name) : name;
}

function turnName(item: Item, rest: string, trans: Trans): string {
  const [number = '', role = ''] = split(rest);
  if (role === '') {
    return trans.__('Message: %1', item.label);
  }
  return role === 'user'
    ? trans.__('Message %1', number)
    : trans.__('Reply %1', number);
}

function split(text: string): readonly string[] {
  const at = text.indexOf(':');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const GROUP: Readonly<Record<Group, Say>> = {
  rules: trans => trans.__('Rules and session'),
  conversation: trans => trans.__('Earlier messages'),
  question: trans => trans.__('Question'),
  cells: trans => trans.__('Cells'),
  variables: trans => trans.__('Variables'),
  outputs: trans => trans.__('Outputs'),
  errors: trans => trans.__('Errors and marks'),
  project: trans => trans.__('Files and the rest')
};

export function groupName(group: Group, trans: Trans): string {
  return GROUP[group](trans);
}

/** How faithfully an item is shown, in words. */
export function levelName(fidelity: string, trans: Trans): string {
  switch (fidelity) {
    case 'FULL':
      return trans.__('in full');
    case 'OUTLINE':
      return trans.__('outline');
    case 'SIGNATURE':
      return trans.__('signature');
    case 'NAME':
      return trans.__('name only');
    case 'NONE':
      return trans.__('not sent');
    default:
      return fidelity.toLowerCase();
  }
}

/** An amount of tokens, with its word. */
export function tokenCount(count: number, trans: Trans): string {
  return count === 1
    ? trans.__('1 token')
    : trans.__('%1 tokens', figure(count));
}

/** A price a million tokens, or that it is not known. */
export function rate(price: number | null, trans: Trans): string {
  if (price === null) {
    return trans.__('price not known');
  }
  return price === 0
    ? trans.__('free')
    : trans.__('%1 a million tokens', money(price));
}

/** What a provider's cache can cover of the request. */
export function coverLine(
  last: LastRequest,
  tokens: number,
  trans: Trans
): string {
  if (last.covered === 0) {
    return trans.__('It begins differently: no cache can cover any of it.');
  }
  const covered = figure(last.covered);
  const share = Math.round((100 * last.covered) / Math.max(1, tokens));
  const size = figure(last.size);
  return last.isWarm
    ? trans.__(
        'It begins with the same %1 tokens (%2 %, %3 bytes): a cache of the provider can cover them.',
        covered,
        share,
        size
      )
    : trans.__(
        'It begins with the same %1 tokens (%2 %, %3 bytes), but the last request is too old, or went to another model: no cache covers them.',
        covered,
        share,
        size
      );
}

/** How long ago something was. */
export function ago(seconds: number, trans: Trans): string {
  if (seconds < 90) {
    return trans.__('%1 s ago', Math.round(seconds));
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? trans.__('%1 min ago', minutes)
    : trans.__('%1 h ago', Math.round(minutes / 60));
}
