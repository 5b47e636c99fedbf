/** What leaves this machine, where to, and how much of it may: said and picked here. */

import { caretDownIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Model } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings, Words } from '../common';
import { remark } from '../outcome';
import { Outranked } from '../outranked';
import { Section } from '../section';
import { levelName, maskedLine, modelName } from '../sentences';

interface ILine {
  readonly state: IState;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One line below the field: the level, where to, and what is masked. */
export function PrivacyLine(props: ILine): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { model, context } = props.state;
  const level = model?.levels.find(({ name }) => name === model.privacy);
  if (!model || level === undefined) {
    return null;
  }
  const masked = maskedLine(context?.masked ?? [], trans);
  return (
    <div className="jupyter-ctx-privacy-line">
      <Button
        icon={caretDownIcon}
        label={levelName(level, trans)}
        hint={trans.__('What may be sent; click to change')}
        isExpanded={props.isOpen}
        onClick={props.onToggle}
      />
      <span className="jupyter-ctx-fine">
        {model.where} {masked}
      </span>
    </div>
  );
}

interface IPrivacy {
  readonly state: IState;
  readonly onClose: () => void;
}

/** The levels; what is picked counts for this model in this conversation. */
export function Privacy({ state, onClose }: IPrivacy): React.ReactElement {
  const { trans } = useSurroundings();
  const { model } = state;
  return (
    <Section name={trans.__('What may be sent')} onClose={onClose}>
      {model && <Levels model={model} />}
      <Masked state={state} />
      <Outranked state={state} names={['privacy']} />
    </Section>
  );
}

function Levels({ model }: { readonly model: Model }): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const pick = async (level: string): Promise<void> => {
    const outcome = await assistant.setPrivacy(level);
    say(remark(outcome, assistant.state));
  };
  return (
    <>
      <ul className="jupyter-ctx-options" aria-label={trans.__('Levels')}>
        {model.levels.map(({ name, label, detail }) => (
          <li key={name}>
            <button
              type="button"
              className="jupyter-ctx-choice jupyter-ctx-mod-default"
              aria-pressed={name === model.privacy}
              onClick={() => void pick(name)}
            >
              <span className="jupyter-ctx-choice-label">
                {levelName({ name, label }, trans)}
              </span>
              <span className="jupyter-ctx-choice-detail">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="jupyter-ctx-remark jupyter-ctx-mod-below">
        {model.where}{' '}
        {trans.__(
          'The level counts for %1 in this conversation. Questions and replies go along whatever it is; a new conversation leaves them behind.',
          modelName(model, trans)
        )}
      </p>
    </>
  );
}

/** What stands masked in the next message, by name. */
function Masked({
  state
}: {
  readonly state: IState;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const { context } = state;
  if (context === null) {
    return null;
  }
  const names = context.masked.map(name => `\`${name}\``).join(', ');
  return (
    <p className="jupyter-ctx-remark">
      <Words
        text={
          names === ''
            ? trans.__(
                'Secrets are masked on every level; none was found in the next message.'
              )
            : trans.__('Masked in the next message: %1.', names)
        }
      />
    </p>
  );
}
