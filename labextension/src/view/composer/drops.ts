/** What is dropped on the composer: cells, files of the browser, tabs, the desktop's. */

import * as React from 'react';

import { ofCell, ofFile } from '../../talk/mentions';

import { filesOf } from './enclose';

/** What is used of a Lumino drag event, which Lab sends for its own things. */
interface ILuminoDrag extends Event {
  readonly mimeData: {
    hasData(mime: string): boolean;
    getData(mime: string): unknown;
  };
  readonly proposedAction: string;
  dropAction: string;
}

interface ICellJson {
  readonly source?: string | readonly string[];
  readonly execution_count?: number | null;
}

const CELLS = 'application/vnd.jupyter.cells';
const FILES = 'application/x-jupyter-icontents';
const TAB = 'application/vnd.lumino.widget-factory';
const KINDS = [CELLS, FILES, TAB];

interface ITarget {
  /** The notebook's path on the server. */
  readonly path: string;
  readonly onMentions: (mentions: readonly string[]) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Something hovers over it, or no longer does. */
  readonly onHover: (isOver: boolean) => void;
}

/** Take what is dropped on *node*. */
export function useDrops(
  node: React.RefObject<HTMLElement>,
  target: ITarget
): void {
  const latest = React.useRef(target);
  latest.current = target;
  React.useEffect(() => {
    const element = node.current;
    if (element === null) {
      return;
    }
    const onEvent = (event: Event): void => {
      HANDLERS[event.type]?.(event, latest.current);
    };
    const types = Object.keys(HANDLERS);
    types.forEach(type => element.addEventListener(type, onEvent));
    return () =>
      types.forEach(type => element.removeEventListener(type, onEvent));
  }, [node]);
}

type Handler = (event: Event, target: ITarget) => void;

const HANDLERS: Readonly<Record<string, Handler>> = {
  'lm-dragenter': (event, target) => hover(event, target),
  'lm-dragover': (event, target) => {
    if (hover(event, target)) {
      const drag = event as ILuminoDrag;
      drag.dropAction = drag.proposedAction;
    }
  },
  'lm-dragleave': (event, { onHover }) => {
    event.stopPropagation();
    onHover(false);
  },
  'lm-drop': (event, target) => {
    if (hover(event, target)) {
      const drag = event as ILuminoDrag;
      // Nothing moves away from where it was.
      drag.dropAction = drag.proposedAction;
      target.onHover(false);
      target.onMentions(mentionsOf(drag.mimeData, target.path));
    }
  },
  dragover: (event, { onHover }) => {
    const { dataTransfer } = event as DragEvent;
    if (dataTransfer?.types.includes('Files')) {
      event.preventDefault();
      dataTransfer.dropEffect = 'copy';
      onHover(true);
    }
  },
  dragleave: (_, { onHover }) => onHover(false),
  drop: (event, { onHover, onFiles }) => {
    const files = filesOf((event as DragEvent).dataTransfer);
    onHover(false);
    if (files.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      onFiles(files);
    }
  }
};

/** Whether the drag is for us; then it goes no further. */
function hover(event: Event, { onHover }: ITarget): boolean {
  const { mimeData } = event as ILuminoDrag;
  if (!KINDS.some(kind => mimeData.hasData(kind))) {
    return false;
  }
  event.preventDefault();
  event.stopPropagation();
  onHover(true);
  return true;
}

/** How what is dragged is mentioned. */
export function mentionsOf(
  data: ILuminoDrag['mimeData'],
  notebook: string
): readonly string[] {
  if (data.hasData(CELLS)) {
    const cells = (data.getData(CELLS) ?? []) as readonly ICellJson[];
    return cells.map(ofJson).filter(Boolean);
  }
  if (data.hasData(FILES)) {
    const paths = (data.getData(FILES) ?? []) as readonly string[];
    return paths.map(path => ofFile(local(path), notebook));
  }
  const path = pathOfTab(data.getData(TAB));
  return path === '' || path === notebook ? [] : [ofFile(path, notebook)];
}

function ofJson({ source = '', execution_count = null }: ICellJson): string {
  const text = typeof source === 'string' ? source : source.join('');
  return ofCell(text, execution_count);
}

/** The file of the tab that *factory* gives; '' for one of no file. */
function pathOfTab(factory: unknown): string {
  if (typeof factory !== 'function') {
    return '';
  }
  const widget = (factory as () => unknown)();
  const { context } = (widget ?? {}) as { context?: { path?: string } };
  return local(context?.path ?? '');
}

/** Without the name of a drive, as `RTC:`. */
function local(path: string): string {
  return path.replace(/^[A-Za-z]\w*:/, '');
}
