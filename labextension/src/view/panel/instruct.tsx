/** A field for a standing instruction, with those that stand already. */

import * as React from 'react';

import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { Field } from '../field';
import { Instructions } from '../composer/instructions';
import { remark } from '../outcome';
import { Section } from '../section';

interface IInstruct {
  readonly state: IState;
  readonly onClose: () => void;
}

/** What is written here goes with every message, until it is taken back. */
export function Instruct({ state, onClose }: IInstruct): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const [text, setText] = React.useState('');
  const field = React.useRef<HTMLTextAreaElement>(null);
  React.useEffect(() => field.current?.focus(), []);
  const add = async (): Promise<void> => {
    if (text.trim() === '') {
      return;
    }
    const outcome = await assistant.past.instruct(text.trim());
    say(remark(outcome, assistant.state));
    if (outcome.kind === 'done') {
      setText('');
      onClose();
    }
  };
  return (
    <Section name={trans.__('Standing instructions')} onClose={onClose}>
      <p className="jupyter-ctx-remark">
        {trans.__(
          'What stands here goes with every message, word for word, whatever is summarised.'
        )}
      </p>
      <Instructions instructions={state.history.instructions} />
      <Field
        ref={field}
        value={text}
        label={trans.__('New instruction')}
        placeholder={trans.__('Answer in one sentence.')}
        onChange={setText}
        onSend={() => void add()}
        onEscape={onClose}
      />
      <div className="jupyter-ctx-row">
        <Button
          kind="primary"
          label={trans.__('Add')}
          isDisabled={text.trim() === ''}
          onClick={() => void add()}
        />
      </div>
    </Section>
  );
}
