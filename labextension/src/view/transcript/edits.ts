/** Under which name the text of a question being changed is kept; pure. */

const PREFIX = 'turn:';

export function editKey(turn: string): string {
  return `${PREFIX}${turn}`;
}

/** The turn whose change was written last, of those in view; '' without one. */
export function editOf(
  edits: Readonly<Record<string, string>>,
  turns: readonly { readonly id: string }[]
): string {
  const keys = Object.keys(edits).reverse();
  const ids = keys
    .filter(key => key.startsWith(PREFIX))
    .map(key => key.slice(PREFIX.length));
  return ids.find(id => turns.some(turn => turn.id === id)) ?? '';
}
