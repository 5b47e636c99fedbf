/** What people call the kinds of things that can be mentioned; pure. */

import type { Trans } from '../sentences';

export function kindName(kind: string, trans: Trans): string {
  const names: Record<string, string> = {
    error: trans.__('error'),
    variable: trans.__('variable'),
    column: trans.__('column'),
    cell: trans.__('cell'),
    symbol: trans.__('function or class'),
    file: trans.__('file')
  };
  return names[kind] ?? kind;
}
