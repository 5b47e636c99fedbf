/** Regenerate, edit and delete, in this order, and what they would cut. */

import {
  caretDownIcon,
  copyIcon,
  deleteIcon,
  editIcon,
  refreshIcon
} from '@jupyterlab/ui-components';
import * as React from 'react';

import { preferences } from '../../settings/preferences';
import type { Turn } from '../../protocol.generated';
import type { IOutcome } from '../../tokens';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { copyText } from '../text/copytext';
import { useFocusHeir } from '../focus';
import { Keep } from './keep';
import { remark } from '../outcome';
import { type IUsing, Others } from './regenerate';
import { cutSentence, type CuttingAct } from '../sentences';
import { UndoEdits } from './undoedits';

type Asked = Exclude<CuttingAct, 'edit'>;

/** What waits for a word of the user, or for a model to be picked. */
interface IWaiting {
  readonly act: Asked;
  readonly using: IUsing;
  readonly isPicking: boolean;
}

/** Who answers now. */
const AS_SET: IUsing = { model: '', apiBase: '' };

interface IControls {
  readonly turn: Turn;
  readonly isLatest: boolean;
  readonly isLast: boolean;
  readonly onEdit: () => void;
}

/** The row of controls of a turn; asks first where something later is cut. */
export function Controls(props: IControls): React.ReactElement {
  const { turn } = props;
  const acts = useActs(turn);
  const { waiting } = acts;
  const row = React.useRef<HTMLDivElement>(null);
  useFocusHeir(row, '[data-act] button');
  return (
    <div className="jupyter-ctx-controls" ref={row}>
      {waiting === null || waiting.isPicking ? (
        <Row
          {...props}
          isBusy={acts.isBusy}
          onAct={act => acts.ask(act, AS_SET)}
          isPicking={waiting !== null}
          onPick={acts.pick}
        />
      ) : (
        <Sure turn={turn} waiting={waiting} acts={acts} />
      )}
      {waiting?.isPicking && (
        <Picking
          onPick={using => acts.ask('regenerate', using)}
          onClose={acts.close}
        />
      )}
    </div>
  );
}

interface IActs {
  readonly waiting: IWaiting | null;
  readonly isBusy: boolean;
  readonly ask: (act: Asked, using: IUsing) => void;
  readonly pick: () => void;
  readonly run: (act: Asked, using: IUsing) => void;
  readonly close: () => void;
}

function useActs(turn: Turn): IActs {
  const { assistant, say } = useSurroundings();
  const [waiting, setWaiting] = React.useState<IWaiting | null>(null);
  const [isBusy, setIsBusy] = React.useState(false);
  const run = async (act: Asked, using: IUsing): Promise<void> => {
    setWaiting(null);
    setIsBusy(true);
    const outcome: IOutcome = await (act === 'delete'
      ? assistant.delete(turn.id)
      : assistant.regenerate(turn.id, using.model, using.apiBase));
    say(remark(outcome, assistant.state));
    setIsBusy(false);
  };
  return {
    waiting,
    isBusy,
    run: (act, using) => void run(act, using),
    ask: (act, using) => {
      const isAsked = act === 'delete' && preferences.value.confirmDelete;
      if (turn.later === 0 && !isAsked) {
        void run(act, using);
      } else {
        setWaiting({ act, using, isPicking: false });
      }
    },
    pick: () => {
      const picking = { using: AS_SET, isPicking: true };
      setWaiting(waiting?.isPicking ? null : { act: 'regenerate', ...picking });
    },
    close: () => setWaiting(null)
  };
}

interface ISure {
  readonly turn: Turn;
  readonly waiting: IWaiting;
  readonly acts: IActs;
}

