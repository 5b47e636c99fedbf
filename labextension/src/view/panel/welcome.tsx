/** What an empty conversation shows: what works now, and what it takes for more. */

import * as React from 'react';

import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { Models } from './models';
import { remark } from '../outcome';

interface IWelcome {
  readonly state: IState;
}

/** The first-run card; it stays until there is a conversation. */
export function Welcome({ state }: IWelcome): React.ReactElement {
  const { trans } = useSurroundings();
  const { model } = state;
  const isModelFree = model === null || model.isModelFree;
  return (
    <section className="jupyter-ctx-card" aria-label={trans.__('To begin')}>
      <h3>{trans.__('Ask about this notebook')}</h3>
      <p>
        {trans.__(
          'The variables as they are now, the cells as they ran and the last error go along, as far as the token budget allows. You can see beforehand what is sent.'
        )}
      </p>
      <OpenError state={state} />
      {isModelFree && state.phase === 'ready' && (
        <>
          <h4>{trans.__('Works now, without a model')}</h4>
          <ul>
            <li>{trans.__('quick fixes for errors, from the live kernel')}</li>
            <li>{trans.__('facts about variables, columns and types')}</li>
          </ul>
          <h4>{trans.__('For answers in words, pick a model')}</h4>
          <Models state={state} onDone={() => undefined} />
        </>
      )}
    </section>
  );
}

/** One click to the open error, where there is one. */
function OpenError({ state }: IWelcome): React.ReactElement | null {
  const { trans } = useSurroundings();
  const error = state.kernel?.error ?? '';
  const act = useErrorAct(error);
  return error === '' ? null : (
    <div className="jupyter-ctx-error">
      <code>{error}</code>
      <div className="jupyter-ctx-row">
        <Button
          kind="primary"
          label={trans.__('Fix')}
          onClick={() => void act('fix')}
        />
        <Button
          label={trans.__('Explain')}
          onClick={() => void act('explain')}
        />
      </div>
    </div>
  );
}

type ErrorAct = 'fix' | 'explain';

/** The repair of the cell that shows *error*; without that cell a plain question. */
function useErrorAct(error: string): (kind: ErrorAct) => Promise<void> {
  const { assistant, repair, trans, say } = useSurroundings();
  return async kind => {
    const { actions, panel } = assistant;
    const failed = panel.content.widgets
      .map(cell => cell.model.id)
      .filter(cell => actions.failure(cell) === error)
      .pop();
    if (repair !== null && failed !== undefined) {
      await repair[kind](assistant, failed);
      return;
    }
    const prompt =
      kind === 'fix'
        ? trans.__('Fix this error.')
        : trans.__('Explain this error.');
    say(remark(await assistant.ask(prompt, { kind }), assistant.state));
  };
}
