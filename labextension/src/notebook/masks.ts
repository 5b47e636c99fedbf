/** Secrets that were masked before a model saw them, and how they come back. */

/** How the kernel side writes a masked secret. */
const MASK = /<masked [^<>\n]*>/g;

export function hasMask(text: string): boolean {
  return text.includes('<masked ');
}

/** Which texts stand behind each mask, in the order of its places. */
export type Secrets = ReadonlyMap<string, readonly string[]>;

/**
 * Find what stands behind the masks of *masked*, if *real* is that very text.
 *
 * Everything between the masks must be equal, character for character; null
 * tells that it is not.
 */
export function uncover(masked: string, real: string): Secrets | null {
  const masks = masked.match(MASK) ?? [];
  const between = masked.split(MASK);
  const first = between[0] ?? '';
  const last = between[between.length - 1] ?? '';
  if (masks.length === 0) {
    return masked === real ? new Map() : null;
  }
  if (!real.startsWith(first) || !real.endsWith(last)) {
    return null;
  }
  const end = real.length - last.length;
  return collect(masks, between.slice(1, -1), real, first.length, end);
}

function collect(
  masks: readonly string[],
  between: readonly string[],
  real: string,
  start: number,
  end: number
): Secrets | null {
  const found = new Map<string, string[]>();
  let from = start;
  for (const [place, mask] of masks.entries()) {
    const next = between[place];
    // A secret has at least one character.
    const to = next === undefined ? end : real.indexOf(next, from + 1);
    if (to <= from || to + (next ?? '').length > end) {
      return null;
    }
    found.set(mask, [...(found.get(mask) ?? []), real.slice(from, to)]);
    from = to + (next ?? '').length;
  }
  return found;
}

/**
 * Put the secrets of *real* back into *source*.
 *
 * A mask is filled where it is clear what it stands for: its line is one of
 * *real*, or all its places hold the same text. Null where it is not clear: a
 * mask never gets into a cell, and no secret into another's place.
 */
export function fill(
  source: string,
  secrets: Secrets,
  real: string
): string | null {
  const lines = real.split('\n');
  const text = source
    .split('\n')
    .map(line => fillLine(line, lines))
    .join('\n');
  const filled = text.replace(MASK, mask => {
    const behind = new Set(secrets.get(mask));
    return behind.size === 1 ? [...behind].join('') : mask;
  });
  return hasMask(filled) ? null : filled;
}

/** Give the one line of *lines* that *line* is with its secrets masked. */
function fillLine(line: string, lines: readonly string[]): string {
  if (!hasMask(line)) {
    return line;
  }
  const fitting = new Set(lines.filter(one => uncover(line, one) !== null));
  return fitting.size === 1 ? [...fitting].join('') : line;
}
