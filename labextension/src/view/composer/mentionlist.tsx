/** What the mention that is being written may become, as the kernel side knows. */

import * as React from 'react';

import { type IToken, tokenAt, written } from '../../talk/mentions';
import type { Completion } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { useSurroundings } from '../common';
import { kindName } from './kinds';
import type { Trans } from '../sentences';
import { type IList, type IRow, useList } from './suggest';

const WAIT = 80; // milliseconds without a key before the kernel side is asked

interface IWriting {
  readonly text: string;
  readonly caret: number;
  /** Put *text* into the field with the caret at *caret*. */
  readonly write: (text: string, caret: number) => void;
}

/** The list for the mention at the caret; empty where none is being written. */
export function useMentionList(state: IState, writing: IWriting): IList {
  const { trans } = useSurroundings();
  const { text, caret, write } = writing;
  const token = React.useMemo(() => tokenAt(text, caret), [text, caret]);
  useAsking(token, state);
  const items = useItems(token, state);
  const rows = React.useMemo(
    () => items.map(one => row(one, trans)),
    [items, trans]
  );
  return useList({
    label: trans.__('What can be mentioned'),
    about: token === null ? '' : `${token.start} ${token.text}`,
    rows,
    take: ({ key }) => {
      if (token !== null) {
        const made = written(text, token, key);
        write(made.text, made.caret);
      }
    },
    isWhole: ({ key }) => token !== null && key === `@${token.text}`
  });
}

/** Ask for what *token* may become, a moment after the last key. */
function useAsking(token: IToken | null, state: IState): void {
  const { assistant } = useSurroundings();
  const asked = token?.text ?? null;
  const isReady = state.phase === 'ready';
  React.useEffect(() => {
    if (asked === null || !isReady) {
      return;
    }
    const timer = window.setTimeout(() => {
      void assistant.complete(asked);
    }, WAIT);
    return () => window.clearTimeout(timer);
  }, [assistant, asked, isReady]);
}

/** What is known for *token*: until its own answer comes, that of its beginning. */
function useItems(token: IToken | null, state: IState): readonly Completion[] {
  const { completions } = state;
  return React.useMemo(() => {
    if (token === null || completions === null) {
      return [];
    }
    const isOf = completions.text === token.text;
    const typed = token.text.toLowerCase();
    return isOf || token.text.startsWith(completions.text)
      ? (completions.items?.filter(
          one => isOf || one.mention.toLowerCase().includes(typed)
        ) ?? [])
      : [];
  }, [token, completions]);
}

function row(one: Completion, trans: Trans): IRow {
  const { mention, label, kind, detail } = one;
  return {
    key: mention,
    name: label,
    usage: kindName(kind, trans),
    hint: detail ?? ''
  };
}
