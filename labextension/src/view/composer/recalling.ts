/** The arrows of the composer: through earlier texts, and to the last question. */

import * as React from 'react';

import type { IState } from '../../talk/state';
import type { IAssistant } from '../../tokens';

import type { IKey } from '../field';
import { AT_DRAFT, earlier, isAtEdge, type IRecall, walk } from './recall';

interface IWritten {
  readonly text: string;
  /** Put *text* into the field with the caret at *caret*. */
  readonly write: (text: string, caret: number) => void;
  /** Edit the last question in its place. */
  readonly onEdit: () => void;
}

/** Gives what takes a key; tells whether it was one of these. */
export function useRecall(
  assistant: IAssistant,
  state: IState,
  { text, write, onEdit }: IWritten
): (key: IKey) => boolean {
  const [recall, setRecall] = React.useState<IRecall>(AT_DRAFT);
  const shown = React.useRef('');
  const now = recall.at > 0 && text === shown.current ? recall : AT_DRAFT;
  return key => {
    const by = STEPS[key.key];
    if (by === undefined || !key.isBare) {
      return false;
    }
    if (key.isAlt) {
      if (by === 1) {
        onEdit();
      }
      return by === 1;
    }
    if (!mayWalk(key, by, text, now)) {
      return false;
    }
    const all = earlier(state.turns, assistant.desk.past);
    const step = walk(now, by, text, all);
    if (step !== null) {
      shown.current = step.text;
      setRecall(step.recall);
      write(step.text, by === 1 ? 0 : step.text.length);
    }
    return step !== null;
  };
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** In a text of several lines on the screen the arrows move the caret at first. */
function mayWalk(key: IKey, by: 1 | -1, text: string, now: IRecall): boolean {
  const { caret, isOneLine } = key;
  if (now.at > 0 && (caret === 0 || caret === text.length)) {
    return true;
  }
  return by === 1 && isAtEdge(text, caret, by) && (isOneLine || caret === 0);
}
