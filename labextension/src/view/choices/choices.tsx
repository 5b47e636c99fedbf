/** The choices of a reply: one selection, which stays in sight. */

import * as React from 'react';

import type { Choice, Reply, Turn } from '../../protocol.generated';

import { Button } from '../button';
import { useSurroundings, Words } from '../common';
import { takeFresh } from './fresh';
import { isWriting } from '../inuse';
import { Listbox } from './listbox';
import { Modal } from './modal';
import { remark } from '../outcome';

/** What stands for none of the options; the kernel side knows it by this. */
const CANCEL = 'cancel';
const MANY = 5; // options above which a dialog holds a list

interface IChoices {
  readonly turn: Turn;
  readonly reply: Reply;
}

/** The choices under a reply, in its form; after the first selection they are locked. */
export function Choices({ turn, reply }: IChoices): React.ReactElement | null {
  const { trans } = useSurroundings();
  const [clicked, select] = useSelection(turn, reply);
  const asking = useAsking(reply);
  if (reply.choices.length === 0) {
    return null;
  }
  const selected = reply.selected || clicked;
  const label =
    reply.selected === CANCEL
      ? trans.__('Cancel')
      : reply.choices.find(one => one.id === reply.selected)?.label;
  const isAsked = reply.form === 'modal' && selected === '';
  return (
    <div className="jupyter-ctx-choices">
      {isAsked ? (
        <Asked reply={reply} asking={asking} onSelect={select} />
      ) : (
        <Offered
          reply={reply}
          selected={selected}
          isList={reply.form === 'listbox'}
          onSelect={select}
        />
      )}
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
    const outcome = await (repair && choice !== CANCEL
      ? repair.choose(assistant, turn, choice)
      : assistant.choose(turn.id, reply.id, choice));
    say(remark(outcome, assistant.state));
    isLocked.current = false;
    setClicked('');
  };
  return [clicked, choice => void select(choice)];
}

/** How a dialog is shown: not, by itself, or because somebody wanted it. */
type Showing = 'closed' | 'came' | 'wanted';

interface IAsking {
  readonly showing: Showing;
  readonly show: (showing: Showing) => void;
}

/**
 * Whether the dialog of *reply* is open: by itself once, with a new reply in that form.
 *
 * Not over what somebody writes, and not for a reply that was there in another form.
 */
function useAsking(reply: Reply): IAsking {
  const { assistant } = useSurroundings();
  const [showing, show] = React.useState<Showing>('closed');
  const isSeen = React.useRef(false);
  const { id, form } = reply;
  const hasChoices = reply.choices.length > 0;
  React.useLayoutEffect(() => {
    if (!hasChoices || isSeen.current) {
      return;
    }
    isSeen.current = true;
    const isFresh = takeFresh(assistant, id) && form === 'modal';
    // What waits in a cell comes first, and could not be reached below a dialog.
    if (isFresh && assistant.actions.proposals.length === 0 && !isWriting()) {
      show('came');
    }
  }, [assistant, hasChoices, id, form]);
  return { showing, show };
}

interface ISelected {
  readonly reply: Reply;
  readonly onSelect: Select;
}

interface IAsked extends ISelected {
  readonly asking: IAsking;
}

/** What has to be answered: by a dialog, which comes by itself with a new reply. */
function Asked(props: IAsked): React.ReactElement {
  const { trans } = useSurroundings();
  const { reply, asking } = props;
  return (
    <>
      <div className="jupyter-ctx-question">
        <Words
          text={reply.question || trans.__('Nothing goes on without it.')}
        />
      </div>
      <Button
        kind="primary"
        label={trans.__('Answer …')}
        onClick={() => {
          asking.show('wanted');
        }}
      />
      {asking.showing !== 'closed' && <Dialog {...props} />}
    </>
  );
}

/** The choices of a reply with a way out of them, over all else. */
function Dialog({ reply, asking, onSelect }: IAsked): React.ReactElement {
  const { trans } = useSurroundings();
  const { showing, show } = asking;
  const title = React.useId();
  const answer = (choice: string): void => {
    show('closed');
    onSelect(choice);
  };
  const cancel = (): void => answer(CANCEL);
  return (
    <Modal
      title={title}
      isWanted={showing === 'wanted'}
      onCancel={cancel}
      onGone={() => {
        show('closed');
      }}
    >
      <Offered
        reply={reply}
        selected=""
        isList={reply.choices.length > MANY}
        title={title}
        onSelect={answer}
      />
      <Button label={trans.__('Cancel')} onClick={cancel} />
    </Modal>
  );
}

interface IOffered extends ISelected {
  readonly selected: string;
  readonly isList: boolean;
  /** The id that the question gets; it has one of its own without. */
  readonly title?: string;
}

/** The question with its options, as buttons or as a list. */
function Offered(props: IOffered): React.ReactElement {
  const { trans } = useSurroundings();
  const { reply, selected, onSelect } = props;
  const own = React.useId();
  const title = props.title ?? own;
  const isNamed = reply.question !== '' || props.title !== undefined;
  const name = isNamed
    ? { 'aria-labelledby': title }
    : { 'aria-label': trans.__('Choices') };
  // A quick fix has its diff in the text already.
  const isSaid = (choice: Choice): boolean =>
    reply.text.includes(choice.detail);
  return (
    <>
      {isNamed && (
        <div className="jupyter-ctx-question" id={title}>
          <Words text={reply.question || trans.__('Choices')} />
        </div>
      )}
      {props.isList ? (
        <Listbox
          choices={reply.choices}
          selected={selected}
          name={name}
          isSaid={isSaid}
          onSelect={onSelect}
        />
      ) : (
        <div role="group" className="jupyter-ctx-group" {...name}>
          {reply.choices.map(choice => (
            <Option
              key={choice.id}
              choice={choice}
              isSaid={isSaid(choice)}
              selected={selected}
              onSelect={onSelect}
            />
          ))}
        </div>
      )}
    </>
  );
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
