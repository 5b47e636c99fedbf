/** The text of a reply: Markdown, maths and code, with tools on each block of code. */

import * as React from 'react';

import { useSurroundings } from '../common';
import { type Finish, Renderings } from '../text/renderings';

interface IContent {
  readonly text: string;
  /** More of it is to come. */
  readonly isGrowing?: boolean;
  /** Called with the page of each block that is finished, to add tools to it. */
  readonly onRendered?: Finish | undefined;
}

/** Model text, rendered by JupyterLab; text that grows is rendered where it grows. */
export function Content(props: IContent): React.ReactElement {
  const { text, isGrowing = false, onRendered } = props;
  const { rendermime } = useSurroundings();
  const host = React.useRef<HTMLDivElement>(null);
  const renderings = React.useRef<Renderings | null>(null);

  React.useEffect(() => {
    const node = host.current;
    if (node === null) {
      return;
    }
    renderings.current = new Renderings(node, {
      renderer: () => rendermime.createRenderer('text/markdown'),
      model: markdown =>
        rendermime.createModel({
          data: { 'text/markdown': markdown },
          trusted: false
        })
    });
    return () => {
      renderings.current?.dispose();
      renderings.current = null;
    };
  }, [rendermime]);

  React.useEffect(() => {
    renderings.current?.show({ text, isGrowing, finish: onRendered });
  }, [rendermime, text, isGrowing, onRendered]);

  return <div className="jupyter-ctx-content" ref={host} />;
}
