/** One thing at a time that is to be done later. */

import { backOff } from './kernel/standing';

export class Timer {
  /** Do *act* after *limit* milliseconds, in place of what was to be done. */
  wait(limit: number, act: () => void): void {
    this.cancel();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      act();
    }, limit);
  }

  /** Try something again, after a pause that grows with every failure in a row. */
  retry(act: () => void): void {
    if (this.timer === undefined) {
      this.wait(backOff(this.failures), act);
      this.failures += 1;
    }
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** All is well: the next failure is the first one. */
  succeed(): void {
    this.failures = 0;
  }

  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
}
