/** What the notebook side says to the user: what happened, and what to do next. */

export const NOT_LOADED =
  'The notebook is still loading. Try again in a moment.';
export const READ_ONLY =
  'This notebook is read-only. Save a copy under another name, then try again.';
export const LOCKED =
  'This cell is locked (its metadata says editable: false). Unlock it in the property inspector, then try again.';
export const GONE =
  'That cell is not in the notebook any more, so nothing was changed. Use “Insert below” to put the code into a new cell.';
export const GONE_NOT_RUN =
  'That cell is not in the notebook any more, so it was not run. Bring it back with undo if you still need it.';
export const NO_CODE =
  'That cell is not a code cell, so nothing was changed. Use “Insert below” to put the code into a new cell.';
export const ANCHOR_GONE =
  'The cell this belongs to is not there any more; the code is in a new cell at the active one.';
export const NO_PROPOSAL = 'There is no change to decide on in this cell.';
export const REJECTED = 'Rejected; the cell is as it was.';
export const MASKED =
  'The change holds a secret that was masked before the model saw it, and it is not clear where it belongs. Make this change by hand.';
export const MINE_STAYS =
  'This is the same change in your newer text; what you wrote stays.';
export const MINE_GOES =
  'You changed the same lines: accepting would take out what is marked −. Look closely.';
export const NO_KERNEL =
  'There is no kernel to run the cell. Pick one at the top right of the notebook, then run the cell.';
export const NOT_RUN =
  'The cell was not run. Look at the kernel (restarting, or waiting for input?), then run the cell.';

export const OLD_CHOICE =
  'This choice belongs to an earlier reply. Pick one of the reply that is shown now.';
export const NO_FIX =
  'The reply does not hold one change for this cell. Read it in the sidebar, or ask there with what you know.';
export const CUT_REPLY =
  'The reply was cut before its end, so its code is not used. Ask again.';
export const SAME_AGAIN =
  'The reply leaves the cell as it is. Ask in the sidebar with what you know of the data.';
export const STOPPED = 'Stopped. Nothing more is changed or run.';

export const STOPPED_EDIT =
  'Stopped; the cell is as it was. Change the instruction, or send it again.';
export const NO_EDIT =
  'The reply holds no change of this cell. Read it in the sidebar, or say it in other words.';

export function fixPrompt(name: string): string {
  return `Fix the error in ${name}.`;
}

export function explainPrompt(name: string, hasFailed = true): string {
  return hasFailed ? `Explain the error in ${name}.` : `Explain ${name}.`;
}

export function looking(round: number, name: string): string {
  return `Round ${round} of 3: looking for a fix of ${name} …`;
}

export function deciding(round: number, name: string): string {
  return `Round ${round} of 3: accept the change and ${name} runs, or reject it.`;
}

export function running(round: number, name: string): string {
  return `Round ${round} of 3: ${name} runs …`;
}

export function stillRuns(name: string): string {
  return `Stopped. ${name} still runs; interrupt the kernel to end it.`;
}

export function interrupted(name: string): string {
  return `You interrupted ${name}, so the repair ends here. Run it again, or ask for another fix.`;
}

export function fixed(round: number, name: string): string {
  const rounds = round === 1 ? '' : ` after ${round} rounds`;
  return `Fixed${rounds}: ${name} runs without an error.`;
}

export function gaveUp(name: string, error: string): string {
  return `Given up after three rounds: ${name} still fails with ${error}. The sidebar holds what was tried; ask there with what you know.`;
}

export function newCell(name: string): string {
  return `The fix is a cell of its own: insert it, run it, then run ${name} again.`;
}

export function label(index: number, count: number | null): string {
  if (index < 0) {
    return 'a deleted cell';
  }
  return count === null ? `cell ${index + 1}` : `In[${count}]`;
}

export function replaced(name: string): string {
  return `${name} is changed. Ctrl-Z in it takes that back.`;
}

/** Some of the changes were made, as the user picked them. */
export function partlyReplaced(
  name: string,
  taken: number,
  all: number
): string {
  return `${taken} of ${all} changes are made in ${name}. Ctrl-Z in it takes them back.`;
}

export function conflict(name: string): string {
  return `${name} has changed since this was written, so nothing was replaced.`;
}

export function failed(name: string, error: string): string {
  return `${name} failed: ${error}`;
}

/** A run of several cells has ended early; *left* were not begun. */
export function notAllRun(reason: string, left: number): string {
  const cells = left === 1 ? '1 more cell was' : `${left} more cells were`;
  return left === 0 ? reason : `${reason} (${cells} not run)`;
}

export function takenBack(gone: number, left: number): string {
  const stays = `${changes(left)} left alone: the cell has changed since, or is gone.`;
  if (gone === 0) {
    return left === 0 ? 'There is nothing to take back.' : upper(stays);
  }
  const back = `${changes(gone)} taken back`;
  return left === 0 ? `${back}.` : `${back}; ${stays}`;
}

function changes(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
