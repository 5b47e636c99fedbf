/** The sentences of the sidebar: from values to words, pure. */

import type { TranslationBundle } from '@jupyterlab/translation';

import type {
  Context,
  KernelFacts,
  Model,
  Reply,
  StaleCell
} from '../protocol.generated';
import type { Phase } from '../kernel/problems';

export type Trans = Pick<TranslationBundle, '__' | '_n'>;

const EMBEDDED = 'embedded:';

/** A whole number as people read it; the same in every locale, as in the notebook. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** One line on the kernel: what is known of it, and as of when. */
export function kernelLine(
  kernel: KernelFacts | null,
  phase: Phase,
  trans: Trans
): string {
  if (phase !== 'ready') {
    return phaseLine(phase, trans);
  }
  if (kernel === null) {
    return '';
  }
  if (kernel.isDocumentOnly) {
    return trans.__('document only');
  }
  if (kernel.isBusy) {
    return busyLine(kernel, trans);
  }
  const variables = trans._n('%1 variable', '%1 variables', kernel.variables);
  if (kernel.isRestarted) {
    return trans.__('restarted: %1', variables);
  }
  return kernel.run === 0
    ? trans.__('nothing has run · %1', variables)
    : trans.__('as of %1 · %2', lastRun(kernel, trans), variables);
}

/** How the last cell that has run is called, as the notebook numbers it. */
export function lastRun(kernel: KernelFacts, trans: Trans): string {
  // A kernel side of an earlier version only counts.
  return kernel.last || trans.__('run %1', kernel.run);
}

/** How many cells are out of date; empty where none needs attention. */
export function staleLine(cells: readonly StaleCell[], trans: Trans): string {
  const due = cells.filter(cell => !cell.isOlder && !cell.isLost).length;
  const lost = cells.filter(cell => cell.isLost).length;
  if (due > 0) {
    return trans._n('%1 cell is out of date', '%1 cells are out of date', due);
  }
  return lost === 0
    ? ''
    : trans._n(
        '%1 cell ran in the previous kernel only',
        '%1 cells ran in the previous kernel only',
        lost
      );
}

/** Which cells run before a cell of the list; empty where none does. */
export function waitsFor(labels: readonly string[], trans: Trans): string {
  const known = labels.filter(label => label !== '').join(', ');
  if (labels.length === 0) {
    return '';
  }
  return known === ''
    ? trans.__('Runs after the cells that it reads from.')
    : trans.__('Runs after %1.', known);
}

/** How many secrets are masked in the next message; empty for none. */
export function maskedLine(masked: readonly string[], trans: Trans): string {
  return masked.length === 0
    ? ''
    : trans._n('%1 secret is masked.', '%1 secrets are masked.', masked.length);
}

/** How a privacy level is called; a newer kernel side may have others. */
export function levelName(
  level: { readonly name: string; readonly label: string },
  trans: Trans
): string {
  switch (level.name) {
    case 'everything':
      return trans.__('Everything');
    case 'schema':
      return trans.__('Schema only, no values');
    case 'code':
      return trans.__('Code only');
    default:
      return level.label;
  }
}

/** How a model is called in a sentence. */
export function modelName(model: Model, trans: Trans): string {
  return model.isModelFree ? trans.__('the use without a model') : model.name;
}

/** Who answers, on the button that changes it. */
export function modelLabel(model: Model | null, trans: Trans): string {
  if (model === null) {
    return trans.__('Model');
  }
  if (model.provider !== '' && !model.hasKey) {
    return trans.__('%1: key is missing', model.name);
  }
  if (model.isModelFree) {
    return trans.__('No model: set one');
  }
  return model.profile ? `${model.profile} (${model.name})` : model.name;
}

function phaseLine(phase: Phase, trans: Trans): string {
  switch (phase) {
    case 'connecting':
      return trans.__('connecting…');
    case 'lost':
      return trans.__('reconnecting…');
    case 'failed':
      return trans.__('not connected');
    default:
      return '';
  }
}

function busyLine(kernel: KernelFacts, trans: Trans): string {
  return kernel.hasSubshells
    ? trans.__('cell running: facts as of %1', lastRun(kernel, trans))
    : trans.__('cell running: answers come when it ends');
}

