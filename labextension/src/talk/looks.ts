/** What the user looks at: single items of what is sent, and the live names. */

import type { Body } from '../kernel/client';
import type { IOutcome, KeepWay } from '../tokens';

/** Who sends the requests. */
interface ITalk {
  request(body: Body): Promise<IOutcome>;
  send(body: Body): Promise<IOutcome>;
}

/** None of it rejects; what it asks for comes as state. */
export class Looks {
  constructor(private readonly talk: ITalk) {}

  /** Ask how *item* of the last preview is sent; it comes as `state.shown`. */
  show(item: string): Promise<IOutcome> {
    return this.talk.send({ type: 'show_item', item });
  }

  /** Pin an item in every request, drop it from all, or free it of either. */
  keep(item: string, way: KeepWay): Promise<IOutcome> {
    return this.talk.request({ type: 'keep', item, way });
  }

  /** Be told of the live names, as `state.variables`; or no longer. */
  watch(isOn: boolean): Promise<IOutcome> {
    return this.talk.send({ type: 'watch_variables', isOn });
  }

  /** Ask for the columns, keys or attributes of *name*, as `state.columns`. */
  columns(name: string): Promise<IOutcome> {
    return this.talk.send({ type: 'columns', name });
  }
}
