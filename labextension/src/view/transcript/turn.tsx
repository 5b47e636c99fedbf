/** One turn: the prompt, and the reply as it is or as it grows. */

import {
  caretLeftIcon,
  caretRightIcon,
  refreshIcon
} from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Live, Reply, Turn } from '../../protocol.generated';

import { badge } from './badges';
import { Choices } from '../choices/choices';
import { addTools } from './code';
import { codeActs } from './codeacts';
import { Button } from '../button';
import { Sentence, useSurroundings, useValue, Words } from '../common';
import { EnclosedNames } from './enclosed';
import { Content } from './content';
import { costLine } from './costs';
import { Controls } from './controls';
import { Editor } from './editor';
import { remark } from '../outcome';
import { activity, answeredBy, ending, place } from '../sentences';

interface ITurn {
  readonly turn: Turn;
  readonly number: number;
  /** How many messages there are. */
  readonly count: number;
  /** Whether it holds the newest prompt of the user. */
  readonly isLatest: boolean;
  readonly isLast: boolean;
  readonly isEditing: boolean;
  /** Edit this turn, or with '' none. */
  readonly onEdit: (turn: string) => void;
}

/** A turn is drawn anew only where it changed: a reply grows ten times a second. */
export const TurnView = React.memo(function TurnView(
  props: ITurn
): React.ReactElement {
  const { trans } = useSurroundings();
  const { turn, isEditing, onEdit } = props;
  return (
    <article
      className={`jupyter-ctx-turn${turn.isHidden ? ' jupyter-ctx-mod-hidden' : ''}`}
      aria-label={trans.__('Message %1', props.number)}
      aria-posinset={props.number}
      aria-setsize={props.count}
      tabIndex={-1}
      data-turn={turn.id}
    >
      {isEditing ? (
        <Editor key={turn.id} turn={turn} onClose={() => onEdit('')} />
      ) : (
        <Prompt turn={turn} />
      )}
      <Answer turn={turn} />
      {!turn.live && !isEditing && (
        <Controls
          key={turn.id}
          turn={turn}
          isLatest={props.isLatest}
          isLast={props.isLast}
          onEdit={() => onEdit(turn.id)}
        />
      )}
    </article>
  );
});

function Answer({ turn }: { readonly turn: Turn }): React.ReactElement {
  const { trans } = useSurroundings();
  const { live, reply } = turn;
  // One reply keeps its text on the page from its first word to its last.
  const id = live?.reply ?? reply?.id;
  return id === undefined ? (
    <p className="jupyter-ctx-remark">
      {trans.__('No reply: the kernel ended first. Regenerate asks again.')}
    </p>
  ) : (
    <Body key={id} turn={turn} />
  );
}

/** What is said so far, or was said. */
function textOf({ live, reply }: Turn): string {
  return live?.text ?? reply?.text ?? '';
}

function Body({ turn }: { readonly turn: Turn }): React.ReactElement {
  const { live, reply } = turn;
  const tools = useCodeTools(turn);
  const ended = live ? null : reply;
  const status = ended ? ` jupyter-ctx-mod-${ended.status}` : '';
  return (
    <div
      className={`jupyter-ctx-reply${status}`}
      aria-busy={live ? true : undefined}
    >
      {live && <Reasoning live={live} />}
      {ended && <Notices reply={ended} />}
      <Content
        key="text"
        text={textOf(turn)}
        isGrowing={live !== null}
        onRendered={tools}
      />
      {live && <Activity live={live} />}
      {ended && <Ended turn={turn} reply={ended} />}
    </div>
  );
}

/** What adds tools to the code of a reply to *turn*. */
function useCodeTools(turn: Turn): (page: HTMLElement) => void {
  const { assistant, trans, say } = useSurroundings();
  const latest = React.useRef(turn);
  latest.current = turn;
  return React.useCallback(
    (page: HTMLElement) => {
      const acts = codeActs(assistant, latest.current, trans, say);
      addTools(page, acts, trans);
    },
    [assistant, turn.id, turn.cell, trans, say]
  );
}

function Prompt({ turn }: { readonly turn: Turn }): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-prompt">
      <div className="jupyter-ctx-prompt-text">
        {turn.forUser ? <Words text={turn.prompt} /> : turn.prompt}
      </div>
      <div className="jupyter-ctx-row">
        {turn.cell && <CellChip cell={turn.cell} />}
        <EnclosedNames turn={turn} />
        {turn.forUser && (
          <span
            className="jupyter-ctx-badge"
            title={trans.__('Sent for you when you selected a choice')}
          >
            {trans.__('your selection')}
          </span>
        )}
        <Badge sent={turn.sent} isHidden={turn.isHidden} />
        <Arrows
          ids={turn.siblings}
          id={turn.id}
          name={trans.__('version of the question')}
          target={id => [id]}
        />
      </div>
    </div>
  );
}

