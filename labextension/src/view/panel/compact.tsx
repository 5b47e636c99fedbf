/** Compacting by hand: what would become of the older messages, steered and done. */

import * as React from 'react';

import type { CompactionPreview } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { useSurroundings, Words } from '../common';
import { bare } from '../transcript/condensing';
import { Content } from '../transcript/content';
import { Field } from '../field';
import { remark } from '../outcome';
import { Section } from '../section';
import { figure } from '../sentences';

interface ICompact {
  readonly state: IState;
  /** What to keep, as it was typed with the command. */
  readonly keep: string;
  readonly onClose: () => void;
}

/** The preview comes by itself; nothing changes before Compact is pressed. */
export function Compact(props: ICompact): React.ReactElement {
  const { assistant, trans } = useSurroundings();
  const { keep, setKeep, seen, isBusy, look, compact } = useCompacting(props);
  const preview = isBusy ? null : props.state.compacting;
  const field = React.useRef<HTMLTextAreaElement>(null);
  React.useEffect(() => field.current?.focus(), []);
  const leave = (): void => {
    if (isBusy) {
      // A model may be at work for it.
      void assistant.stop();
    }
    props.onClose();
  };
  const canCompact = Boolean(preview?.compaction) && keep === seen;
  return (
    <Section name={trans.__('Summarise older messages')} onClose={leave}>
      <Field
        ref={field}
        value={keep}
        label={trans.__('What to keep')}
        placeholder={trans.__(
          'What matters (kept word for word), e.g. the joins'
        )}
        onChange={setKeep}
        onSend={() => void look()}
        onEscape={leave}
      />
      {isBusy && (
        <p className="jupyter-ctx-remark jupyter-ctx-mod-busy" role="status">
          {trans.__('Condensing, for you to look at…')}
        </p>
      )}
      {preview && <Preview preview={preview} />}
      <div className="jupyter-ctx-row jupyter-ctx-mod-below">
        {keep !== seen && !isBusy && (
          <Button label={trans.__('Preview')} onClick={() => void look()} />
        )}
        <Button
          kind="primary"
          label={trans.__('Compact')}
          hint={trans.__('Send this text in place of the older messages')}
          isDisabled={!canCompact}
          onClick={() => void compact()}
        />
        <Button label={trans.__('Cancel')} onClick={leave} />
      </div>
    </Section>
  );
}

interface ICompacting {
  readonly keep: string;
  readonly setKeep: (keep: string) => void;
  /** What the preview in view was asked with. */
  readonly seen: string;
  readonly isBusy: boolean;
  readonly look: () => Promise<void>;
  readonly compact: () => Promise<void>;
}

function useCompacting(props: ICompact): ICompacting {
  const { assistant, say } = useSurroundings();
  const [keep, setKeep] = React.useState(props.keep);
  const [seen, setSeen] = React.useState(props.keep);
  const [isBusy, setIsBusy] = React.useState(true);
  const run = async (isPreview: boolean): Promise<void> => {
    setIsBusy(true);
    const outcome = await assistant.past.compact(keep, isPreview);
    say(remark(outcome, assistant.state));
    setSeen(keep);
    setIsBusy(false);
    if (!isPreview && outcome.kind === 'done') {
      props.onClose();
    }
  };
  React.useEffect(() => void run(true), []);
  return {
    keep,
    setKeep,
    seen,
    isBusy,
    look: () => run(true),
    compact: () => run(false)
  };
}

function Preview({
  preview
}: {
  readonly preview: CompactionPreview;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const { compaction, kept, dropped } = preview;
  if (compaction === null) {
    return (
      <p className="jupyter-ctx-remark">
        {trans.__('There is nothing to summarise yet.')}
      </p>
    );
  }
  return (
    <>
      <Bars {...compaction} room={preview.room} />
      {compaction.notices.map((notice, index) => (
        <p key={index} className="jupyter-ctx-remark">
          <Words text={notice} />
        </p>
      ))}
      <List
        lines={kept}
        name={trans._n(
          '%1 message stays word for word',
          '%1 messages stay word for word',
          kept.length
        )}
      />
      <List
        lines={dropped}
        name={trans._n(
          '%1 line left out: not borne out by the conversation',
          '%1 lines left out: not borne out by the conversation',
          dropped.length
        )}
      />
      <details open>
        <summary>{trans.__('What would be sent instead')}</summary>
        <Content text={bare(compaction.text)} />
      </details>
    </>
  );
}

interface IBars {
  readonly before: number;
  readonly after: number;
  /** What messages may take, in tokens; 0 where that is not known. */
  readonly room: number;
}

/** Before and after as bars of one scale. */
function Bars({ before, after, room }: IBars): React.ReactElement {
  const { trans } = useSurroundings();
  const whole = Math.max(before, after, room, 1);
  const rows: [string, number][] = [
    [trans.__('Now'), before],
    [trans.__('Then'), after]
  ];
  const [now, then] = [figure(before), figure(after)];
  return (
    <div
      className="jupyter-ctx-amounts"
      role="img"
      aria-label={trans.__('%1 tokens of messages now, %2 then', now, then)}
    >
      {rows.map(([name, tokens]) => (
        <div key={name} className="jupyter-ctx-amount-row">
          <span>{name}</span>
          <span className="jupyter-ctx-amount">
            <span style={{ width: `${(100 * tokens) / whole}%` }} />
          </span>
          <span>{figure(tokens)}</span>
        </div>
      ))}
    </div>
  );
}

function List({
  lines,
  name
}: {
  readonly lines: readonly string[];
  readonly name: string;
}): React.ReactElement | null {
  return lines.length === 0 ? null : (
    <details>
      <summary>{name}</summary>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
