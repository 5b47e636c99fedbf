/** A list of choices: one stop of the Tab key, and every other key goes within it. */

import * as React from 'react';

import type { Choice } from '../../protocol.generated';

import { Words } from '../common';
import { type IListing, listing, press } from './listing';

export interface IListbox {
  readonly choices: readonly Choice[];
  readonly selected: string;
  /** The id of what names it, or a name. */
  readonly name: { 'aria-labelledby': string } | { 'aria-label': string };
  /** Whether the reply's text holds a detail. */
  readonly isSaid: (choice: Choice) => boolean;
  readonly onSelect: (choice: string) => void;
}

export function Listbox(props: IListbox): React.ReactElement {
  const { choices, selected, onSelect } = props;
  const id = React.useId();
  const box = React.useRef<HTMLUListElement>(null);
  const isLocked = selected !== '';
  const [at, onKeyDown] = useKeys(choices, isLocked, onSelect);
  const chosen = choices.findIndex(one => one.id === selected);
  const current = isLocked ? chosen : at;
  React.useEffect(() => {
    if (box.current?.contains(document.activeElement)) {
      box.current.children[current]?.scrollIntoView({ block: 'nearest' });
    }
  }, [current]);
  return (
    <ul
      ref={box}
      role="listbox"
      tabIndex={0}
      className="jupyter-ctx-listbox"
      aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
      aria-disabled={isLocked}
      onKeyDown={onKeyDown}
      {...props.name}
    >
      {choices.map((choice, index) => (
        <Option
          key={choice.id}
          id={`${id}-${index}`}
          choice={choice}
          number={index + 1}
          isCurrent={index === current}
          isLocked={isLocked}
          isSaid={props.isSaid(choice)}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

type Hear = (event: React.KeyboardEvent) => void;

/** Where one stands, and what hears the keys. */
function useKeys(
  choices: readonly Choice[],
  isLocked: boolean,
  onSelect: (choice: string) => void
): [number, Hear] {
  const [list, setList] = React.useState<IListing>(() => begin(choices));
  const at = Math.min(list.at, choices.length - 1);
  const hear = (event: React.KeyboardEvent): void => {
    const isHeard = isPlain(event) && !isLocked;
    const next = isHeard ? press(list, event.key, performance.now()) : null;
    if (next === null) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (next !== 'choose') {
      setList(next);
    } else if (!event.repeat) {
      onSelect(choices[at]?.id ?? '');
    }
  };
  return [at, hear];
}

function isPlain(event: React.KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

interface IOption {
  readonly id: string;
  readonly choice: Choice;
  readonly number: number;
  readonly isCurrent: boolean;
  readonly isLocked: boolean;
  readonly isSaid: boolean;
  readonly onSelect: (choice: string) => void;
}

function Option(props: IOption): React.ReactElement {
  const { choice, isCurrent, isLocked } = props;
  const current = isCurrent ? ' jupyter-ctx-mod-current' : '';
  return (
    <li
      id={props.id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={isLocked}
      className={`jupyter-ctx-option${current}`}
      onClick={() => {
        if (!isLocked) {
          props.onSelect(choice.id);
        }
      }}
    >
      <span className="jupyter-ctx-option-number" aria-hidden="true">
        {props.number}
      </span>
      <span>
        <Words text={choice.label} />
        {!props.isSaid && choice.detail && (
          <span className="jupyter-ctx-choice-detail">
            <Words text={choice.detail} />
          </span>
        )}
      </span>
    </li>
  );
}

function begin(choices: readonly Choice[]): IListing {
  const primary = choices.findIndex(one => one.variant === 'primary');
  return listing(
    choices.map(one => one.label),
    Math.max(primary, 0)
  );
}
