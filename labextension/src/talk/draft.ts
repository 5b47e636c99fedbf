/** The text in the composer, kept for each notebook over switches and reloads. */

/** What is used of `sessionStorage`; each page has its own. */
export interface IStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export class Draft {
  /** *key* names the notebook on its server. */
  constructor(
    private readonly storage: IStorage,
    private key: string
  ) {
    this.text = this.read();
  }

  get value(): string {
    return this.text;
  }

  set value(text: string) {
    this.text = text;
    this.write();
  }

  /** The notebook has another name now. */
  move(key: string): void {
    if (key !== this.key) {
      this.try(() => {
        this.storage.removeItem(name(this.key));
      });
      this.key = key;
      this.write();
    }
  }

  private read(): string {
    let text = '';
    this.try(() => {
      text = this.storage.getItem(name(this.key)) ?? '';
    });
    return text;
  }

  private write(): void {
    this.try(() => {
      if (this.text === '') {
        this.storage.removeItem(name(this.key));
      } else {
        this.storage.setItem(name(this.key), this.text);
      }
    });
  }

  /** A browser may have no storage, or a full one; then memory has to do. */
  private try(act: () => void): void {
    try {
      act();
    } catch {
      // The text is still in memory.
    }
  }

  private text: string;
}

function name(key: string): string {
  return `jupyter-ctx:draft:${key}`;
}