function CellChip({ cell }: { readonly cell: string }): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { actions } = assistant;
  const label = useValue(actions.changed, () => actions.label(cell));
  return (
    <button
      type="button"
      className="jupyter-ctx-chip"
      title={trans.__('Show the cell that this is about')}
      onClick={() => actions.reveal(cell)}
    >
      {label}
    </button>
  );
}

function Badge({
  sent,
  isHidden
}: Pick<Turn, 'sent' | 'isHidden'>): React.ReactElement | null {
  const { trans } = useSurroundings();
  const found = badge(sent, trans, isHidden);
  return (
    found && (
      <span
        className={`jupyter-ctx-badge jupyter-ctx-mod-${sent}`}
        title={found.hint}
      >
        {found.label}
      </span>
    )
  );
}

interface IArrows {
  readonly ids: readonly string[];
  readonly id: string;
  readonly name: string;
  /** What to switch to: a turn, and with alternatives a reply to it. */
  readonly target: (id: string) => [turn: string, reply?: string];
}

function Arrows(props: IArrows): React.ReactElement | null {
  const { assistant, trans, say } = useSurroundings();
  const found = place(props.ids, props.id);
  if (found === null) {
    return null;
  }
  const go = async (id: string): Promise<void> => {
    const outcome = await assistant.switchTo(...props.target(id));
    say(remark(outcome, assistant.state));
  };
  return (
    <span className="jupyter-ctx-arrows" role="group" aria-label={props.name}>
      <Button
        label={trans.__('Previous %1', props.name)}
        icon={caretLeftIcon}
        isBare
        isDisabled={found.before === ''}
        onClick={() => void go(found.before)}
      />
      <span>{found.label}</span>
      <Button
        label={trans.__('Next %1', props.name)}
        icon={caretRightIcon}
        isBare
        isDisabled={found.after === ''}
        onClick={() => void go(found.after)}
      />
    </span>
  );
}

function Reasoning({
  live
}: {
  readonly live: Live;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  return live.reasoning === '' ? null : (
    <details className="jupyter-ctx-reasoning">
      <summary>{trans.__('Reasoning')}</summary>
      <div>{live.reasoning}</div>
    </details>
  );
}

function Activity({ live }: { readonly live: Live }): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <p className="jupyter-ctx-remark jupyter-ctx-mod-busy">
      {trans.__('The model %1', activity(live.activity, trans))}
    </p>
  );
}

function Notices({ reply }: { readonly reply: Reply }): React.ReactElement {
  return (
    <>
      {reply.notices.map((notice, index) => (
        <p key={index} className="jupyter-ctx-remark">
          <Words text={notice} />
        </p>
      ))}
    </>
  );
}

interface IEnded {
  readonly turn: Turn;
  readonly reply: Reply;
}

/** What stands below the text of a reply that has ended. */
function Ended({ turn, reply }: IEnded): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <>
      <Choices turn={turn} reply={reply} />
      <Ending turn={turn} reply={reply} />
      <div className="jupyter-ctx-row jupyter-ctx-meta">
        {reply.sent !== turn.sent && (
          <Badge sent={reply.sent} isHidden={turn.isHidden} />
        )}
        <span>
          {[answeredBy(reply, trans), costLine(reply, trans)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Arrows
          ids={reply.alternatives}
          id={reply.id}
          name={trans.__('version of the reply')}
          target={id => [turn.id, id]}
        />
      </div>
    </>
  );
}

/** How the reply ended, and with a failure the way to try again. */
function Ending({ turn, reply }: IEnded): React.ReactElement | null {
  const { assistant, trans, say } = useSurroundings();
  const sentence = ending(reply, trans);
  if (sentence === '') {
    return null;
  }
  const retry = async (): Promise<void> => {
    say(remark(await assistant.regenerate(turn.id), assistant.state));
  };
  return (
    <div className={`jupyter-ctx-ending jupyter-ctx-mod-${reply.status}`}>
      <Sentence text={sentence} />
      {reply.status === 'failed' && (
        <Button
          label={trans.__('Try again')}
          icon={refreshIcon}
          onClick={() => void retry()}
        />
      )}
    </div>
  );
}
