/** The field that looks for words in the conversation, drawn or not. */

import {
  caretDownIcon,
  caretUpIcon,
  closeIcon
} from '@jupyterlab/ui-components';
import * as React from 'react';

import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { clear, mark } from '../text/highlight';
import { find, type IHit, nearest, placeOf } from '../text/search';
import type { ISteps } from './steps';
import type { Trans } from '../sentences';

const WAIT = 150; // milliseconds without a key before it is looked for
const LAID = 100; // milliseconds until rows that came are laid out

interface ISearch {
  readonly state: IState;
  /** Where the messages are drawn. */
  readonly box: React.RefObject<HTMLElement>;
  readonly steps: ISteps;
  readonly onClose: () => void;
}

/** Enter goes to the next place, Shift+Enter to the one before, Esc closes. */
export function Search(props: ISearch): React.ReactElement {
  const { trans } = useSurroundings();
  const [text, setText] = React.useState('');
  const field = React.useRef<HTMLInputElement>(null);
  useFocusBack(field);
  const words = useSlow(text);
  const found = useHits(props, words);
  const { hits, now, go } = found;
  useMarks(props.box, text, hits[now]);
  return (
    <div
      className="jupyter-ctx-search"
      role="search"
      aria-label={trans.__('Search in this conversation')}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          props.onClose();
        }
      }}
    >
      <input
        ref={field}
        type="search"
        className="jupyter-ctx-input"
        aria-label={trans.__('Search in this conversation')}
        placeholder={trans.__('Search')}
        data-lm-suppress-shortcuts="true"
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <span className="jupyter-ctx-fine" role="status">
        {text === words ? count(words, found, trans) : ''}
      </span>
      <Acts isNone={hits.length === 0} go={go} onClose={props.onClose} />
    </div>
  );
}

interface IActs {
  readonly isNone: boolean;
  readonly go: (by: 1 | -1) => void;
  readonly onClose: () => void;
}

function Acts({ isNone, go, onClose }: IActs): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <>
      <Button
        label={trans.__('Previous place')}
        icon={caretUpIcon}
        isBare
        isDisabled={isNone}
        onClick={() => go(-1)}
      />
      <Button
        label={trans.__('Next place')}
        icon={caretDownIcon}
        isBare
        isDisabled={isNone}
        onClick={() => go(1)}
      />
      <Button
        label={trans.__('Close search')}
        icon={closeIcon}
        isBare
        onClick={onClose}
      />
    </>
  );
}

function count(words: string, found: IHits, trans: Trans): string {
  const { hits, now, past } = found;
  if (words.trim() === '') {
    return '';
  }
  if (past === 'coming' || (now < 0 && hits.length > 0)) {
    return trans.__('searching…');
  }
  const all = hits.length;
  const line =
    all === 0 ? trans.__('not found') : trans.__('%1 of %2', now + 1, all);
  return past === 'missing'
    ? trans.__('%1; older messages could not be loaded', line)
    : line;
}

/** Take the focus, and give it back to where it was. */
function useFocusBack(field: React.RefObject<HTMLInputElement>): void {
  React.useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    field.current?.focus();
    return () => {
      // Only if nobody else has taken it on purpose.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) {
          before?.focus();
        }
      });
    };
  }, [field]);
}

/** *text* as it was when nobody had pressed a key for a moment. */
function useSlow(text: string): string {
  const [slow, setSlow] = React.useState(text);
  React.useEffect(() => {
    const timer = window.setTimeout(() => setSlow(text), WAIT);
    return () => window.clearTimeout(timer);
  }, [text]);
  return slow;
}

interface IHits {
  readonly hits: readonly IHit[];
  /** Which of them is shown; -1 for none. */
  readonly now: number;
  readonly past: Past;
  readonly go: (by: 1 | -1) => void;
}

/** Whether the messages are all here, are loaded, or cannot be. */
type Past = 'here' | 'coming' | 'missing';

/** The places of *words*, and the one that is shown; all messages are looked at. */
function useHits({ state, steps }: ISearch, words: string): IHits {
  const { turns, before } = state;
  const past = usePast(before, words.trim() !== '');
  const hits = React.useMemo(
    () => find(turns, words, before),
    [turns, words, before]
  );
  const [chosen, choose] = React.useState<IChosen | null>(null);
  const hit = chosen?.words === words ? chosen.hit : null;
  const now = hit === null ? -1 : placeOf(hits, hit);
  const show = (place: number): void => {
    const hit = hits[place];
    if (hit !== undefined) {
      choose({ words, hit });
      steps.show(hit.index);
    }
  };
  const all = hits.length;
  const begin = (): void => show(nearest(hits, steps.current()));
  React.useEffect(() => {
    // What is found before all is there may not be what is nearest.
    if (past === 'coming' || hit !== null) {
      return;
    }
    // Rows that have just come are laid out first, which holds the old place.
    const timer = window.setTimeout(begin, LAID);
    return () => window.clearTimeout(timer);
  }, [words, past, all > 0]);
  return {
    hits,
    now,
    past,
    go: by => (now < 0 ? begin() : show((now + by + all) % all))
  };
}

/** The place that is shown, while these *words* are looked for. */
interface IChosen {
  readonly words: string;
  readonly hit: IHit;
}

/** Load the *before* messages that the page does not hold, where that *isWanted*. */
function usePast(before: number, isWanted: boolean): Past {
  const { assistant, say } = useSurroundings();
  const [isMissing, setMissing] = React.useState(false);
  const isDue = isWanted && before > 0;
  React.useEffect(() => {
    if (!isDue) {
      return;
    }
    let isOver = false;
    setMissing(false);
    void assistant.past.older(before).then(outcome => {
      if (!isOver && outcome.kind !== 'done') {
        setMissing(true);
        say(outcome.message);
      }
    });
    return () => {
      isOver = true;
    };
  }, [assistant, isDue]);
  if (!isDue) {
    return 'here';
  }
  return isMissing ? 'missing' : 'coming';
}

/** Mark the places that are drawn, now and as others are drawn. */
function useMarks(
  box: React.RefObject<HTMLElement>,
  words: string,
  now: IHit | undefined
): void {
  const latest = React.useRef({ words, now });
  latest.current = { words, now };
  const draw = React.useCallback(() => {
    if (box.current !== null) {
      mark(box.current, latest.current.words, latest.current.now);
    }
  }, [box]);
  React.useEffect(() => {
    // Once the rows are held in place again, after the page was laid out.
    const later = (): void => {
      requestAnimationFrame(() => window.setTimeout(draw));
    };
    const watcher = new MutationObserver(later);
    if (box.current !== null) {
      const what = { childList: true, characterData: true, subtree: true };
      watcher.observe(box.current, what);
    }
    return () => {
      watcher.disconnect();
      clear();
    };
  }, [box, draw]);
  React.useEffect(() => {
    requestAnimationFrame(() => window.setTimeout(draw));
  }, [draw, words, now?.index, now?.nth]);
}
