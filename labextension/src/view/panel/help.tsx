/** The commands of the composer and the keys, as `/help` lists them. */

import * as React from 'react';

import { preferences } from '../../settings/preferences';

import { useSurroundings, useValue } from '../common';
import { Section } from '../section';
import type { Trans } from '../sentences';
import { allCommands } from '../composer/slash';
import type { IShortcut } from './ways';

interface IHelp {
  readonly shortcuts: readonly IShortcut[];
  readonly onClose: () => void;
}

export function Help({ shortcuts, onClose }: IHelp): React.ReactElement {
  const { trans } = useSurroundings();
  const { enterSends } = useValue(preferences.changed, () => preferences.value);
  return (
    <Section name={trans.__('Commands')} onClose={onClose}>
      <dl className="jupyter-ctx-help">
        {allCommands(trans).map(command => (
          <React.Fragment key={command.name}>
            <dt>
              <code>/{command.name}</code> {command.usage}
            </dt>
            <dd>{command.hint}</dd>
          </React.Fragment>
        ))}
      </dl>
      <h4>{trans.__('Keys')}</h4>
      <dl className="jupyter-ctx-help">
        {writing(enterSends, trans).map(([keys, label]) => (
          <React.Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </React.Fragment>
        ))}
        {shortcuts.map(({ label, keys }) => (
          <React.Fragment key={`${keys} ${label}`}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{label}</dd>
          </React.Fragment>
        ))}
      </dl>
    </Section>
  );
}

/** The keys of the field, each with what it does. */
function writing(
  enterSends: boolean,
  trans: Trans
): readonly (readonly [string, string])[] {
  const [send, line] = enterSends
    ? ['Enter', 'Shift+Enter']
    : ['Ctrl+Enter', 'Enter'];
  return [
    [send, trans.__('Send, with the cell, cursor and last error')],
    [line, trans.__('New line')],
    ['@', trans.__('Mention a cell, variable, error or file')],
    ['↑', trans.__('Earlier messages')],
    ['Alt+↑', trans.__('Change the last question')]
  ];
}
