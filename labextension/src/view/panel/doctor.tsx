/** What the doctor finds between this kernel and the model, step by step. */

import * as React from 'react';

import type { DoctorReport, Step } from '../../protocol.generated';
import type { IState } from '../../talk/state';

import { Button } from '../button';
import { Sentence, useSurroundings } from '../common';
import { copyText } from '../text/copytext';
import { diagnosis, reportText, stepName, verdict } from './diagnosis';
import { remark } from '../outcome';
import { Outranked } from '../outranked';
import { Section } from '../section';

interface IDoctor {
  readonly state: IState;
  readonly onClose: () => void;
}

export function Doctor({ state, onClose }: IDoctor): React.ReactElement {
  const { assistant, trans, say } = useSurroundings();
  const [isBusy, setIsBusy] = React.useState(true);
  const run = React.useCallback(async (): Promise<void> => {
    setIsBusy(true);
    const outcome = await assistant.examine();
    setIsBusy(false);
    if (outcome.kind !== 'done') {
      say(remark(outcome, assistant.state));
    }
  }, [assistant, say]);
  React.useEffect(() => void run(), [run]);
  const report = state.doctor;
  const copy = (): void => {
    copyText(reportText(report?.steps ?? [], trans), () => {
      say(trans.__('Copied.'));
    });
  };
  return (
    <Section name={trans.__('Doctor')} onClose={onClose}>
      <p className="jupyter-ctx-remark" role="status">
        {isBusy ? trans.__('Looking…') : diagnosis(report, trans)}
      </p>
      <Steps report={report} />
      <Outranked state={state} />
      <p className="jupyter-ctx-remark">
        {trans.__(
          'Nothing leaves this machine but the test of the address that is set.'
        )}
      </p>
      <div className="jupyter-ctx-row jupyter-ctx-mod-below">
        <Button
          label={trans.__('Run again')}
          isDisabled={isBusy}
          onClick={() => void run()}
        />
        <Button
          label={trans.__('Copy report')}
          isDisabled={isBusy || report === null}
          onClick={copy}
        />
      </div>
    </Section>
  );
}

function Steps({
  report
}: {
  readonly report: DoctorReport | null;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  const found = report?.steps ?? [];
  const hasFailed = (step: Step): boolean => step.status === 'failed';
  const steps = [
    ...found.filter(hasFailed), // what to mend first
    ...found.filter(step => !hasFailed(step))
  ];
  return steps.length === 0 ? null : (
    <ol className="jupyter-ctx-steps" aria-label={trans.__('Steps')}>
      {steps.map(step => (
        <Row key={step.name} step={step} />
      ))}
    </ol>
  );
}

function Row({ step }: { readonly step: Step }): React.ReactElement {
  const { trans } = useSurroundings();
  return (
    <li className={`jupyter-ctx-step jupyter-ctx-mod-${step.status}`}>
      <span className="jupyter-ctx-step-mark" aria-hidden="true">
        {MARKS[step.status]}
      </span>
      <div>
        <strong>{stepName(step.name, trans)}</strong>{' '}
        <span className={step.status === 'ok' ? 'jupyter-ctx-live' : undefined}>
          {verdict(step, trans)}
        </span>{' '}
        <span className="jupyter-ctx-fine">{step.found}</span>
        {step.nextStep && (
          <div>
            <Sentence text={step.nextStep} />
          </div>
        )}
      </div>
    </li>
  );
}

const MARKS: Readonly<Record<Step['status'], string>> = {
  ok: '✓',
  failed: '✗',
  skipped: '–'
};
