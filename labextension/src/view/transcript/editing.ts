/** Which question is being changed: what is written in it outlives a reload. */

import * as React from 'react';

import type { IState } from '../../talk/state';
import type { IAssistant } from '../../tokens';

import { useValue } from '../common';
import { editOf } from './edits';

/** The turn that is being edited, '' for none, and how to edit another. */
export function useEditing(
  { desk }: IAssistant,
  { turns }: IState
): [string, (turn: string) => void] {
  const [asked, setAsked] = React.useState('');
  const edits = useValue(desk.changed, () => desk.edits);
  React.useEffect(() => {
    if (!turns.some(turn => turn.id === asked)) {
      setAsked('');
    }
  }, [turns, asked]);
  return [asked || editOf(edits, turns), setAsked];
}
