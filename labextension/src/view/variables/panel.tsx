/** The live names of the kernel: what each is, where it comes from, what is out of date. */

import * as React from 'react';

import { keep } from '../../talk/keeping';
import type { Variable } from '../../protocol.generated';
import type { IState } from '../../talk/state';
import type { IAssistant, KeepWay } from '../../tokens';
import { found, type Order, ordered } from '../../talk/variables';
import { Button, useSurroundings } from '../common';
import { FilterField } from '../filterfield';
import { useRoving } from '../grid';
import { remark } from '../outcome';
import { figure, lastRun, type Trans } from '../sentences';

import { Row } from './row';

/** Rows that are drawn at once; more on demand, however many names there are. */
const SHOWN = 200;

interface IVariablesView {
  readonly state: IState;
  /** Put a mention of a name, or of one of its columns, into the question. */
  readonly onMention: (mention: string) => void;
}

/** The content of the list of variables; watched while it is there. */
export function VariablesView(props: IVariablesView): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { state } = props;
  useWatch(assistant, state);
  const [text, setText] = React.useState('');
  const [order, setOrder] = React.useState<Order>('name');
  const [most, setMost] = React.useState(SHOWN);
  const { variables } = state;
  const rows = React.useMemo(
    () => ordered(found(variables?.rows ?? [], text), order),
    [variables, text, order]
  );
  if (variables === null) {
    return <p className="jupyter-ctx-remark">{unknown(state, trans)}</p>;
  }
  const shown = rows.slice(0, most);
  return (
    <>
      <p className="jupyter-ctx-remark" role="status">
        {count(rows.length, variables.total, state, trans)}
      </p>
      <Filters text={text} order={order} onText={setText} onOrder={setOrder} />
      {rows.length > 0 && <Grid {...props} rows={shown} total={rows.length} />}
      {rows.length > shown.length && (
        <Button
          label={trans.__('Show %1 more', Math.min(SHOWN, rows.length - most))}
          onClick={() => setMost(most + SHOWN)}
        />
      )}
      <p className="jupyter-ctx-fine">
        {trans.__(
          'In the list: ↑ ↓ move, → opens, @ mentions, P pins, D drops, G goes to the cell'
        )}
      </p>
    </>
  );
}

/** Be told of changes while this is shown, also by the next kernel. */
function useWatch(assistant: IAssistant, state: IState): void {
  const isLost = state.variables === null;
  const isReady = state.phase === 'ready';
  const isFirst = React.useRef(true);
  React.useEffect(() => {
    if (isReady && (isFirst.current || isLost)) {
      isFirst.current = false;
      void assistant.looks.watch(true);
    }
  }, [assistant, isReady, isLost]);
  React.useEffect(
    () => () => {
      if (assistant.state.phase === 'ready') {
        void assistant.looks.watch(false);
      }
    },
    [assistant]
  );
}

/** Why there is no list. */
function unknown({ kernel, phase }: IState, trans: Trans): string {
  if (phase !== 'ready') {
    return trans.__('There is no kernel to look at now.');
  }
  return kernel?.isBusy === true && !kernel.hasSubshells
    ? trans.__('Shown when the running cell has ended.')
    : trans.__('Looking…');
}

/** How many there are, and as of when. */
function count(
  shown: number,
  total: number,
  { kernel }: IState,
  trans: Trans
): string {
  const many =
    shown === total
      ? trans._n('%1 variable', '%1 variables', total)
      : trans.__('%1 of %2 variables', figure(shown), figure(total));
  if (kernel?.isDocumentOnly === true) {
    return trans.__('The kernel of this notebook is not looked at.');
  }
  if (kernel === null || kernel.run === 0) {
    return many;
  }
  const last = lastRun(kernel, trans);
  return kernel.isBusy
    ? trans.__('%1, as of %2: a cell is running', many, last)
    : trans.__('%1, as of %2', many, last);
}

interface IFilters {
  readonly text: string;
  readonly order: Order;
  readonly onText: (text: string) => void;
  readonly onOrder: (order: Order) => void;
}

function Filters(props: IFilters): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-row jupyter-ctx-filters">
      <FilterField
        text={props.text}
        label={trans.__('Filter variables')}
        onText={props.onText}
      />
      <select
        className="jupyter-ctx-field"
        aria-label={trans.__('Sort by')}
        value={props.order}
        onChange={event => props.onOrder(event.target.value as Order)}
      >
        <option value="name">{trans.__('By name')}</option>
        <option value="type">{trans.__('By type')}</option>
        <option value="changed">{trans.__('Last changed first')}</option>
      </select>
    </div>
  );
}

interface IGrid extends IVariablesView {
  readonly rows: readonly Variable[];
  readonly total: number;
}

function Grid(props: IGrid): React.ReactElement {
  const { trans } = useSurroundings();
  const { rows, total } = props;
  const [open, setOpen] = React.useState('');
  const onKeep = useKeep();
  const acts = useActs(props, onKeep);
  const toggle = (name: string): void => setOpen(open === name ? '' : name);
  const roving = useRoving({
    keys: rows.map(row => row.name),
    isOpen: name => name === open,
    toggle,
    press: (name, pressed) => {
      const row = rows.find(one => one.name === name);
      const act = row && acts(row)[pressed.toLowerCase()];
      act?.();
      return act !== undefined;
    }
  });
  return (
    <table
      className="jupyter-ctx-items jupyter-ctx-grid jupyter-ctx-mod-names"
      role="treegrid"
      aria-label={trans.__('Variables')}
      aria-rowcount={total}
    >
      <tbody
        ref={roving.box}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        {rows.map(row => (
          <Row
            key={row.name}
            row={row}
            isOpen={row.name === open}
            isActive={row.name === roving.active}
            onToggle={() => toggle(row.name)}
            onKeep={onKeep}
            onMention={props.onMention}
          />
        ))}
      </tbody>
    </table>
  );
}

type OnKeep = (row: Variable, way: KeepWay) => void;

/** What keys do to a row. */
function useActs(
  { onMention }: IGrid,
  onKeep: OnKeep
): (row: Variable) => Readonly<Record<string, () => void>> {
  const { assistant } = useSurroundings();
  return row => ({
    '@': () => onMention(row.name),
    p: () => onKeep(row, row.kept === 'pinned' ? 'free' : 'pin'),
    d: () => onKeep(row, row.kept === 'dropped' ? 'free' : 'drop'),
    g: () => assistant.actions.reveal(row.cell)
  });
}

function useKeep(): OnKeep {
  const { assistant, say } = useSurroundings();
  return ({ name, kept }, way) => {
    const item = { id: `var:${name}`, kept, turn: '' };
    void keep(assistant, item, way, name).then(outcome => {
      say(remark(outcome, assistant.state));
      void assistant.preview(assistant.draft);
    });
  };
}
