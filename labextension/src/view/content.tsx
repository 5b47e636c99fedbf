/** The text of a reply: Markdown, maths and code, with tools on each block of code. */

import type { IRenderMime } from '@jupyterlab/rendermime';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import * as React from 'react';

import { useSurroundings } from './common';
import { prepare } from './markdown';
import { Newest } from './newest';

interface IContent {
  readonly text: string;
  /** Called with the page of each rendering, to add tools to it. */
  readonly onRendered?: ((node: HTMLElement) => void) | undefined;
}

/** Model text, rendered by JupyterLab; a new text replaces it without a flicker. */
export function Content({ text, onRendered }: IContent): React.ReactElement {
  const { rendermime } = useSurroundings();
  const host = React.useRef<HTMLDivElement>(null);
  const renderings = React.useRef<Renderings | null>(null);

  React.useEffect(() => {
    const node = host.current;
    if (node === null) {
      return;
    }
    renderings.current = new Renderings(node, () =>
      rendermime.createRenderer('text/markdown')
    );
    return () => {
      renderings.current?.dispose();
      renderings.current = null;
    };
  }, [rendermime]);

  React.useEffect(() => {
    const model = rendermime.createModel({
      data: { 'text/markdown': prepare(text) },
      trusted: false
    });
    renderings.current?.push({ model, text, onRendered });
  }, [rendermime, text, onRendered]);

  return <div className="jupyter-ctx-content" ref={host} />;
}

interface IRendering {
  readonly model: IRenderMime.IMimeModel;
  readonly text: string;
  readonly onRendered: ((node: HTMLElement) => void) | undefined;
}

/** The renderings in one place of the page; each takes the place of the one before. */
class Renderings extends Newest<IRendering> {
  private _shown: IRenderMime.IRenderer | null = null;

  constructor(
    private readonly _host: HTMLElement,
    private readonly _create: () => IRenderMime.IRenderer
  ) {
    super(rendering => this._show(rendering));
  }

  override dispose(): void {
    super.dispose();
    this._free();
  }

  private async _show(rendering: IRendering): Promise<void> {
    const renderer = this._create();
    try {
      await renderer.renderModel(rendering.model);
    } catch {
      renderer.node.textContent = rendering.text;
    }
    if (this.isDisposed) {
      renderer.dispose();
      return;
    }
    this._host.replaceChildren(renderer.node);
    this._free();
    this._shown = renderer;
    // Lab sets maths when the widget comes into the page.
    MessageLoop.sendMessage(renderer, Widget.Msg.AfterAttach);
    rendering.onRendered?.(renderer.node);
  }

  private _free(): void {
    const renderer = this._shown;
    this._shown = null;
    if (renderer?.isAttached) {
      // React may have taken the node out already, which `detach` does not like.
      MessageLoop.sendMessage(renderer, Widget.Msg.BeforeDetach);
      MessageLoop.sendMessage(renderer, Widget.Msg.AfterDetach);
    }
    renderer?.dispose();
  }
}
