/** What is out of date: one quiet line in the head, and the list that it opens. */

import { caretDownIcon, closeIcon, runIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { StaleCell } from '../../protocol.generated';
import {
  type IStale,
  runAll,
  runOrder,
  runsAlone,
  sorted
} from '../../notebook/stale';
import { sought } from '../../notebook/sought';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings, useValue, Words } from '../common';
import { useFocusHeir } from '../focus';
import { staleLine, waitsFor } from '../sentences';

interface ILine {
  readonly state: IState;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The line; there is none where nothing is out of date. */
export function StaleLine(props: ILine): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { state, isOpen, onToggle } = props;
  const line = state.phase === 'ready' ? staleLine(state.stale, trans) : '';
  return line === '' ? null : (
    <div className="jupyter-ctx-row jupyter-ctx-stale-line">
      <Button
        icon={caretDownIcon}
        label={line}
        hint={trans.__('Show why, and run these cells again')}
        isExpanded={isOpen}
        onClick={onToggle}
      />
    </div>
  );
}

interface IList {
  readonly state: IState;
  readonly onClose: () => void;
}

/** The list; it runs cells on a click alone. */
export function StaleList({ state, onClose }: IList): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { actions } = assistant;
  // Cells may have moved: then the list stands in another order.
  useValue(actions.changed, () =>
    state.stale.map(({ cell }) => actions.position(cell)).join()
  );
  const list = sorted(state.stale, cell => actions.position(cell));
  const runner = useRunner();
  const box = React.useRef<HTMLElement>(null);
  useFocusHeir(box, 'button');
  useSought(box);
  return (
    <section
      ref={box}
      className="jupyter-ctx-stale"
      aria-label={trans.__('What is out of date')}
    >
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <strong>{trans.__('Out of date')}</strong>
        <Button
          label={trans.__('Close')}
          icon={closeIcon}
          isBare
          onClick={onClose}
        />
      </div>
      {list.due.length + list.lost.length === 0 && (
        <p className="jupyter-ctx-remark">
          {trans.__('Nothing is out of date.')}
        </p>
      )}
      <Due list={list} runner={runner} />
      <Rest list={list} runner={runner} />
    </section>
  );
}

/** Go to the line of the cell that was asked for, also where it is folded. */
function useSought(box: React.RefObject<HTMLElement>): void {
  const cell = useValue(sought.changed, () => sought.cell);
  React.useEffect(() => {
    const rows = box.current?.querySelectorAll<HTMLElement>('li') ?? [];
    const row = [...rows].find(one => one.dataset['cell'] === cell);
    if (cell !== '' && row !== undefined) {
      sought.take();
      row.closest('details')?.setAttribute('open', '');
      row.scrollIntoView({ block: 'nearest' });
      row.querySelector('button')?.focus();
    }
  }, [box, cell]);
}

interface IGroup {
  readonly list: IStale;
  readonly runner: IRunner;
}

function Due({ list, runner }: IGroup): React.ReactElement {
  const { trans } = useSurroundings();
  const able = runOrder(list.due);
  return (
    <>
      {(able.length > 1 || runner.isRunning) && (
        <RunAll
          label={trans.__('Run %1 cells in order', able.length)}
          cells={able}
          runner={runner}
        />
      )}
      <Rows cells={list.due} runner={runner} />
    </>
  );
}

/** What needs no attention now: folded. */
function Rest({ list, runner }: IGroup): React.ReactElement {
  const { trans } = useSurroundings();
  const { older, lost } = list;
  const able = runOrder(lost);
  return (
    <>
      {lost.length > 0 && (
        <details open={list.due.length === 0}>
          <summary>
            {trans._n(
              '%1 cell ran in the previous kernel only',
              '%1 cells ran in the previous kernel only',
              lost.length
            )}
          </summary>
          {able.length > 1 && !runner.isRunning && (
            <RunAll
              label={trans.__('Run these %1 in order', able.length)}
              cells={able}
              runner={runner}
            />
          )}
          <Rows cells={lost} runner={runner} />
        </details>
      )}
      {older.length > 0 && (
        <details>
          <summary>
            {trans._n(
              '%1 older than what stands further down',
              '%1 older than what stands further down',
              older.length
            )}
          </summary>
          <Rows cells={older} runner={runner} />
        </details>
      )}
    </>
  );
}

