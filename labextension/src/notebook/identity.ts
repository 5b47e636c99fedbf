/** Which conversation a notebook holds: an id in its metadata. */

/** What is used of a notebook's shared model. */
export interface IMetadata {
  getMetadata(key: string): unknown;
  setMetadata(key: string, value: { readonly [key: string]: string }): void;
}

const KEY = 'jupyter_ctx';

export class Identity {
  constructor(private readonly metadata: IMetadata) {}

  /** The id in the notebook; empty before its first turn. */
  get conversation(): string {
    const found = this.own['conversation'];
    return typeof found === 'string' ? found : '';
  }

  /** Write *conversation* at its first turn; a notebook never asks twice. */
  claim(conversation: string): void {
    if (this.conversation === '') {
      this.write(conversation);
    }
  }

  /** The notebook is a copy: it goes on with a conversation of its own. */
  fork(conversation: string): void {
    this.write(conversation);
  }

  private write(conversation: string): void {
    if (conversation !== '' && conversation !== this.conversation) {
      this.metadata.setMetadata(KEY, { ...this.own, conversation });
    }
  }

  private get own(): { readonly [key: string]: string } {
    const found = this.metadata.getMetadata(KEY);
    return typeof found === 'object' && found !== null ? { ...found } : {};
  }
}
