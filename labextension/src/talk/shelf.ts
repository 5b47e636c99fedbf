/** Values beside the draft, kept for each notebook over switches and reloads. */

import type { IStorage } from './draft';

const MOST = 4_000_000; // characters; a browser keeps about five million in all

/** A JSON value in the page's storage, under the name of its notebook. */
export class Shelf<T> {
  /** *less* makes a value smaller, for a storage that is full; null at the end. */
  constructor(
    private readonly storage: IStorage,
    private readonly part: string,
    private key: string,
    private readonly less: (value: T) => T | null = () => null
  ) {}

  /** What is kept, if *isValue* says that it is one; else null. */
  read(isValue: (value: unknown) => value is T): T | null {
    try {
      const text = this.storage.getItem(this.name);
      const value: unknown = text === null ? null : JSON.parse(text);
      return isValue(value) ? value : null;
    } catch {
      return null;
    }
  }

  write(value: T): void {
    let rest: T | null = value;
    while (rest !== null && !this.put(rest)) {
      rest = this.less(rest);
    }
  }

  /** The notebook has another name now; *value* is kept under it. */
  move(key: string, value: T): void {
    if (key !== this.key) {
      try {
        this.storage.removeItem(this.name);
      } catch {
        // It is in memory, and written anew below.
      }
      this.key = key;
      this.write(value);
    }
  }

  private put(value: T): boolean {
    try {
      const text = JSON.stringify(value);
      // Pictures shall leave room for words, which are kept beside them.
      if (text.length > MOST) {
        return false;
      }
      this.storage.setItem(this.name, text);
      return true;
    } catch {
      return false;
    }
  }

  private get name(): string {
    return `jupyter-ctx:${this.part}:${this.key}`;
  }
}
