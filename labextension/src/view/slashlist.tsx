/** The list of commands over the composer while one is being typed. */

import * as React from 'react';

import { useSurroundings } from './common';
import type { ICommand } from './slash';
import { allCommands, completions } from './slash';

export interface ISlashList {
  readonly id: string;
  readonly found: readonly ICommand[];
  /** Which of them Enter and Tab take. */
  readonly active: number;
  readonly take: (command: ICommand) => void;
  /** Take a key of the field; tells whether it was for the list. */
  readonly onKey: (key: string) => boolean;
}

/** The list for *text*; what is taken is written by *write*. */
export function useSlashList(
  text: string,
  write: (text: string) => void
): ISlashList {
  const { trans } = useSurroundings();
  const all = React.useMemo(() => allCommands(trans), [trans]);
  const id = React.useId();
  const [active, setActive] = React.useState(0);
  const [closedAt, setClosedAt] = React.useState('');
  React.useEffect(() => setActive(0), [text]);
  const found = text === closedAt ? [] : completions(text, all);
  const take = (command: ICommand): void => {
    write(`/${command.name}${command.usage === '' ? '' : ' '}`);
  };
  const onKey = (key: string): boolean => {
    const chosen = found[active] ?? found[0];
    if (chosen === undefined) {
      return false;
    }
    return act(key, {
      step: by => setActive((active + by + found.length) % found.length),
      close: () => setClosedAt(text),
      isWhole: text === `/${chosen.name}`,
      take: () => take(chosen)
    });
  };
  return { id, found, active, take, onKey };
}

interface IActs {
  readonly step: (by: number) => void;
  readonly close: () => void;
  readonly take: () => void;
  /** Whether the chosen name is written already: Enter is for the field then. */
  readonly isWhole: boolean;
}

function act(key: string, acts: IActs): boolean {
  switch (key) {
    case 'ArrowDown':
      acts.step(1);
      return true;
    case 'ArrowUp':
      acts.step(-1);
      return true;
    case 'Escape':
      acts.close();
      return true;
    case 'Tab':
    case 'Enter':
      if (!acts.isWhole) {
        acts.take();
      }
      return !acts.isWhole;
    default:
      return false;
  }
}

export function SlashList(props: ISlashList): React.ReactElement | null {
  const { trans } = useSurroundings();
  const list = React.useRef<HTMLUListElement>(null);
  React.useEffect(() => {
    // The focus stays in the field, so nothing else scrolls to what the keys chose.
    const chosen = list.current?.children[props.active];
    chosen?.scrollIntoView({ block: 'nearest' });
  }, [props.active, props.found.length]);
  return props.found.length === 0 ? null : (
    <>
      <ul
        ref={list}
        className="jupyter-ctx-slash"
        role="listbox"
        id={props.id}
        aria-label={trans.__('Commands')}
      >
        {props.found.map((command, index) => (
          <li
            key={command.name}
            id={`${props.id}-${index}`}
            role="option"
            aria-selected={index === props.active}
            // The field keeps the focus.
            onMouseDown={event => event.preventDefault()}
            onClick={() => props.take(command)}
          >
            <code>/{command.name}</code>{' '}
            <span className="jupyter-ctx-fine">{command.usage}</span>
            <div className="jupyter-ctx-fine">{command.hint}</div>
          </li>
        ))}
      </ul>
      <div className="jupyter-ctx-live" role="status">
        {trans._n('%1 command', '%1 commands', props.found.length)}
      </div>
    </>
  );
}
