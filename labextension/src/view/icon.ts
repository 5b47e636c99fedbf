/** The icons of jupyter_ctx: a cell with a spark of an answer, a pin, an eye. */

import { LabIcon } from '@jupyterlab/ui-components';

export const ctxIcon = icon(
  'icon',
  `<path d="M4 4h9v2H5v12h14v-5h2v7H3V5a1 1 0 0 1 1-1z"/>
   <path d="M18 1l1.5 4.5L24 7l-4.5 1.5L18 13l-1.5-4.5L12 7l4.5-1.5z"/>
   <path d="M7 10h5v2H7zM7 14h9v2H7z"/>`
);

export const pinIcon = icon(
  'pin',
  '<path d="M9 2h6v2h-1v6l4 4v2h-5v6h-2v-6H6v-2l4-4V4H9z"/>'
);

const EYE =
  '<path d="M12 5C6.5 5 2.7 9.1 1 12c1.7 2.900 5.500 7 11 7s9.300-4.100 11-7c-1.700-2.900-5.500-7-11-7zm0 12c-4 0-6.900-2.800-8.600-5C5.100 9.800 8 7 12 7s6.900 2.800 8.600 5c-1.700 2.200-4.600 5-8.600 5z"/><circle cx="12" cy="12" r="3"/>';

export const showIcon = icon('show', EYE);

export const hideIcon = icon(
  'hide',
  `${EYE}<path d="M3.400 2L2 3.400 20.600 22 22 20.600z"/>`
);

function icon(name: string, shapes: string): LabIcon {
  const svgstr = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24"><g class="jp-icon3" fill="#616161">${shapes}</g></svg>`;
  return new LabIcon({ name: `jupyter-ctx:${name}`, svgstr });
}
