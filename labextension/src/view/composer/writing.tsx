/** The field with its lists, and what is dropped and pasted into it. */

import * as React from 'react';

import { inserted } from '../../talk/mentions';

import { useSurroundings } from '../common';
import type { IComposer } from './composer';
import { useDrops } from './drops';
import { encloseAll, filesOf } from './enclose';
import { Field, type IKey } from '../field';
import { useMentionList } from './mentionlist';
import { lastEditable } from '../outcome';
import { useRecall } from './recalling';
import { useSlashList } from './slashlist';
import { List } from './suggest';

interface IWriting extends IComposer {
  /** The id of what explains the keys. */
  readonly hint: string;
  readonly onSend: (isHere: boolean) => void;
  readonly onStop: () => void;
}

/** The lists take keys first, then the arrows that walk back, then the field. */
export function Writing(props: IWriting): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { state, draft } = props;
  const { caret, setCaret, write } = useCaret(props);
  const slash = useSlashList(draft.text, state, text =>
    write(text, text.length)
  );
  const mentions = useMentionList(state, { text: draft.text, caret, write });
  const list = slash.rows.length > 0 ? slash : mentions;
  const recall = useRecall(assistant, state, {
    text: draft.text,
    write,
    onEdit: () => props.onEdit(lastEditable(state))
  });
  const { box, isOver, onPaste } = useTaking(props, caret, write);
  const onKey = (key: IKey): boolean =>
    (!key.isAlt && list.onKey(key.key)) || recall(key);
  const chosen = { id: list.id, chosen: `${list.id}-${list.active}` };
  return (
    <div
      ref={box}
      className={
        isOver
          ? 'jupyter-ctx-writing jupyter-ctx-mod-over'
          : 'jupyter-ctx-writing'
      }
    >
      <List {...list} />
      <Field
        ref={props.fieldRef}
        value={draft.text}
        label={trans.__('Message')}
        placeholder={trans.__('Ask about this notebook')}
        describedBy={props.hint}
        onChange={draft.change}
        onCaret={setCaret}
        onPaste={onPaste}
        onSend={props.onSend}
        onEscape={props.onStop}
        onKey={onKey}
        list={list.rows.length === 0 ? null : chosen}
      />
    </div>
  );
}

interface ICaret {
  readonly caret: number;
  readonly setCaret: (at: number) => void;
  readonly write: (text: string, caret: number) => void;
}

/** Where the caret is, and what puts it somewhere together with a text. */
function useCaret({ draft, fieldRef }: IWriting): ICaret {
  const [caret, setCaret] = React.useState(draft.text.length);
  const due = React.useRef<number | null>(null);
  React.useLayoutEffect(() => {
    if (due.current !== null) {
      fieldRef.current?.setSelectionRange(due.current, due.current);
      due.current = null;
    }
  });
  const write = (text: string, at: number): void => {
    due.current = at;
    setCaret(at);
    draft.change(text);
  };
  return { caret, setCaret, write };
}

interface ITaking {
  readonly box: React.RefObject<HTMLDivElement>;
  readonly isOver: boolean;
  readonly onPaste: (event: React.ClipboardEvent) => void;
}

/** Takes what is dropped: mentions at the caret, files beside the text. */
function useTaking(
  { draft, fieldRef }: IWriting,
  caret: number,
  write: ICaret['write']
): ITaking {
  const { assistant, trans, say } = useSurroundings();
  const box = React.useRef<HTMLDivElement>(null);
  const [isOver, onHover] = React.useState(false);
  const take = (files: readonly File[]): void => {
    void encloseAll(files, assistant, trans).then(problem => {
      say(problem);
      fieldRef.current?.focus();
    });
  };
  useDrops(box, {
    path: assistant.panel.context.localPath,
    onHover,
    onFiles: take,
    onMentions: mentions => {
      const start = {
        text: draft.text,
        caret: Math.min(caret, draft.text.length)
      };
      const end = mentions.reduce(
        (now, mention) => inserted(now.text, now.caret, mention),
        start
      );
      write(end.text, end.caret);
      fieldRef.current?.focus();
    }
  });
  const onPaste = (event: React.ClipboardEvent): void => {
    const files = filesOf(event.clipboardData);
    if (files.length > 0) {
      event.preventDefault();
      take(files);
    }
  };
  return { box, isOver, onPaste };
}
