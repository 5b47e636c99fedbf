/** The line between what is summarised and what is sent word for word. */

import { caretDownIcon, undoIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import type { Compaction } from '../../protocol.generated';

import { Button } from '../button';
import { useSurroundings, Words } from '../common';
import { Content } from './content';
import { remark } from '../outcome';
import { useFocusHeir } from '../focus';
import { bare, madeBy, summaryLine } from './condensing';

/** Says how many messages are summarised; opens the text that stands for them. */
export function Summary({
  compaction
}: {
  readonly compaction: Compaction;
}): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const [isOpen, setIsOpen] = React.useState(false);
  const box = React.useRef<HTMLElement>(null);
  useFocusHeir(box, 'button');
  const restore = async (): Promise<void> => {
    say(remark(await assistant.past.restore(), assistant.state));
  };
  return (
    <section
      ref={box}
      className="jupyter-ctx-summary"
      aria-label={trans.__('Summary of earlier messages')}
    >
      <div className="jupyter-ctx-row jupyter-ctx-mod-spread">
        <Button
          icon={caretDownIcon}
          label={summaryLine(compaction, trans)}
          hint={trans.__('Show the text that is sent in their place')}
          isExpanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <Button
          icon={undoIcon}
          label={trans.__('Undo')}
          hint={trans.__('Send the messages themselves again')}
          isBare
          onClick={() => void restore()}
        />
      </div>
      {isOpen && <Opened compaction={compaction} />}
    </section>
  );
}

function Opened({
  compaction
}: {
  readonly compaction: Compaction;
}): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <div className="jupyter-ctx-summary-text">
      <p className="jupyter-ctx-remark">{madeBy(compaction, trans)}</p>
      {compaction.notices.map((notice, index) => (
        <p key={index} className="jupyter-ctx-remark">
          <Words text={notice} />
        </p>
      ))}
      <Content text={bare(compaction.text)} />
    </div>
  );
}
