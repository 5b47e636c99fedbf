/** The columns of a frame, the keys or attributes of anything else. */

import * as React from 'react';

import type { Column, Variable } from '../../protocol.generated';
import { columnMention } from '../../talk/variables';
import { Button, useSurroundings, useValue } from '../common';
import { figure } from '../sentences';

/** Columns that are drawn at once; more on demand, however many there are. */
const SHOWN = 100;

interface IColumns {
  readonly row: Variable;
  readonly onMention: (mention: string) => void;
}

/** Asked for when they are opened, and again when the variable has changed. */
export function Columns({ row, onMention }: IColumns): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { columns: shown } = useValue(assistant.changed, () => assistant.state);
  const [problem, setProblem] = React.useState('');
  const [most, setMost] = React.useState(SHOWN);
  React.useEffect(() => {
    let isWanted = true;
    void assistant.looks.columns(row.name).then(outcome => {
      if (isWanted) {
        setProblem(outcome.kind === 'done' ? '' : outcome.message);
      }
    });
    return () => {
      isWanted = false;
    };
  }, [assistant, row]);
  if (shown?.name !== row.name) {
    return (
      <p className="jupyter-ctx-fine">{problem || trans.__('Looking…')}</p>
    );
  }
  const hidden = shown.total - shown.columns.length;
  const rest = shown.columns.length - most;
  const drawn = shown.columns.slice(0, most);
  return (
    <>
      <Listed row={row} columns={drawn} onMention={onMention} />
      {rest > 0 && (
        <Button
          label={trans.__('Show %1 more', Math.min(SHOWN, rest))}
          onClick={() => setMost(most + SHOWN)}
        />
      )}
      {hidden > 0 && (
        <p className="jupyter-ctx-fine">
          {trans.__('%1 more are not listed', figure(hidden))}
        </p>
      )}
      {shown.rows.map((line, index) => (
        <pre key={index}>{line}</pre>
      ))}
    </>
  );
}

interface IListed extends IColumns {
  readonly columns: readonly Column[];
}

function Listed(props: IListed): React.ReactElement {
  const { trans } = useSurroundings();
  const { row, columns, onMention } = props;
  return (
    <table className="jupyter-ctx-items" aria-label={row.name}>
      <thead>
        <tr>
          <th scope="col">{trans.__('Name')}</th>
          <th scope="col">{trans.__('Values')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, index) => (
          <Line
            // Two columns of a frame may have one name.
            key={`${index} ${column.name}`}
            column={column}
            name={row.kind === 'frame' ? row.name : ''}
            onMention={onMention}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ILine {
  readonly column: Column;
  /** The frame that it is of; empty where it cannot be mentioned. */
  readonly name: string;
  readonly onMention: (mention: string) => void;
}

function Line({ column, name, onMention }: ILine): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <tr>
      <th scope="row">
        {name === '' ? (
          <code>{column.name}</code>
        ) : (
          <button
            type="button"
            className="jupyter-ctx-chip"
            title={trans.__('Mention %1 in the question', column.name)}
            onClick={() => onMention(columnMention(name, column.name))}
          >
            {column.name}
          </button>
        )}{' '}
        <span className="jupyter-ctx-fine">{column.dtype}</span>
      </th>
      <td>
        {column.sample}
        {column.nulls !== null && column.nulls !== undefined && (
          <div className="jupyter-ctx-fine">
            {trans.__('%1 missing', figure(column.nulls))}
          </div>
        )}
      </td>
    </tr>
  );
}