export type CuttingAct = 'regenerate' | 'edit' | 'delete';

/** What *act* takes out of the conversation; empty where nothing follows the turn. */
export function cutSentence(
  act: CuttingAct,
  later: number,
  trans: Trans
): string {
  if (later === 0) {
    return '';
  }
  const many = figure(later);
  switch (act) {
    case 'regenerate':
      return trans._n(
        'This cuts the message after it. Undo brings it back.',
        'This cuts the %2 messages after it. Undo brings them back.',
        later,
        many
      );
    case 'edit':
      return trans._n(
        'Sending cuts this message and 1 later one; both stay on their own branch.',
        'Sending cuts this message and %2 later ones; all stay on their own branch.',
        later,
        many
      );
    case 'delete':
      return trans._n(
        'This cuts this message and 1 later one. Undo brings them back.',
        'This cuts this message and %2 later ones. Undo brings them back.',
        later,
        many
      );
  }
}

/** Who made *reply*, and what was sent of what could be. */
export function answeredBy(reply: Reply, trans: Trans): string {
  const isSent = reply.tokens > 0;
  if (reply.model === '' || (reply.status === 'complete' && !isSent)) {
    return trans.__('quick answer without a model');
  }
  const who = answerer(reply.model, trans);
  if (!isSent) {
    return who;
  }
  const [sent, most] = [figure(reply.tokens), figure(reply.budget)];
  return reply.cached > 0
    ? trans.__(
        '%1 · sent %2 of %3 tokens, %4 of them cached',
        who,
        sent,
        most,
        figure(reply.cached)
      )
    : trans.__('%1 · sent %2 of %3 tokens', who, sent, most);
}

function answerer(model: string, trans: Trans): string {
  return model.startsWith(EMBEDDED)
    ? trans.__(
        '%1: small offline model, may be wrong',
        model.slice(EMBEDDED.length)
      )
    : model;
}

/** How *reply* ended, where that is not simply complete. */
export function ending(reply: Reply, trans: Trans): string {
  switch (reply.status) {
    case 'failed':
      return trans.__('No reply: %1', reply.failure);
    case 'length':
      return reply.failure
        ? trans.__('Broken off: %1', reply.failure)
        : trans.__('Cut at the output limit.');
    case 'cancelled':
      return '';
    default:
      return isBlank(reply)
        ? trans.__('The model returned nothing; try again or reword it.')
        : '';
  }
}

function isBlank(reply: Reply): boolean {
  return reply.text.trim() === '' && reply.choices.length === 0;
}

/** What the model is doing for a reply that is being made. */
export function activity(name: string, trans: Trans): string {
  switch (name) {
    case 'waiting':
      return trans.__('waits for the reply before it…');
    case 'preparing':
      return trans.__('waits while what is sent is put together…');
    case 'starting':
    case '':
      return trans.__('is being asked…');
    case 'thinking':
      return trans.__('is thinking…');
    case 'compacting':
      return trans.__('condenses older messages first…');
    case 'answering':
      return trans.__('is answering…');
    default:
      return otherActivity(name, trans);
  }
}

function otherActivity(name: string, trans: Trans): string {
  // The kernel side waits before it asks again, and says why.
  return name.startsWith('waiting ')
    ? trans.__('is asked again soon (%1)…', name)
    : `${name}…`;
}

/** The token meter: what the next message would send. */
export function meter(context: Context, trans: Trans): string {
  const used = figure(context.tokens);
  const most = figure(context.budget);
  return context.isExact
    ? trans.__('%1 of %2 tokens · exact', used, most)
    : trans.__('%1 of %2 tokens · estimate', used, most);
}

/** Where *id* is among *ids*, with its neighbours; null where it is alone. */
export function place(ids: readonly string[], id: string): IPlace | null {
  const index = ids.indexOf(id);
  return ids.length < 2 || index < 0
    ? null
    : {
        label: `${index + 1}/${ids.length}`,
        before: ids[index - 1] ?? '',
        after: ids[index + 1] ?? ''
      };
}

export interface IPlace {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}
