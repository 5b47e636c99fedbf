/** Another reply by another model: who can be asked, for this one time. */

import * as React from 'react';

import type { Option } from '../../protocol.generated';

import { useSurroundings } from '../common';

/** Who shall answer this one time. */
export interface IUsing {
  readonly model: string;
  readonly apiBase: string;
}

interface IOthers {
  readonly onPick: (using: IUsing) => void;
  readonly onClose: () => void;
}

/** A menu of models and a field for any other; Esc closes it. */
export function Others({ onPick, onClose }: IOthers): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const box = React.useRef<HTMLDivElement>(null);
  React.useEffect(() => {
    box.current?.querySelector<HTMLElement>('button, input')?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { options } = assistant.state;
  return (
    <div
      ref={box}
      className="jupyter-ctx-others"
      role="group"
      aria-label={trans.__('Regenerate with another model')}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      {options.length > 0 && <Menu options={options} onPick={onPick} />}
      <Own onPick={onPick} />
    </div>
  );
}

interface IMenu {
  readonly options: readonly Option[];
  readonly onPick: (using: IUsing) => void;
}

function Menu({ options, onPick }: IMenu): React.ReactElement {
  const { trans } = useSurroundings();
  const list = React.useRef<HTMLDivElement>(null);
  const move = (event: React.KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex(item => item === document.activeElement);
    const to = STEPS[event.key]?.(at, items.length);
    if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      items[to]?.focus();
    }
  };
  return (
    <div
      ref={list}
      role="menu"
      aria-label={trans.__('Models')}
      className="jupyter-ctx-options"
      onKeyDown={move}
    >
      {options.map((option, index) => (
        <button
          key={`${option.name} ${option.apiBase}`}
          type="button"
          role="menuitem"
          tabIndex={index === 0 ? 0 : -1}
          className="jupyter-ctx-choice jupyter-ctx-mod-default"
          onClick={() =>
            onPick({ model: option.name, apiBase: option.apiBase })
          }
        >
          <span className="jupyter-ctx-choice-label">{option.label}</span>
          {option.hint && (
            <span className="jupyter-ctx-choice-detail">{option.hint}</span>
          )}
        </button>
      ))}
    </div>
  );
}

type Step = (at: number, count: number) => number;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1
};

function Own({
  onPick
}: {
  readonly onPick: (using: IUsing) => void;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const [model, setModel] = React.useState('');
  return (
    <form
      className="jupyter-ctx-row"
      onSubmit={event => {
        event.preventDefault();
        if (model.trim() !== '') {
          onPick({ model: model.trim(), apiBase: '' });
        }
      }}
    >
      <input
        type="text"
        className="jupyter-ctx-input"
        aria-label={trans.__('Another model')}
        placeholder={trans.__('Another model')}
        data-lm-suppress-shortcuts="true"
        spellCheck={false}
        value={model}
        onChange={event => setModel(event.target.value)}
      />
      <button
        type="submit"
        className="jupyter-ctx-button jupyter-ctx-mod-plain"
        aria-disabled={model.trim() === ''}
      >
        {trans.__('Ask it')}
      </button>
    </form>
  );
}