interface IRunAll {
  readonly label: string;
  readonly cells: readonly StaleCell[];
  readonly runner: IRunner;
}

/** One button in two states, so that the focus stays on it. */
function RunAll({ label, cells, runner }: IRunAll): React.ReactElement {
  const { trans } = useSurroundings();
  const box = React.useRef<HTMLDivElement>(null);
  useFocusHeir(box, 'button');
  return (
    <div className="jupyter-ctx-row" ref={box}>
      {runner.isRunning ? (
        <Button
          key="run"
          label={trans.__('Stop after this cell')}
          onClick={runner.stop}
        />
      ) : (
        <Button
          key="run"
          label={label}
          icon={runIcon}
          onClick={() => {
            runner.run(cells);
          }}
        />
      )}
    </div>
  );
}

interface IRows {
  readonly cells: readonly StaleCell[];
  readonly runner: IRunner;
}

function Rows({ cells, runner }: IRows): React.ReactElement {
  return (
    <ul className="jupyter-ctx-stale-rows">
      {cells.map(cell => (
        <Row key={cell.key} cell={cell} among={cells} runner={runner} />
      ))}
    </ul>
  );
}

interface IRow {
  readonly cell: StaleCell;
  readonly among: readonly StaleCell[];
  readonly runner: IRunner;
}

function Row({ cell, among, runner }: IRow): React.ReactElement {
  const { trans } = useSurroundings();
  const first = among.filter(other => cell.after.includes(other.key));
  const remark = cell.canRun
    ? waitsFor(
        first.map(({ label }) => label),
        trans
      )
    : cell.advice;
  const box = React.useRef<HTMLLIElement>(null);
  // A cell that ran leaves the list, and with it the button that was pressed.
  useFocusHeir(box, 'button');
  return (
    <li ref={box} data-cell={cell.cell}>
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <CellName cell={cell} />
        {runsAlone(cell, among) && (
          <Button
            label={trans.__('Run')}
            hint={trans.__('Run this cell again')}
            icon={runIcon}
            isDisabled={runner.isRunning}
            onClick={() => {
              runner.run([cell]);
            }}
          />
        )}
      </div>
      {cell.reasons.map(reason => (
        <div key={reason}>
          <Words text={`${reason}.`} />
        </div>
      ))}
      {remark !== '' && (
        <div className="jupyter-ctx-fine">
          <Words text={remark} />
        </div>
      )}
    </li>
  );
}

/** The name of a cell; it leads there. */
function CellName({ cell }: { readonly cell: StaleCell }): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { actions } = assistant;
  const isThere = actions.position(cell.cell) >= 0;
  if (!isThere) {
    return <code>{cell.label || trans.__('a deleted cell')}</code>;
  }
  return (
    <button
      type="button"
      className="jupyter-ctx-chip"
      title={trans.__('Go to this cell')}
      onClick={() => {
        actions.reveal(cell.cell);
      }}
    >
      {actions.label(cell.cell)}
    </button>
  );
}

interface IRunner {
  readonly isRunning: boolean;
  run(cells: readonly StaleCell[]): void;
  stop(): void;
}

/** Runs cells one after the other until one fails or the user stops it. */
function useRunner(): IRunner {
  const { assistant, say } = useSurroundings();
  const [isRunning, setIsRunning] = React.useState(false);
  const isDue = React.useRef(true);
  const run = async (cells: readonly StaleCell[]): Promise<void> => {
    isDue.current = true;
    setIsRunning(true);
    say(await runAll(assistant.actions, cells, () => isDue.current));
    setIsRunning(false);
  };
  return {
    isRunning,
    run: cells => void run(cells),
    stop: () => {
      isDue.current = false;
    }
  };
}
