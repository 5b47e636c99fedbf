/** Who answers: the picker, a name and address of one's own, and the key. */

import * as React from 'react';

import type { Model, Option } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { useSurroundings } from '../common';
import { useFocusHeir, useFocusOnCommand } from '../focus';
import { remark } from '../outcome';
import { Outranked } from '../outranked';

interface IModels {
  readonly state: IState;
  readonly onDone: () => void;
  /** Whether it stands there only for as long as one picks. */
  readonly isUnfolded?: boolean;
}

/** Settings of JupyterLab that are about who answers. */
const OF_MODELS = ['model', 'apiBase', 'profile', 'budget', 'maxTokens'];

/** The picker; what is picked answers from the next message on. */
export function Models(props: IModels): React.ReactElement {
  const { trans } = useSurroundings();
  const { onDone, isUnfolded = false } = props;
  const box = React.useRef<HTMLDivElement>(null);
  const none = React.useRef<HTMLDivElement>(null);
  useFocusOnCommand(isUnfolded ? box : none);
  useFocusHeir(box, 'button');
  return (
    <div
      ref={box}
      className="jupyter-ctx-models"
      role="group"
      aria-label={trans.__('Who answers')}
      tabIndex={-1}
      onKeyDown={event => {
        if (isUnfolded && event.key === 'Escape') {
          event.stopPropagation();
          onDone();
        }
      }}
    >
      <Picker {...props} />
    </div>
  );
}

function Picker({ state, onDone }: IModels): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const pick = async (name: string, apiBase: string): Promise<void> => {
    const outcome = await assistant.setModel(name, apiBase);
    say(remark(outcome, assistant.state));
    if (outcome.kind === 'done' && !needsKey(assistant.state.model)) {
      onDone();
    }
  };
  return (
    <>
      {state.model?.problem && (
        <p className="jupyter-ctx-remark">{state.model.problem}</p>
      )}
      {state.options.length > 0 && (
        <ul className="jupyter-ctx-options" aria-label={trans.__('Models')}>
          {state.options.map(option => (
            <li key={`${option.name} ${option.apiBase}`}>
              <button
                type="button"
                className="jupyter-ctx-choice jupyter-ctx-mod-default"
                aria-pressed={isCurrent(option, state.model)}
                onClick={() => void pick(option.name, option.apiBase)}
              >
                <span className="jupyter-ctx-choice-label">{option.label}</span>
                {option.hint && (
                  <span className="jupyter-ctx-choice-detail">
                    {option.hint}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <OwnModel onPick={pick} />
      {needsKey(state.model) && <Key model={state.model} />}
      <Outranked state={state} names={OF_MODELS} />
    </>
  );
}

function isCurrent(option: Option, model: Model | null): boolean {
  return model?.profile
    ? option.name === `profile:${model.profile}`
    : option.name === model?.name;
}

function needsKey(model: Model | null): model is Model {
  return model !== null && model.provider !== '' && !model.hasKey;
}

interface IOwnModel {
  readonly onPick: (name: string, apiBase: string) => Promise<void>;
}

function OwnModel({ onPick }: IOwnModel): React.ReactElement {
  const { trans } = useSurroundings();
  const [name, setName] = React.useState('');
  const [apiBase, setApiBase] = React.useState('');
  return (
    <form
      className="jupyter-ctx-form"
      onSubmit={event => {
        event.preventDefault();
        if (name.trim() !== '') {
          void onPick(name.trim(), apiBase.trim());
          setName('');
          setApiBase('');
        }
      }}
    >
      <Input
        label={trans.__('Another model')}
        placeholder="gpt-4o"
        value={name}
        onChange={setName}
      />
      <Input
        label={trans.__('Address, for a server of your own')}
        placeholder="http://127.0.0.1:8000/v1"
        value={apiBase}
        onChange={setApiBase}
      />
      <Submit
        label={trans.__('Use this model')}
        kind="plain"
        isDisabled={name.trim() === ''}
      />
    </form>
  );
}

interface IInput {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Input(props: IInput): React.ReactElement {
  return (
    <label className="jupyter-ctx-label">
      {props.label}
      <input
        type="text"
        className="jupyter-ctx-input"
        data-lm-suppress-shortcuts="true"
        spellCheck={false}
        placeholder={props.placeholder}
        value={props.value}
        onChange={event => {
          props.onChange(event.target.value);
        }}
      />
    </label>
  );
}

interface ISubmit {
  readonly label: string;
  readonly kind: 'primary' | 'plain';
  readonly isDisabled: boolean;
}

function Submit({ label, kind, isDisabled }: ISubmit): React.ReactElement {
  return (
    <div className="jupyter-ctx-row">
      <button
        type="submit"
        className={`jupyter-ctx-button jupyter-ctx-mod-${kind}`}
        aria-disabled={isDisabled}
      >
        {label}
      </button>
    </div>
  );
}

/** The key of a provider; it leaves this field the moment that it is sent. */
function Key({ model }: { readonly model: Model }): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const field = React.useRef<HTMLInputElement>(null);
  React.useEffect(() => {
    // It appears when a model is picked: the next thing to fill in.
    field.current?.scrollIntoView({ block: 'nearest' });
  }, [model.provider]);
  const save = async (): Promise<void> => {
    const key = field.current?.value.trim() ?? '';
    if (key === '' || field.current === null) {
      return;
    }
    field.current.value = '';
    const outcome = await assistant.saveKey(model.provider, key);
    say(remark(outcome, assistant.state));
  };
  return (
    <form
      className="jupyter-ctx-form"
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="jupyter-ctx-label">
        {trans.__('Key for %1', model.provider)}
        <input
          ref={field}
          type="password"
          className="jupyter-ctx-input"
          autoComplete="off"
          data-lm-suppress-shortcuts="true"
        />
      </label>
      <div className="jupyter-ctx-fine">
        {trans.__(
          'Kept in a file on the kernel’s machine that only you can read; never in the notebook or in settings.'
        )}
      </div>
      <Submit label={trans.__('Save key')} kind="primary" isDisabled={false} />
    </form>
  );
}
