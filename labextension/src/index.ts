/** The plugins of jupyter_ctx; nothing else. */

import { actions } from './plugins/actions';
import { assistants } from './plugins/assistants';
import { bars } from './plugins/bars';
import { commands } from './plugins/commands';
import { errors } from './plugins/errors';
import { instruct } from './plugins/instruct';
import { keys } from './plugins/keys';
import { margin } from './plugins/margin';
import { outputs } from './plugins/outputs';
import { redraw } from './plugins/redraw';
import { repair } from './plugins/repair';
import { sidebar } from './plugins/sidebar';
import { status } from './plugins/status';
import { stop } from './plugins/stop';

export default [
  actions,
  assistants,
  bars,
  commands,
  errors,
  instruct,
  keys,
  margin,
  outputs,
  redraw,
  repair,
  sidebar,
  status,
  stop
];
