/** Stop buttons of the kernel side, answered by the page: pure but for events. */

const STOP = 'jupyter-ctx-stop';
const TURN = 'jupyter-ctx-turn-';

/** What is read of an element. */
export interface IElement {
  readonly classList: Iterable<string>;
  closest(selector: string): IElement | null;
}

/** The turn that a click on *target* shall stop; null if it is no Stop button. */
export function stopped(target: unknown): string | null {
  const button = isElement(target) ? target.closest(`.${STOP}`) : null;
  return button && turnOf(button);
}

/** The turn named on *button* or around it; empty where none is. */
function turnOf(button: IElement): string {
  const named = button.closest(`[class*="${TURN}"]`);
  const names = named === null ? [] : [...named.classList];
  const name = names.find(one => one.startsWith(TURN)) ?? TURN;
  return name.slice(TURN.length);
}

function isElement(target: unknown): target is IElement {
  return typeof (target as Partial<IElement> | null)?.closest === 'function';
}
