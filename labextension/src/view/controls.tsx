/** Regenerate, edit and delete, in this order, and what they would cut. */

import { deleteIcon, editIcon, refreshIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { preferences } from '../preferences';
import type { Turn } from '../protocol.generated';
import type { IOutcome } from '../tokens';

import { Button } from './button';
import { useSurroundings } from './common';
import { useFocusHeir } from './focus';
import { Keep } from './keep';
import { remark } from './outcome';
import { cutSentence, type CuttingAct } from './sentences';
import { UndoEdits } from './undoedits';

type Asked = Exclude<CuttingAct, 'edit'>;

interface IControls {
  readonly turn: Turn;
  readonly isLatest: boolean;
  readonly isLast: boolean;
  readonly onEdit: () => void;
}

/** The row of controls of a turn; asks first where something later is cut. */
export function Controls(props: IControls): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { turn } = props;
  const [asked, setAsked] = React.useState<Asked | null>(null);
  const [isBusy, setIsBusy] = React.useState(false);
  const row = React.useRef<HTMLDivElement>(null);
  useFocusHeir(row, '[data-act] button');

  const run = async (act: Asked): Promise<void> => {
    setAsked(null);
    setIsBusy(true);
    const outcome: IOutcome = await assistant[act](turn.id);
    say(remark(outcome, assistant.state));
    setIsBusy(false);
  };
  const ask = (act: Asked): void => {
    const isAsked = act === 'delete' && preferences.value.confirmDelete;
    if (turn.later === 0 && !isAsked) {
      void run(act);
    } else {
      setAsked(act);
    }
  };
  return (
    <div className="jupyter-ctx-controls" ref={row}>
      {asked === null ? (
        <Row {...props} isBusy={isBusy} onAct={ask} />
      ) : (
        <Confirm
          sentence={
            cutSentence(asked, turn.later, trans) ||
            trans.__('This deletes the message. Undo brings it back.')
          }
          label={
            asked === 'delete' ? trans.__('Delete') : trans.__('Regenerate')
          }
          onConfirm={() => void run(asked)}
          heir={`[data-act="${asked}"] button`}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface IRow extends IControls {
  readonly isBusy: boolean;
  readonly onAct: (act: Asked) => void;
}

function Row(props: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const { turn, isLatest, isLast, isBusy, onAct, onEdit } = props;
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
      <UndoEdits turn={turn} />
    </>
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
