/** The commands of the composer and the keys, as `/help` lists them. */

import * as React from 'react';

import { useSurroundings } from './common';
import { Section } from './section';
import { allCommands } from './slash';
import type { IShortcut } from './ways';

interface IHelp {
  readonly shortcuts: readonly IShortcut[];
  readonly onClose: () => void;
}

export function Help({ shortcuts, onClose }: IHelp): React.ReactElement {
  const { trans } = useSurroundings();
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
