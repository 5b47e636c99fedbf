/** What the next message would send: item by item, and word for word on demand. */

import * as React from 'react';

import {
  asJson,
  asText,
  inOrder,
  type ItemOrder,
  type IRow,
  keyed,
  matching,
  type Only
} from '../../talk/inspection';
import { keep, steps, takeBack } from '../../talk/keeping';
import type { Context, Item } from '../../protocol.generated';
import type { IState } from '../../talk/state';
import type { IOutcome, KeepWay } from '../../tokens';
import { Button, useSurroundings } from '../common';
import { copyText } from '../text/copytext';
import { FilterField } from '../filterfield';
import { remark } from '../outcome';
import { figure } from '../sentences';

import { itemName } from './names';
import { Masked, News, Payload, Timings } from './rest';
import { Table } from './table';
import { Treemap } from './treemap';
import { After, Before } from './usage';

interface IInspector {
  readonly state: IState;
  readonly prompt: string;
}

/** The content of the inspector. */
export function Inspector({ state, prompt }: IInspector): React.ReactElement {
  const { trans } = useSurroundings();
  const { context } = state;
  return context === null ? (
    <p className="jupyter-ctx-remark">{trans.__('Not counted yet.')}</p>
  ) : (
    <Sent context={context} state={state} prompt={prompt} />
  );
}

interface ISent extends IInspector {
  readonly context: Context;
}

function Sent({ context, state, prompt }: ISent): React.ReactElement {
  const { trans } = useSurroundings();
  const onKeep = useKeep(prompt);
  const rows = React.useMemo(() => keyed(context.items), [context.items]);
  const left = React.useMemo(() => keyed(context.leftOut), [context.leftOut]);
  const [picked, setPicked] = React.useState({ key: '', count: 0 });
  const table = { price: context.price, onKeep };
  return (
    <>
      <Before context={context} />
      <Treemap
        rows={rows}
        onPick={key => setPicked({ key, count: picked.count + 1 })}
      />
      <News context={context} />
      <Masked context={context} />
      <After state={state} />
      <Tools context={context} prompt={prompt} />
      <Items {...table} rows={rows} picked={picked} context={context} />
      {left.length > 0 && (
        <details>
          <summary>
            {trans._n('%1 item left out', '%1 items left out', left.length)}
          </summary>
          <Table {...table} rows={left} name={trans.__('Left out')} isLeftOut />
        </details>
      )}
      <Timings context={context} />
      <Payload context={context} prompt={prompt} />
    </>
  );
}

/** Give what pins and drops; the effect is counted at once. */
function useKeep(prompt: string): (item: Item, way: KeepWay) => void {
  const { assistant, trans, say } = useSurroundings();
  return (item, way) => {
    void keep(assistant, item, way, itemName(item, trans)).then(outcome => {
      say(remark(outcome, assistant.state));
      void assistant.preview(prompt);
    });
  };
}

interface ITools {
  readonly context: Context;
  readonly prompt: string;
}

/** Undo of what was pinned and dropped, and copies of the list. */
function Tools({ context, prompt }: ITools): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const last = steps(assistant).slice(-1)[0];
  const copy = (text: string) => (): void =>
    copyText(text, () => say(trans.__('Copied.')));
  const told = async (outcome: Promise<IOutcome | null>): Promise<void> => {
    const came = await outcome;
    say(came === null ? '' : remark(came, assistant.state));
    void assistant.preview(prompt);
  };
  return (
    <div className="jupyter-ctx-row">
      {last !== undefined && (
        <Button
          label={trans.__('Undo: %1', sayStep(last.way, last.label))}
          hint={trans.__('Take back what was pinned, dropped or freed last')}
          onClick={() => void told(takeBack(assistant))}
        />
      )}
      <Button
        label={trans.__('Copy as text')}
        onClick={copy(asText(context, item => itemName(item, trans)))}
      />
      <Button
        label={trans.__('Copy as JSON')}
        onClick={copy(asJson(context))}
      />
    </div>
  );

  function sayStep(way: KeepWay, label: string): string {
    switch (way) {
      case 'pin':
        return trans.__('%1 pinned', label);
      case 'drop':
        return trans.__('%1 dropped', label);
      case 'free':
        return trans.__('%1 freed', label);
    }
  }
}

interface IItems {
  readonly rows: readonly IRow[];
  readonly context: Context;
  readonly price: number | null;
  readonly onKeep: (item: Item, way: KeepWay) => void;
  readonly picked: { readonly key: string; readonly count: number };
}

/** The items that are sent, sorted and filtered; and that the sums agree. */
function Items(props: IItems): React.ReactElement {
  const { trans } = useSurroundings();
  const { rows, context } = props;
  const [wanted, setWanted] = React.useState<IWanted>(ALL);
  const { picked } = props;
  React.useEffect(() => {
    // What was picked must be among what is shown.
    setWanted(({ order }) => ({ ...ALL, order }));
  }, [picked.count]);
  const { text, only, order } = wanted;
  const shown = inOrder(
    matching(rows, text, only, item => itemName(item, trans)),
    order
  );
  return (
    <>
      <Filters wanted={wanted} onChange={setWanted} />
      <Table {...props} rows={shown} name={trans.__('Sent')} />
      <p className="jupyter-ctx-remark">
        {trans.__(
          '%1 items, %2 tokens between them (frames, tags, joined lines): %3 in all',
          figure(rows.length),
          figure(context.between),
          figure(context.tokens)
        )}
      </p>
      <p className="jupyter-ctx-fine">
        {trans.__('In the table: ↑ ↓ move, → opens, P pins, D drops')}
      </p>
    </>
  );
}

/** Which items are shown, and in which order. */
interface IWanted {
  readonly text: string;
  readonly only: Only;
  readonly order: ItemOrder;
}

const ALL: IWanted = { text: '', only: 'all', order: 'sent' };

interface IFilters {
  readonly wanted: IWanted;
  readonly onChange: (wanted: IWanted) => void;
}

function Filters({ wanted, onChange }: IFilters): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-row jupyter-ctx-filters">
      <FilterField
        text={wanted.text}
        label={trans.__('Filter items')}
        onText={text => onChange({ ...wanted, text })}
      />
      <select
        className="jupyter-ctx-field"
        aria-label={trans.__('Show only')}
        value={wanted.only}
        onChange={event =>
          onChange({ ...wanted, only: event.target.value as Only })
        }
      >
        <option value="all">{trans.__('All')}</option>
        <option value="news">{trans.__('New or changed')}</option>
        <option value="kept">{trans.__('Pinned')}</option>
        <option value="masked">{trans.__('With secrets')}</option>
      </select>
      <select
        className="jupyter-ctx-field"
        aria-label={trans.__('Sort by')}
        value={wanted.order}
        onChange={event =>
          onChange({ ...wanted, order: event.target.value as ItemOrder })
        }
      >
        <option value="sent">{trans.__('As sent')}</option>
        <option value="tokens">{trans.__('By tokens')}</option>
        <option value="kind">{trans.__('By kind')}</option>
      </select>
    </div>
  );
}
