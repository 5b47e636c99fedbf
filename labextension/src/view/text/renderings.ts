/** The rendered blocks of one text; those that did not change stay as they are. */

import type { IRenderMime } from '@jupyterlab/rendermime';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';

import { blocks, complete, named, openCode } from './blocks';
import { fit } from './fit';
import { prepare } from './markdown';
import { Newest } from './newest';

/** Makes what renders a text, and its model. */
export interface IMaker {
  renderer(): IRenderMime.IRenderer;
  model(markdown: string): IRenderMime.IMimeModel;
}

/** Adds tools to the page of a block that is finished. */
export type Finish = (node: HTMLElement) => void;

interface IShown {
  readonly text: string;
  readonly isGrowing: boolean;
  readonly finish: Finish | undefined;
}

/** The blocks in one place of the page. */
export class Renderings {
  private slots: Slot[] = [];
  private hasGrown = false;
  private finish: Finish | undefined;

  constructor(
    private readonly host: HTMLElement,
    private readonly maker: IMaker
  ) {}

  show(shown: IShown): void {
    this.hasGrown ||= shown.isGrowing;
    if (shown.finish !== this.finish) {
      this.finish = shown.finish;
      this.cut(0);
    }
    // What comes as a whole is rendered as one: fewer elements.
    const parts = this.hasGrown ? blocks(shown.text) : [shown.text];
    const names = parts.length > 1 ? named(shown.text) : '';
    this.cut(parts.length);
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1;
      this.slot(index).show({
        text: complete(part, isLast ? '' : names),
        isGrowing: shown.isGrowing && isLast,
        finish: shown.finish
      });
    });
  }

  dispose(): void {
    this.cut(0);
  }

  private slot(index: number): Slot {
    const found = this.slots[index];
    if (found !== undefined) {
      return found;
    }
    const made = new Slot(this.maker);
    this.slots[index] = made;
    this.host.append(made.node);
    return made;
  }

  private cut(count: number): void {
    for (const slot of this.slots.splice(count)) {
      slot.dispose();
      slot.node.remove();
    }
  }
}

const LONG = 4000; // characters of code that are coloured only when it ends
const SLOW = 30; // milliseconds of rendering after which there is a pause
const PAUSE = 4; // times as long as the rendering took
const MOST = 2000; // milliseconds of such a pause

/** One block; a new text of it takes the place of the old one without a flicker. */
class Slot extends Newest<IShown> {
  readonly node = document.createElement('div');
  private text: string | null = null;
  private drawn: string | null = null;
  private isFinished = false;
  private renderer: IRenderMime.IRenderer | null = null;

  constructor(private readonly maker: IMaker) {
    super(shown => this.draw(shown));
    this.node.className = 'jupyter-ctx-block';
  }

  show(shown: IShown): void {
    if (shown.text !== this.text || this.isFinished === shown.isGrowing) {
      this.text = shown.text;
      this.isFinished = !shown.isGrowing;
      this.push(shown);
    }
  }

  override dispose(): void {
    super.dispose();
    this.free();
  }

  private async draw(shown: IShown): Promise<void> {
    const code = shown.isGrowing ? openCode(shown.text) : null;
    if (code !== null && code.length > LONG) {
      this.drawCode(code);
      return;
    }
    if (this.drawn !== shown.text) {
      const began = performance.now();
      await this.render(shown.text);
      await this.rest(shown.isGrowing ? performance.now() - began : 0);
    }
    if (!shown.isGrowing) {
      this.end(shown.finish);
    }
  }

  private end(finish: Finish | undefined): void {
    if (!this.isDisposed && this.renderer !== null) {
      finish?.(this.renderer.node);
    }
  }

  private async render(text: string): Promise<void> {
    const renderer = this.maker.renderer();
    try {
      await renderer.renderModel(this.maker.model(prepare(text)));
    } catch {
      renderer.node.textContent = text;
    }
    if (this.isDisposed) {
      renderer.dispose();
      return;
    }
    fit(renderer.node);
    this.node.replaceChildren(renderer.node);
    this.free();
    this.renderer = renderer;
    this.drawn = text;
    // Lab sets maths when the widget comes into the page.
    MessageLoop.sendMessage(renderer, Widget.Msg.AfterAttach);
  }

  /** Let the page do other things after what took long: the text goes on growing. */
  private async rest(took: number): Promise<void> {
    if (took > SLOW) {
      const time = Math.min(MOST, PAUSE * took);
      await new Promise(resolve => window.setTimeout(resolve, time));
    }
  }

  /** Long code that grows is added to, in one colour. */
  private drawCode(code: string): void {
    const shown = this.node.querySelector('.jupyter-ctx-open-code');
    if (shown?.firstChild instanceof Text) {
      shown.firstChild.appendData(code.slice(shown.firstChild.length));
      return;
    }
    const text = document.createElement('code');
    text.className = 'jupyter-ctx-open-code';
    text.append(document.createTextNode(code));
    const page = document.createElement('div');
    page.className = 'jp-RenderedHTMLCommon jp-RenderedMarkdown';
    page.append(document.createElement('pre'));
    page.firstElementChild?.append(text);
    this.node.replaceChildren(page);
    this.free();
    this.drawn = null;
  }

  private free(): void {
    const { renderer } = this;
    this.renderer = null;
    if (renderer?.isAttached) {
      // React may have taken the node out already, which `detach` does not like.
      MessageLoop.sendMessage(renderer, Widget.Msg.BeforeDetach);
      MessageLoop.sendMessage(renderer, Widget.Msg.AfterDetach);
    }
    renderer?.dispose();
  }
}
