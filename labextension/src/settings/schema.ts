/** The titles and descriptions of our settings in the user's language. */

const KEYS = new Set(['title', 'description']);

/**
 * Translate *schema* in place.
 *
 * Lab's server only knows the catalogues of language packs, not those of packages.
 */
export function translateSchema(
  schema: unknown,
  translate: (text: string) => string
): void {
  if (typeof schema !== 'object' || schema === null) {
    return;
  }
  const node = schema as Record<string, unknown>;
  for (const [key, value] of Object.entries(node)) {
    if (KEYS.has(key) && typeof value === 'string') {
      node[key] = translate(value);
    } else {
      translateSchema(value, translate);
    }
  }
}