/** Says what is cut, and waits for a word. */
function Sure({ turn, waiting, acts }: ISure): React.ReactElement {
  const { trans } = useSurroundings();
  const { act, using } = waiting;
  return (
    <Confirm
      sentence={
        cutSentence(act, turn.later, trans) ||
        trans.__('This deletes the message. Undo brings it back.')
      }
      label={act === 'delete' ? trans.__('Delete') : trans.__('Regenerate')}
      onConfirm={() => acts.run(act, using)}
      heir={`[data-act="${act}"] button`}
      onCancel={acts.close}
    />
  );
}

/** The models for one reply; the focus goes back to what opened them. */
function Picking(props: {
  readonly onPick: (using: IUsing) => void;
  readonly onClose: () => void;
}): React.ReactElement {
  const box = React.useRef<HTMLDivElement>(null);
  useFocusHeir(box, '[role="alertdialog"] button, [data-act="other"] button');
  return (
    <div ref={box} className="jupyter-ctx-picking">
      <Others {...props} />
    </div>
  );
}

interface IRow extends IControls {
  readonly isBusy: boolean;
  readonly onAct: (act: Asked) => void;
  readonly isPicking: boolean;
  readonly onPick: () => void;
}

/** Another reply, by who answers now or by another model. */
function Again(props: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const { isLast, isBusy, onAct } = props;
  return (
    <>
      <span data-act="regenerate">
        <Button
          label={trans.__('Regenerate')}
          hint={trans.__('Ask again on the same context')}
          icon={refreshIcon}
          isBare={!isLast}
          isDisabled={isBusy}
          onClick={() => {
            onAct('regenerate');
          }}
        />
      </span>
      <span data-act="other">
        <Button
          label={trans.__('Regenerate with another model')}
          icon={caretDownIcon}
          isBare
          isExpanded={props.isPicking}
          isDisabled={isBusy}
          onClick={props.onPick}
        />
      </span>
    </>
  );
}

function Row(props: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const { turn, isLatest, isBusy, onAct, onEdit } = props;
  return (
    <>
      <Again {...props} />
      {!turn.forUser && (
        <span data-act="edit">
          <Button
            label={trans.__('Edit')}
            hint={trans.__('Ask something else in its place')}
            icon={editIcon}
            isBare={!isLatest}
            isDisabled={isBusy}
            onClick={onEdit}
          />
        </span>
      )}
      <span data-act="delete">
        <Button
          label={trans.__('Delete')}
          hint={trans.__('Take this message and what follows out')}
          icon={deleteIcon}
          isBare
          isDisabled={isBusy}
          onClick={() => {
            onAct('delete');
          }}
        />
      </span>
      <Keep turn={turn} isDisabled={isBusy} />
      <CopyReply turn={turn} />
      <UndoEdits turn={turn} />
    </>
  );
}

/** Copies the text of the reply, as the model wrote it. */
function CopyReply({
  turn
}: {
  readonly turn: Turn;
}): React.ReactElement | null {
  const { trans, say } = useSurroundings();
  const text = turn.reply?.text ?? '';
  return text === '' ? null : (
    <Button
      label={trans.__('Copy reply')}
      hint={trans.__('Copy this reply as Markdown')}
      icon={copyIcon}
      isBare
      onClick={() => {
        copyText(text, () => say(trans.__('Copied.')));
      }}
    />
  );
}

interface IConfirm {
  readonly sentence: string;
  readonly label: string;
  /** What has the focus afterwards. */
  readonly heir: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function Confirm(props: IConfirm): React.ReactElement {
  const { trans } = useSurroundings();
  const first = React.useRef<HTMLButtonElement>(null);
  const box = React.useRef<HTMLDivElement>(null);
  useFocusHeir(box, props.heir);
  React.useEffect(() => {
    first.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-label={props.label}
      className="jupyter-ctx-confirm"
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onCancel();
        }
      }}
    >
      <span>{props.sentence}</span>
      <span className="jupyter-ctx-row">
        <Button
          innerRef={first}
          kind="danger"
          label={props.label}
          onClick={props.onConfirm}
        />
        <Button label={trans.__('Cancel')} onClick={props.onCancel} />
      </span>
    </div>
  );
}
