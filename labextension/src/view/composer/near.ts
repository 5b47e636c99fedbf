/** Which of some words is meant by one that is misspelt; pure. */

/** Letters that may be wrong. */
const MOST = 2;

/** The words of *all* that *word* may stand for, the likeliest first; two at most. */
export function near(word: string, all: readonly string[]): readonly string[] {
  const ranked = all
    .map(one => ({ one, apart: one.startsWith(word) ? 1 : apart(word, one) }))
    .filter(({ one, apart }) => apart <= Math.min(MOST, one.length - 2))
    .sort((a, b) => a.apart - b.apart);
  return ranked.slice(0, 2).map(({ one }) => one);
}

/** How many letters have to be put in, taken out, changed or swapped. */
function apart(a: string, b: string): number {
  const rows: number[][] = [[...Array(b.length + 1).keys()]];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + change,
          isSwap ? at(i - 2, j - 2) + 1 : Infinity
        )
      );
    }
  }
  return at(a.length, b.length);
}
