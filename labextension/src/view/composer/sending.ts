/** What Enter does with what is written: a command, a message, or one that waits. */

import { lost } from '../../talk/queue';
import type { IAssistant } from '../../tokens';

import { useSurroundings } from '../common';
import type { IComposer } from './composer';
import type { IDraft } from './draftstate';
import { isAnswering } from '../outcome';
import type { Trans } from '../sentences';
import { allCommands, isAsking, planGoal, read, unescaped } from './slash';
import { CHANGING, runCommand, unfit } from './slashrun';

/** Gives what sends; *isHere* where the place of the user is to go along for sure. */
export function useSending(props: IComposer): (isHere: boolean) => void {
  const { assistant, trans, say, repair } = useSurroundings();
  const { draft, state, onOpen } = props;
  const { text } = draft;
  const all = allCommands(trans);

  const command = (): boolean => {
    const stage = { assistant, repair, trans, say, open: onOpen };
    const ran = runCommand(text, stage);
    if (ran === null) {
      return false;
    }
    draft.change('');
    void ran.then(how => {
      if (how === 'done') {
        assistant.desk.remember(text);
      } else if (assistant.draft === '') {
        draft.change(text);
      }
    });
    return true;
  };

  return isHere => {
    if (text.trim() === '') {
      if (assistant.desk.enclosed.length > 0) {
        say(trans.__('Write what you want to know of it.'));
      }
      return;
    }
    const missing = lacking(text, assistant, trans);
    if (missing !== '') {
      say(missing);
      return;
    }
    const isLive = isAnswering(state);
    if (!(isLive && later(draft, assistant, trans, say)) && !command()) {
      const focus = isHere ? assistant.actions.focus() : undefined;
      draft.send(focus, { text: unescaped(text, all) });
    }
  };
}

/** What to say where a file is gone that *text* would take along; else ''. */
function lacking(text: string, { desk }: IAssistant, trans: Trans): string {
  const typed = read(text, allCommands(trans));
  const isSent = typed === null || ('name' in typed && isAsking(typed.name));
  const names = lost(desk.enclosed).map(one => one.name);
  return isSent && names.length > 0
    ? trans.__(
        'Too large to be kept over a reload: %1. Add it again, or remove it.',
        names.join(', ')
      )
    : '';
}

/** While a reply is made: let a command wait, or say why not; else it runs now. */
function later(
  draft: IDraft,
  assistant: IAssistant,
  trans: Trans,
  say: (message: string) => void
): boolean {
  const typed = read(draft.text, allCommands(trans));
  if (typed === null || 'unknown' in typed) {
    return false;
  }
  if (unfit(typed, assistant, trans) !== '') {
    return false;
  }
  const { name, rest } = typed;
  if (CHANGING.has(name)) {
    say(trans.__('Wait for the reply, or stop it, before /%1.', name));
    return true;
  }
  if (rest === '' || !isAsking(name)) {
    return false;
  }
  const as = name === 'plan' ? planGoal(rest) : rest;
  draft.send(undefined, { text: as, kind: name });
  return true;
}
