/** One live name: type, size, value, the cell it comes from, and its columns. */

import { closeIcon, undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Variable } from '../../protocol.generated';
import type { KeepWay } from '../../tokens';
import { useSurroundings, Words } from '../common';
import { Act } from '../grid';
import { pinIcon } from '../icon';

import { Columns } from './columns';

export interface IRow {
  readonly row: Variable;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly onKeep: (row: Variable, way: KeepWay) => void;
  readonly onMention: (mention: string) => void;
}

export function Row(props: IRow): React.ReactElement {
  const { row, isOpen, isActive } = props;
  return (
    <>
      <tr
        role="row"
        aria-level={1}
        aria-expanded={row.columns > 0 ? isOpen : undefined}
        data-row={row.name}
        tabIndex={isActive ? 0 : -1}
        className={row.kept === '' ? '' : `jupyter-ctx-is-${row.kept}`}
      >
        <th role="rowheader" scope="row" onClick={props.onToggle}>
          <code>{row.name}</code>{' '}
          <span className="jupyter-ctx-fine">
            {[row.type, row.size].filter(Boolean).join(' · ')}
          </span>
          <Marks row={row} />
          {row.value !== '' && (
            <div className="jupyter-ctx-value" title={row.value}>
              {row.value}
            </div>
          )}
          {row.stale !== '' && (
            <div className="jupyter-ctx-stale-reason">
              <Words text={`${row.stale}.`} />
            </div>
          )}
        </th>
        <td role="gridcell">
          <Origin {...props} />
          <Acts {...props} />
        </td>
      </tr>
      {isOpen && row.columns > 0 && (
        <tr role="row" aria-level={2} className="jupyter-ctx-opened">
          <td role="gridcell" colSpan={2}>
            <Columns row={row} onMention={props.onMention} />
          </td>
        </tr>
      )}
    </>
  );
}

function Marks({ row }: { readonly row: Variable }): React.ReactElement {
  const { trans } = useSurroundings();
  const told = [
    row.stale !== '' ? trans.__('out of date') : '',
    row.kept === 'pinned' ? trans.__('pinned') : '',
    row.kept === 'dropped' ? trans.__('dropped') : ''
  ].filter(Boolean);
  return (
    <>
      {told.map(word => (
        <span key={word} className="jupyter-ctx-mark">
          {word}
        </span>
      ))}
    </>
  );
}

/** The cell that bound it, which the name of leads there, and the last change. */
function Origin({ row, isActive }: IRow): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { actions } = assistant;
  const isThere = row.cell !== '' && actions.position(row.cell) >= 0;
  return (
    <>
      {isThere ? (
        <button
          type="button"
          className="jupyter-ctx-chip"
          title={trans.__('Go to the cell that bound %1', row.name)}
          tabIndex={isActive ? 0 : -1}
          onClick={() => {
            actions.reveal(row.cell);
          }}
        >
          {row.label}
        </button>
      ) : (
        row.label
      )}
      {row.changed !== null && row.changed !== undefined && (
        <span
          className="jupyter-ctx-fine"
          title={trans.__('Last changed in run %1', row.changed)}
        >
          {' '}
          {trans.__('run %1', row.changed)}
        </span>
      )}
    </>
  );
}

function Acts(props: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const { row, isActive, onKeep } = props;
  const isPinned = row.kept === 'pinned';
  const isDropped = row.kept === 'dropped';
  const Drop = isDropped ? undoIcon : closeIcon;
  return (
    <span className="jupyter-ctx-acts">
      <Act
        label={trans.__('Mention %1 in the question', row.name)}
        icon={<span aria-hidden="true">@</span>}
        isActive={isActive}
        onClick={() => props.onMention(row.name)}
      />
      <Act
        label={
          isPinned
            ? trans.__('Unpin %1', row.name)
            : trans.__('Pin %1', row.name)
        }
        icon={<pinIcon.react tag="span" className="jupyter-ctx-icon" />}
        isPressed={isPinned}
        isActive={isActive}
        onClick={() => onKeep(row, isPinned ? 'free' : 'pin')}
      />
      <Act
        label={
          isDropped
            ? trans.__('Send %1 again', row.name)
            : trans.__('Drop %1', row.name)
        }
        icon={<Drop.react tag="span" className="jupyter-ctx-icon" />}
        isActive={isActive}
        onClick={() => onKeep(row, isDropped ? 'free' : 'drop')}
      />
    </span>
  );
}
