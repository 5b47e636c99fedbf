/** The plan that is open: its steps, and how far it came. */

import * as React from 'react';

import type { Plan } from '../../protocol.generated';

import { useSurroundings, Words } from '../common';

/** Its choices stand in the conversation; this tells where one is. */
export function PlanCard({
  plan
}: {
  readonly plan: Plan | null;
}): React.ReactElement | null {
  const { trans } = useSurroundings();
  return plan === null ? null : (
    <details className="jupyter-ctx-plan">
      <summary>{trans.__('Plan: %1', plan.title)}</summary>
      <ol>
        {plan.steps.map((step, index) => (
          <li key={index}>
            <Words text={step.label} />
            {step.status && (
              <span className="jupyter-ctx-badge">{step.status}</span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
