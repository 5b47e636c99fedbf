/** Looking for words in the messages of a conversation; pure. */

import type { Turn } from '../../protocol.generated';

import { plain } from './plain';

/** A place where the words stand: in which message, and how many before it there. */
export interface IHit {
  readonly turn: string;
  readonly index: number;
  readonly nth: number;
}

const texts = new WeakMap<Turn, string>();

/** What of *turn* is searched: what is read of it, without regard to capitals. */
function textOf(turn: Turn): string {
  const found = texts.get(turn);
  if (found !== undefined) {
    return found;
  }
  const { prompt, reply, live } = turn;
  const said = live ? live.text : (reply?.text ?? '');
  const text = `${prompt}\n${plain(said)}`.toLowerCase();
  texts.set(turn, text);
  return text;
}

/** All places of *words* in *turns*, the first of which stands at *before*. */
export function find(
  turns: readonly Turn[],
  words: string,
  before: number
): readonly IHit[] {
  const wanted = words.toLowerCase();
  if (wanted.trim() === '') {
    return [];
  }
  return turns.flatMap((turn, place) =>
    occurrences(textOf(turn), wanted).map((_, nth) => ({
      turn: turn.id,
      index: before + place,
      nth
    }))
  );
}

/** Where *wanted* begins in *text*, without overlaps. */
export function occurrences(text: string, wanted: string): readonly number[] {
  const found: number[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    found.push(at);
  }
  return found;
}

/** The hit to begin with where the reader is at *index*: there or after, else before. */
export function nearest(hits: readonly IHit[], index: number): number {
  const next = hits.findIndex(hit => hit.index >= index);
  return next >= 0 ? next : hits.length - 1;
}

/** Where *hit* stands among *hits*, whatever was found around it since; else near it. */
export function placeOf(hits: readonly IHit[], hit: IHit): number {
  const same = hits.findIndex(
    one => one.turn === hit.turn && one.nth === hit.nth
  );
  return same >= 0 ? same : nearest(hits, hit.index);
}
