/** How a question about an output begins in the composer; pure. */

/**
 * Begin a question about what the cell *name* shows, of these *types*.
 *
 * `@picture` lets a model that sees have the pixels. What was typed stays.
 */
export function lead(
  name: string,
  types: readonly string[],
  draft: string
): string {
  const isPicture = types.some(type => type.startsWith('image/'));
  const what = isPicture ? '@picture' : 'output';
  const start = `About the ${what} of ${name}: `;
  return draft.startsWith(start) ? draft : `${start}${draft}`;
}
