/** Values for tests: events and turns with only what a test is about. */

import type {
  Reply,
  ReplyDelta,
  StaleCell,
  StaleChanged,
  Status,
  Transcript,
  Turn,
  TurnChanged,
  Welcome
} from '../src/protocol.generated';

export function turn(id: string, more: Partial<Turn> = {}): Turn {
  return {
    id,
    prompt: `prompt of ${id}`,
    sent: 'sent',
    forUser: false,
    door: 'sidebar',
    cell: '',
    reply: null,
    live: null,
    siblings: [],
    later: 0,
    isPinned: false,
    isHidden: false,
    enclosed: [],
    ...more
  };
}

export function reply(id: string, text: string): Reply {
  return {
    id,
    text,
    status: 'complete',
    sent: 'sent',
    question: '',
    choices: [],
    selected: '',
    failure: '',
    model: '',
    tokens: 0,
    budget: 0,
    notices: [],
    alternatives: [id],
    form: 'buttons',
    cached: 0,
    answered: 0,
    unpriced: 0,
    cost: null
  };
}

export function welcome(seq: number, more: Partial<Welcome> = {}): Welcome {
  return {
    type: 'welcome',
    seq,
    requestId: '',
    major: 1,
    minor: 2,
    version: '0.1.0',
    conversation: 'c1',
    otherPath: '',
    ...more
  };
}

export function transcript(seq: number, turns: Turn[]): Transcript {
  const rest = {
    requestId: '',
    conversation: 'c1',
    canUndo: '',
    before: 0,
    after: ''
  };
  return { type: 'transcript', seq, turns, ...rest };
}

export function turnChanged(seq: number, changed: Turn): TurnChanged {
  return { type: 'turn_changed', seq, requestId: '', turn: changed };
}

export function delta(
  seq: number,
  turnId: string,
  replyId: string,
  text: string
): ReplyDelta {
  const rest = { requestId: '', reasoning: '', activity: '' };
  return {
    type: 'reply_delta',
    seq,
    turn: turnId,
    reply: replyId,
    text,
    ...rest
  };
}

export function status(seq: number): Status {
  return {
    type: 'status',
    seq,
    requestId: '',
    model: {
      name: 'my-llm',
      origin: '',
      apiBase: '',
      window: 0,
      budget: 0,
      isEmbedded: false,
      isModelFree: false,
      leaves: '',
      where: '',
      privacy: 'everything',
      levels: [],
      provider: '',
      hasKey: false,
      profile: '',
      problem: ''
    },
    kernel: {
      python: '3.11',
      run: 2,
      variables: 3,
      error: '',
      isBusy: false,
      isRestarted: false,
      hasSubshells: true,
      isDocumentOnly: false,
      stale: 0,
      last: 'In[2]'
    },
    options: [],
    notices: ['careful'],
    outranked: []
  };
}

export function staleCell(
  key: string,
  more: Partial<StaleCell> = {}
): StaleCell {
  return {
    key,
    cell: key,
    label: '',
    names: [],
    reasons: [`reason of ${key}`],
    canRun: true,
    after: [],
    advice: '',
    isOlder: false,
    isLost: false,
    ...more
  };
}

export function staleChanged(
  seq: number,
  cells: StaleCell[],
  more: Partial<StaleChanged> = {}
): StaleChanged {
  const rest = { requestId: '', gone: [], isAll: false };
  return { type: 'stale_changed', seq, cells, ...rest, ...more };
}
