/** The memory files that stand at the head of every request. */

import * as React from 'react';

import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings } from '../common';
import { remark } from '../outcome';
import { Section } from '../section';
import { figure } from '../sentences';

interface IMemory {
  readonly state: IState;
  readonly onClose: () => void;
}

/** Their text as it is sent; it is changed in a cell, as everything else is. */
export function Memory({ state, onClose }: IMemory): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const { memory } = state;
  React.useEffect(() => {
    void assistant.past
      .memory()
      .then(outcome => say(remark(outcome, assistant.state)));
  }, [assistant]);
  const edit = (): void => {
    const { actions } = assistant;
    say(actions.insert(memory?.edit ?? '', 'below', '', '').message);
    onClose();
  };
  return (
    <Section name={trans.__('Memory')} onClose={onClose}>
      {memory?.files.map(file => (
        <details key={file.path} open={memory.files.length === 1}>
          <summary>
            {trans.__('%1 · %2 tokens', file.path, figure(file.tokens))}
          </summary>
          {file.notice && <p className="jupyter-ctx-remark">{file.notice}</p>}
          <pre className="jupyter-ctx-file">{file.text}</pre>
        </details>
      ))}
      {memory?.files.length === 0 && (
        <p className="jupyter-ctx-remark">
          {trans.__(
            'There is none. A JUPYTER_CTX.md beside the notebook or above it is sent with every message.'
          )}
        </p>
      )}
      {memory?.edit && (
        <Button
          label={trans.__('Edit in a cell')}
          hint={trans.__('Insert a cell that writes the file when you run it')}
          onClick={edit}
        />
      )}
    </Section>
  );
}
