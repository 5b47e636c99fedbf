/** The last gate for model text: what of a parsed page may stay, by a closed list. */

import type { IRenderMime } from '@jupyterlab/rendermime';

import { isInlineImage, isWebLink } from './markdown';

const TAGS = new Set(
  (
    'a b blockquote br caption code col colgroup dd del dl dt em h1 h2 h3 h4 h5 ' +
    'h6 hr i img kbd li ol p pre s span strong sub sup table tbody td tfoot th ' +
    'thead tr u ul'
  ).split(' ')
);
const ATTRIBUTES = new Set(
  'align alt colspan href rowspan src start title'.split(' ')
);
// Frames that Lab puts around what it renders; what they hold is kept.
const FRAMES = new Set('details div figure section'.split(' '));
// Classes are kept where highlighting needs them; elsewhere they could dress
// model text as a part of JupyterLab.
const CLASSED = 'code, pre span';

/**
 * Lab's own sanitizer, and after it a list of ours.
 *
 * Lab allows what notebooks need: styles, remote pictures, forms, command links.
 * Text of a model needs none of them, and a remote picture would tell its server
 * what was read. All of it happens in an inert document, so nothing is loaded.
 */
export class StrictSanitizer implements IRenderMime.ISanitizer {
  readonly allowNamedProperties = false;

  constructor(
    private readonly _base: IRenderMime.ISanitizer,
    private readonly _notLoaded: (label: string) => string
  ) {}

  sanitize(dirty: string, options?: IRenderMime.ISanitizerOptions): string {
    const template = document.createElement('template');
    template.innerHTML = this._base.sanitize(dirty, options);
    for (const element of template.content.querySelectorAll('*')) {
      this._clean(element);
    }
    return template.innerHTML;
  }

  private _clean(element: Element): void {
    const tag = element.localName;
    if (tag === 'input') {
      element.replaceWith(element.hasAttribute('checked') ? '☑' : '☐');
    } else if (FRAMES.has(tag)) {
      element.replaceWith(...element.childNodes);
    } else if (!TAGS.has(tag)) {
      element.replaceWith(element.textContent ?? '');
    } else if (tag === 'img' && !isInlineImage(sourceOf(element, 'src'))) {
      element.replaceWith(this._notLoaded(sourceOf(element, 'alt')));
    } else {
      strip(element);
    }
  }
}

function sourceOf(element: Element, name: string): string {
  return element.getAttribute(name) ?? '';
}

function strip(element: Element): void {
  const isClassed = element.matches(CLASSED);
  for (const { name } of [...element.attributes]) {
    if (!ATTRIBUTES.has(name) && !(name === 'class' && isClassed)) {
      element.removeAttribute(name);
    }
  }
  if (element.localName === 'a') {
    harden(element);
  }
}

function harden(link: Element): void {
  if (isWebLink(sourceOf(link, 'href'))) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  } else {
    // A relative address would lead into this Jupyter server.
    link.removeAttribute('href');
  }
}
