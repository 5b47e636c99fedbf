/** Tools on the blocks of code of a rendered reply: plain DOM, since Lab made the page. */

import { isForCell, languageOf } from '../text/markdown';
import type { Trans } from '../sentences';

export interface ICodeAct {
  readonly label: string;
  readonly hint: string;
  /** Needs code that can stand in a cell. */
  readonly isForCells: boolean;
  readonly act: (source: string) => void;
}

/** Put a bar with *acts* above each block of code in *page*. */
export function addTools(
  page: HTMLElement,
  acts: readonly ICodeAct[],
  trans: Trans
): void {
  for (const block of page.querySelectorAll('pre')) {
    const code = block.querySelector('code');
    if (code !== null && block.closest('.jupyter-ctx-code') === null) {
      const frame = document.createElement('div');
      frame.className = 'jupyter-ctx-code';
      block.replaceWith(frame);
      frame.append(bar(code, block, acts, trans), block);
      if (languageOf(code.className) === 'diff') {
        colour(code);
      }
    }
  }
}

/** Give each line of a diff a ground of its own: signs alone are easily missed. */
function colour(code: HTMLElement): void {
  const lines = (code.textContent ?? '').replace(/\n$/, '').split('\n');
  code.replaceChildren(
    ...lines.map(line => {
      const made = document.createElement('span');
      made.textContent = line;
      const kind = /^(?:---|\+\+\+) /.test(line)
        ? 'mod-at'
        : (KINDS[line.charAt(0)] ?? 'mod-same');
      made.className = `jupyter-ctx-diff-line jupyter-ctx-${kind}`;
      return made;
    })
  );
}

const KINDS: Record<string, string> = {
  '-': 'mod-old',
  '+': 'mod-new',
  '@': 'mod-at'
};

function bar(
  code: HTMLElement,
  block: HTMLElement,
  acts: readonly ICodeAct[],
  trans: Trans
): HTMLElement {
  const language = languageOf(code.className);
  const source = (code.textContent ?? '').replace(/\n$/, '');
  const tools = document.createElement('div');
  tools.className = 'jupyter-ctx-code-tools';
  tools.setAttribute('role', 'group');
  tools.setAttribute('aria-label', trans.__('Code'));
  tools.append(
    ...acts
      .filter(act => !act.isForCells || isForCell(language))
      .map(act => button(act, source))
  );
  if (source.split('\n').some(line => line.length > LONG)) {
    tools.append(wrapper(block, trans));
  }
  return tools;
}

const LONG = 44; // characters of a line that hardly any sidebar has room for

/** A switch between lines that are scrolled and lines that are broken. */
function wrapper(block: HTMLElement, trans: Trans): HTMLElement {
  const made = button(
    {
      label: trans.__('Wrap'),
      hint: trans.__('Break long lines in place of scrolling'),
      isForCells: false,
      act: () => {
        const isOn = block.classList.toggle('jupyter-ctx-mod-wrapped');
        made.setAttribute('aria-pressed', String(isOn));
      }
    },
    ''
  );
  made.setAttribute('aria-pressed', 'false');
  return made;
}

function button(act: ICodeAct, source: string): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'jupyter-ctx-button jupyter-ctx-mod-plain';
  made.textContent = act.label;
  made.title = act.hint;
  made.addEventListener('click', event => {
    // The second half of a double click is not another wish.
    if (event.detail < 2) {
      act.act(source);
    }
  });
  return made;
}
