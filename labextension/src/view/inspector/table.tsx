/** The items of what is sent, or of what is not: a table that the arrow keys move in. */

import { addIcon, closeIcon, undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { costOf, type IRow, groupOf } from '../../talk/inspection';
import type { Item } from '../../protocol.generated';
import type { KeepWay } from '../../tokens';
import { useSurroundings } from '../common';
import { money } from '../transcript/costs';
import { Act, type IRoving, useRoving } from '../grid';
import { pinIcon } from '../icon';
import { figure } from '../sentences';

import { itemName, levelName } from './names';
import { Opened } from './opened';

export interface ITable {
  readonly name: string;
  readonly rows: readonly IRow[];
  readonly price: number | null;
  readonly isLeftOut?: boolean;
  readonly onKeep: (item: Item, way: KeepWay) => void;
  /** A row that is to be opened, as picked in the picture. */
  readonly picked?: { readonly key: string; readonly count: number };
}

export function Table(props: ITable): React.ReactElement {
  const { rows, price } = props;
  const [open, setOpen] = React.useState('');
  const toggle = (key: string): void => setOpen(open === key ? '' : key);
  const roving = useRoving({
    keys: rows.map(row => row.key),
    isOpen: key => key === open,
    toggle,
    press: (key, pressed) => {
      const found = rows.find(row => row.key === key);
      const way = found && wayFor(found.item, pressed);
      if (found && way) {
        props.onKeep(found.item, way);
      }
      return way !== undefined;
    }
  });
  usePick(props.picked, key => {
    setOpen(key);
    roving.focus(key);
  });
  const hasPrice = price !== null && price > 0 && !props.isLeftOut;
  return (
    <table
      className="jupyter-ctx-items jupyter-ctx-grid"
      role="treegrid"
      aria-label={props.name}
      aria-rowcount={rows.length}
    >
      <Head hasPrice={hasPrice} />
      <tbody
        ref={roving.box}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        {rows.map(row => (
          <Row
            key={row.key}
            {...props}
            row={row}
            roving={roving}
            isOpen={row.key === open}
            hasPrice={hasPrice}
            onToggle={() => toggle(row.key)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Do what a pick asks for, once. */
function usePick(picked: ITable['picked'], open: (key: string) => void): void {
  const latest = React.useRef(open);
  latest.current = open;
  const count = picked?.count ?? 0;
  const key = picked?.key ?? '';
  React.useEffect(() => {
    if (count > 0) {
      latest.current(key);
    }
  }, [count, key]);
}

function Head({
  hasPrice
}: {
  readonly hasPrice: boolean;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const names = [
    trans.__('What, how and why'),
    hasPrice ? trans.__('Tokens, cost') : trans.__('Tokens'),
    trans.__('Keep')
  ];
  return (
    <thead>
      <tr role="row">
        {names.map(name => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** What a key does to *item*: P pins, D and Delete drop, pressed again they free. */
function wayFor(item: Item, pressed: string): KeepWay | undefined {
  if (!isKeepable(item)) {
    return undefined;
  }
  switch (pressed.toLowerCase()) {
    case 'p':
      return item.kept === 'pinned' ? 'free' : 'pin';
    case 'd':
    case 'delete':
      return item.kept === 'dropped' ? 'free' : 'drop';
    default:
      return undefined;
  }
}

function isKeepable(item: Item): boolean {
  return item.canKeep || item.turn !== '';
}

interface IRowView extends ITable {
  readonly row: IRow;
  readonly roving: IRoving;
  readonly isOpen: boolean;
  readonly hasPrice: boolean;
  readonly onToggle: () => void;
}

function Row(props: IRowView): React.ReactElement {
  const { trans } = useSurroundings();
  const { row, isOpen, hasPrice } = props;
  const { item } = row;
  const isActive = props.roving.active === row.key;
  return (
    <>
      <tr
        role="row"
        aria-level={1}
        aria-expanded={isOpen}
        data-row={row.key}
        tabIndex={isActive ? 0 : -1}
        className={item.kept === '' ? '' : `jupyter-ctx-is-${item.kept}`}
      >
        <th role="rowheader" scope="row" onClick={props.onToggle}>
          <span
            className={`jupyter-ctx-swatch jupyter-ctx-of-${groupOf(item.kind)}`}
          />
          <code>{itemName(item, trans)}</code>
          <Badges item={item} />
          <div className="jupyter-ctx-fine">
            {[levelName(item.fidelity, trans), item.why]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </th>
        <td role="gridcell">
          {figure(item.tokens)}
          {hasPrice && (
            <div className="jupyter-ctx-fine">
              {money(costOf(item.tokens, props.price) ?? 0)}
            </div>
          )}
        </td>
        <td role="gridcell">
          <Acts {...props} isActive={isActive} />
        </td>
      </tr>
      {isOpen && (
        <tr role="row" aria-level={2} className="jupyter-ctx-opened">
          <td role="gridcell" colSpan={3}>
            <Opened item={item} />
          </td>
        </tr>
      )}
    </>
  );
}

function Badges({ item }: { readonly item: Item }): React.ReactElement {
  const { trans } = useSurroundings();
  const told = [
    item.news === 'new' ? trans.__('new') : '',
    item.news === 'changed' ? trans.__('changed') : '',
    item.kept === 'pinned' ? trans.__('pinned') : '',
    item.kept === 'dropped' ? trans.__('dropped') : '',
    item.masked.length > 0 ? trans.__('masked') : ''
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

function Acts(
  props: IRowView & { readonly isActive: boolean }
): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { item } = props.row;
  const { isActive, isLeftOut = false } = props;
  if (!isKeepable(item)) {
    return null;
  }
  const name = itemName(item, trans);
  const act = (way: KeepWay) => (): void => props.onKeep(item, way);
  const isPinned = item.kept === 'pinned';
  const isDropped = item.kept === 'dropped';
  if (isDropped) {
    return (
      <Act
        label={trans.__('Send %1 again', name)}
        icon={<undoIcon.react tag="span" className="jupyter-ctx-icon" />}
        isActive={isActive}
        onClick={act('free')}
      />
    );
  }
  const Add = isLeftOut ? addIcon : pinIcon;
  const pin = isLeftOut ? trans.__('Add %1', name) : trans.__('Pin %1', name);
  return (
    <span className="jupyter-ctx-acts">
      <Act
        label={isPinned ? trans.__('Unpin %1', name) : pin}
        icon={<Add.react tag="span" className="jupyter-ctx-icon" />}
        isPressed={isPinned}
        isActive={isActive}
        onClick={act(isPinned ? 'free' : 'pin')}
      />
      <Act
        label={trans.__('Drop %1', name)}
        icon={<closeIcon.react tag="span" className="jupyter-ctx-icon" />}
        isActive={isActive}
        onClick={act('drop')}
      />
    </span>
  );
}
