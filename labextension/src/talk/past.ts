/** What can be done with a conversation as a whole: condensed, kept, saved, left. */

import type { Body } from '../kernel/client';
import type { Export, Import } from '../protocol.generated';
import type { IOutcome, IPast } from '../tokens';

/** Who sends the requests. */
interface ITalk {
  request(body: Body): Promise<IOutcome>;
  send(body: Body): Promise<IOutcome>;
}

export class Past implements IPast {
  constructor(private readonly talk: ITalk) {}

  hide(turn: string, isHidden: boolean): Promise<IOutcome> {
    return this.talk.request({ type: 'prune', turn, isHidden });
  }

  pin(turn: string, isPinned: boolean): Promise<IOutcome> {
    return this.talk.request({ type: 'pin', turn, isPinned });
  }

  compact(keep: string, isPreview = false): Promise<IOutcome> {
    return this.talk.request({ type: 'compact', keep, isPreview });
  }

  restore(): Promise<IOutcome> {
    return this.talk.request({ type: 'undo_compact' });
  }

  clear(): Promise<IOutcome> {
    return this.talk.request({ type: 'clear' });
  }

  instruct(text: string): Promise<IOutcome> {
    return this.talk.request({ type: 'instruct', text });
  }

  lift(instruction: string): Promise<IOutcome> {
    return this.talk.request({ type: 'lift', instruction });
  }

  list(text = ''): Promise<IOutcome> {
    return this.talk.request({ type: 'list_conversations', text });
  }

  open(conversation: string): Promise<IOutcome> {
    return this.talk.request({ type: 'open_conversation', conversation });
  }

  begin(): Promise<IOutcome> {
    return this.talk.request({ type: 'new_conversation' });
  }

  export(form: NonNullable<Export['form']>): Promise<IOutcome> {
    return this.talk.request({ type: 'export', form });
  }

  import(file: Pick<Import, 'name' | 'text'>): Promise<IOutcome> {
    return this.talk.request({ type: 'import', ...file });
  }

  older(count: number): Promise<IOutcome> {
    return this.talk.send({ type: 'older', count });
  }

  memory(): Promise<IOutcome> {
    return this.talk.request({ type: 'memory' });
  }
}
