/** The commands, and their arguments, that what is written may become. */

import * as React from 'react';

import type { IState } from '../../talk/state';

import { useSurroundings } from '../common';
import { allCommands, suggestions } from './slash';
import { type IList, type IRow, useList } from './suggest';

interface ISlashRow extends IRow {
  readonly written: string;
}

/** The list for *text*; what is taken is written by *write*. */
export function useSlashList(
  text: string,
  state: IState,
  write: (text: string) => void
): IList {
  const { trans } = useSurroundings();
  const { options } = state;
  const hasPlan = state.history.plan !== null;
  const rows = React.useMemo<readonly ISlashRow[]>(() => {
    const models = options.map(({ name, hint }) => ({
      name,
      hint: hint ?? ''
    }));
    const found = suggestions(text, allCommands(trans), { models, hasPlan });
    return found.map(one => ({ key: one.written, ...one }));
  }, [text, trans, options, hasPlan]);
  const written = (row: IRow): string =>
    rows.find(one => one === row)?.written ?? '';
  return useList({
    label: trans.__('Commands'),
    about: text,
    rows,
    take: row => write(written(row)),
    isWhole: row => written(row).trim() === text.trim()
  });
}
