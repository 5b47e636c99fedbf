/** The sidebar for one notebook: head, transcript, composer, and who says what. */

import type { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { ISignal } from '@lumino/signaling';
import * as React from 'react';

import type { IState } from '../../talk/state';
import type { IAssistant, IRepair } from '../../tokens';
import { mentioned } from '../../talk/variables';

import { announce } from '../announce';
import { Boundary } from './boundary';
import { Banners, RepairLine, Strip } from './banners';
import { type ISurroundings, Surroundings, useValue } from '../common';
import { Compact } from './compact';
import { Composer } from '../composer/composer';
import { Doctor } from './doctor';
import { type IDraft, useDraft } from '../composer/draftstate';
import { useEditing } from '../transcript/editing';
import { follow } from '../choices/fresh';
import { Header } from './header';
import { Help } from './help';
import { Looking } from '../inspector/looking';
import { Instruct } from './instruct';
import { Memory } from './memory';
import { Models } from './models';
import { carried, isPreviewable } from '../outcome';
import { Privacy } from '../composer/privacy';
import { SavedList } from './saved';
import type { Trans } from '../sentences';
import type { Opened } from '../composer/slashrun';
import { StaleList } from './stale';
import { Transcript } from '../transcript/transcript';
import type { IShortcut } from './ways';
import { Welcome } from './welcome';

/** What the panel asks of the conversation that it shows. */
export type Wish = 'compose' | 'search' | 'next' | 'previous' | Shown;

type Shown =
  | 'context'
  | 'variables'
  | 'compact'
  | 'saved'
  | 'doctor'
  | 'memory'
  | 'help'
  | 'models'
  | 'privacy'
  | 'stale'
  | 'instruct';

export interface IConversation {
  readonly assistant: IAssistant;
  readonly trans: Trans;
  readonly rendermime: IRenderMimeRegistry;
  readonly repair: IRepair | null;
  readonly isVisible: boolean;
  /** Something is asked for. */
  readonly wishes: ISignal<unknown, void>;
  readonly onMenu: (below: HTMLElement) => void;
  /** The keys of our commands, as they are set now. */
  readonly shortcuts: () => readonly IShortcut[];
  /** What was asked for before this was drawn; it is asked for once. */
  readonly takeWish: () => Wish | null;
}

const PREVIEW_WAIT = 600; // milliseconds without a key before tokens are counted

export function Conversation(props: IConversation): React.ReactElement {
  const { assistant, trans, rendermime, repair } = props;
  // Before the state is read: what is drawn asks which reply is new.
  React.useEffect(() => follow(assistant), [assistant]);
  const state = useValue(assistant.changed, () => assistant.state);
  const { said, say, close } = useSaid(state);
  const around = React.useMemo<ISurroundings>(
    () => ({ assistant, trans, rendermime, repair, say }),
    [assistant, trans, rendermime, repair, say]
  );
  return (
    <Surroundings.Provider value={around}>
      <Boundary trans={trans}>
        <Page {...props} state={state} say={say} />
        {repair && <RepairLine repair={repair} />}
        <Strip text={said} onClose={close} />
        <Announcer state={state} said={said} trans={trans} />
      </Boundary>
    </Surroundings.Provider>
  );
}

interface IPage extends IConversation {
  readonly state: IState;
  readonly say: (message: string) => void;
}

function Page(props: IPage): React.ReactElement {
  const { assistant, state, say } = props;
  const [open, setOpen] = React.useState<Part | null>(null);
  const [editing, setEditing] = useEditing(assistant, state);
  const [isSearching, setIsSearching] = React.useState(false);
  const step = React.useRef<((by: 1 | -1) => void) | null>(null);
  const field = React.useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(assistant, state, say);
  const [keep, setKeep] = React.useState('');
  const toggle = (part: Part) => () => setOpen(open === part ? null : part);
  const unfold = (part: Part, text: string): void => {
    setKeep(text);
    setOpen(part);
  };
  const fold = (): void => setOpen(null);
  const show = (part: Part): void => {
    setKeep('');
    setOpen(part);
  };
  const search = (): void => setIsSearching(true);
  const stage = { draft, field, step, search, show };
  useWishes(props, wish => grant(wish, stage));
  usePreview(props, draft.text, open === 'context');
  const parts = { open, toggle, edit: setEditing, keep, unfold, fold };
  return (
    <>
      <Top {...props} {...parts} />
      <Transcript
        state={state}
        pending={draft.pending}
        editing={editing}
        onEdit={setEditing}
        empty={<Welcome state={state} />}
        isSearching={isSearching}
        onSearch={setIsSearching}
        step={step}
      />
      <Bottom {...props} {...parts} draft={draft} fieldRef={field} />
    </>
  );
}

interface IStage {
  readonly draft: IDraft;
  readonly field: React.RefObject<HTMLTextAreaElement>;
  readonly step: React.RefObject<((by: 1 | -1) => void) | null>;
  readonly search: () => void;
  readonly show: (part: Part) => void;
}

/** Do what the panel asks for. */
function grant(wish: Wish, stage: IStage): void {
  switch (wish) {
    case 'compose':
      stage.draft.reload();
      stage.field.current?.focus();
      return;
    case 'search':
      stage.search();
      return;
    case 'next':
    case 'previous':
      stage.step.current?.(wish === 'next' ? 1 : -1);
      return;
    default:
      stage.show(wish);
  }
}

/** What can be unfolded; one of them at a time, for a narrow panel. */
type Part = Shown | Opened;

interface IParts extends IPage {
  readonly open: Part | null;
  readonly toggle: (part: Part) => () => void;
  readonly edit: (turn: string) => void;
  /** What a compaction shall keep, as it was typed. */
  readonly keep: string;
  readonly unfold: (part: Part, text: string) => void;
  /** Close what is unfolded, and go on writing. */
  readonly fold: () => void;
}

function Top(props: IParts): React.ReactElement {
  const { state, open, toggle } = props;
  return (
    <>
      <Header
        state={state}
        isPicking={open === 'models'}
        onPick={toggle('models')}
        isStaleShown={open === 'stale'}
        onStale={toggle('stale')}
        onMenu={props.onMenu}
      />
      <Banners state={state} />
      {open === 'models' && (
        <Models state={state} onDone={toggle('models')} isUnfolded />
      )}
      {open === 'stale' && (
        <StaleList state={state} onClose={toggle('stale')} />
      )}
    </>
  );
}

interface IBottom extends IParts {
  readonly draft: IDraft;
  readonly fieldRef: React.RefObject<HTMLTextAreaElement>;
}

function Bottom(props: IBottom): React.ReactElement {
  const { state, open, toggle, draft } = props;
  return (
    <>
      {(open === 'context' || open === 'variables') && (
        <Looking
          look={open}
          state={state}
          prompt={draft.text}
          onLook={look => props.unfold(look, '')}
          onMention={name => {
            draft.change(mentioned(draft.text, name));
            props.say(props.trans.__('@%1 is in the question now.', name));
          }}
          onClose={toggle(open)}
        />
      )}
      {open === 'privacy' && (
        <Privacy state={state} onClose={toggle('privacy')} />
      )}
      <Asked {...props} />
      <Composer
        state={state}
        draft={draft}
        fieldRef={props.fieldRef}
        isContextShown={open === 'context'}
        onContext={toggle('context')}
        isPrivacyShown={open === 'privacy'}
        onPrivacy={toggle('privacy')}
        onEdit={props.edit}
        onOpen={props.unfold}
      />
    </>
  );
}

/** What a command or the menu asked for. */
function Asked(props: IParts): React.ReactElement | null {
  const { state, keep, fold } = props;
  switch (props.open) {
    case 'compact':
      return <Compact state={state} keep={keep} onClose={fold} />;
    case 'saved':
      return <SavedList state={state} onClose={fold} />;
    case 'memory':
      return <Memory state={state} onClose={fold} />;
    case 'help':
      return <Help shortcuts={props.shortcuts()} onClose={fold} />;
    case 'doctor':
      return <Doctor state={state} onClose={fold} />;
    case 'instruct':
      return <Instruct state={state} onClose={fold} />;
    default:
      return null;
  }
}

interface ISaid {
  readonly said: string;
  readonly say: (message: string) => void;
  readonly close: () => void;
}

/** The one sentence in the strip; a new one takes the place of the old one. */
function useSaid(state: IState): ISaid {
  const [said, say] = React.useState('');
  // A new request clears what the last one had to say, whoever makes it.
  const news = state.failure || state.note;
  React.useEffect(() => {
    say(news);
  }, [news]);
  const isShown = state.turns.some(turn => turn.reply?.failure === said);
  const close = React.useCallback(() => {
    say('');
  }, []);
  return { said: isShown ? '' : said, say, close };
}

function useWishes(props: IConversation, grant: (wish: Wish) => void): void {
  const latest = React.useRef(grant);
  latest.current = grant;
  const { wishes, takeWish } = props;
  React.useEffect(() => {
    const onWish = (): void => {
      const wish = takeWish();
      if (wish !== null) {
        latest.current(wish);
      }
    };
    wishes.connect(onWish);
    onWish();
    return () => {
      wishes.disconnect(onWish);
    };
  }, [wishes, takeWish]);
}

/** Count what *prompt* would send, a moment after the last change of it. */
function usePreview(props: IPage, prompt: string, isOpen: boolean): void {
  const { assistant, state, isVisible } = props;
  const isDue = isVisible && isPreviewable(state);
  const run = state.kernel?.run ?? 0;
  // Another model or level sends something else.
  const model = `${state.model?.name} ${state.model?.privacy}`;
  const along = carried(state);
  const { desk, panel } = assistant;
  const enclosed = useValue(desk.changed, () => desk.enclosed);
  const { content } = panel;
  const cell = useValue(
    content.activeCellChanged,
    () => content.activeCell?.model.id ?? ''
  );
  React.useEffect(() => {
    if (!isDue) {
      return;
    }
    const timer = window.setTimeout(() => {
      void assistant.preview(prompt);
    }, PREVIEW_WAIT);
    return () => {
      window.clearTimeout(timer);
    };
  }, [assistant, prompt, isDue, run, model, cell, along, enclosed, isOpen]);
}

interface IAnnouncer {
  readonly state: IState;
  readonly said: string;
  readonly trans: Trans;
}

/** The polite live region. */
function Announcer({ state, said, trans }: IAnnouncer): React.ReactElement {
  const before = React.useRef(state);
  const [text, setText] = React.useState('');
  React.useEffect(() => {
    const news = announce(before.current, state, trans);
    before.current = state;
    if (news !== '') {
      setText(news);
    }
  }, [state, trans]);
  React.useEffect(() => {
    if (said !== '') {
      setText(said);
    }
  }, [said]);
  return (
    <div className="jupyter-ctx-live" role="status" aria-live="polite">
      {text}
    </div>
  );
}
