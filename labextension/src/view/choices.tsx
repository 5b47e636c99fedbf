/** The choices of a reply: one selection, which stays in sight. */

import * as React from 'react';

import type { Choice, Reply, Turn } from '../protocol.generated';

import { useSurroundings, Words } from './common';
import { remark } from './outcome';

interface IChoices {
  readonly turn: Turn;
  readonly reply: Reply;
}

/** The buttons under a reply; after the first click they are locked. */
export function Choices({ turn, reply }: IChoices): React.ReactElement | null {
  const { trans } = useSurroundings();
  const [clicked, select] = useSelection(turn, reply);
  const title = React.useId();
  if (reply.choices.length === 0) {
    return null;
  }
  const label = reply.choices.find(one => one.id === reply.selected)?.label;
  const name = reply.question
    ? { 'aria-labelledby': title }
    : { 'aria-label': trans.__('Choices') };
  return (
    <div className="jupyter-ctx-choices">
      {reply.question && (
        <div className="jupyter-ctx-question" id={title}>
          <Words text={reply.question} />
        </div>
      )}
      <div role="group" className="jupyter-ctx-group" {...name}>
        {reply.choices.map(choice => (
          <Option
            key={choice.id}
            choice={choice}
            // A quick fix has its diff in the text already.
            isSaid={reply.text.includes(choice.detail)}
            selected={reply.selected || clicked}
            onSelect={select}
          />
        ))}
      </div>
      {label !== undefined && (
        <div className="jupyter-ctx-badge jupyter-ctx-mod-selected">
          <Words text={trans.__('Selected: %1', label)} />
        </div>
      )}
    </div>
  );
}

type Select = (choice: string) => void;

/** The choice that was clicked until the kernel side knows it, and how to click. */
function useSelection(turn: Turn, reply: Reply): [string, Select] {
  const { assistant, repair, say } = useSurroundings();
  const [clicked, setClicked] = React.useState('');
  // A second click may come before React has drawn the first one.
  const isLocked = React.useRef(false);
  const select = async (choice: string): Promise<void> => {
    if (isLocked.current) {
      return;
    }
    isLocked.current = true;
    setClicked(choice);
    const outcome = await (repair
      ? repair.choose(assistant, turn, choice)
      : assistant.choose(turn.id, reply.id, choice));
    say(remark(outcome, assistant.state));
    isLocked.current = false;
    setClicked('');
  };
  return [clicked, choice => void select(choice)];
}

interface IOption {
  readonly choice: Choice;
  /** Whether the reply's text holds the detail. */
  readonly isSaid: boolean;
  readonly selected: string;
  readonly onSelect: Select;
}

function Option(props: IOption): React.ReactElement {
  const { choice, isSaid, selected, onSelect } = props;
  const isSelected = choice.id === selected;
  const kind = choice.variant === 'primary' ? 'primary' : 'default';
  return (
    <button
      type="button"
      className={`jupyter-ctx-choice jupyter-ctx-mod-${kind}`}
      aria-pressed={isSelected}
      // `disabled` would take the focus away from who has just selected.
      aria-disabled={selected !== ''}
      onClick={selected === '' ? () => onSelect(choice.id) : undefined}
    >
      <span className="jupyter-ctx-choice-label">
        <Words text={choice.label} />
      </span>
      {!isSaid && (
        <span className={detailClass(choice.detail)}>
          <Words text={choice.detail} />
        </span>
      )}
    </button>
  );
}

/** More than one line is code: the diff of a quick fix. */
function detailClass(detail: string): string {
  const name = 'jupyter-ctx-choice-detail';
  return detail.includes('\n') ? `${name} jupyter-ctx-mod-code` : name;
}
