/** The commands of the composer, as `/help` lists them. */

import * as React from 'react';

import { useSurroundings } from './common';
import { Section } from './section';
import { allCommands } from './slash';

export function Help({
  onClose
}: {
  readonly onClose: () => void;
}): React.ReactElement {
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
    </Section>
  );
}
