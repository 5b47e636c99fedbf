/** The icon of jupyter_ctx: a cell with a spark of an answer. */

import { LabIcon } from '@jupyterlab/ui-components';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24">
  <g class="jp-icon3" fill="#616161">
    <path d="M4 4h9v2H5v12h14v-5h2v7H3V5a1 1 0 0 1 1-1z"/>
    <path d="M18 1l1.5 4.5L24 7l-4.5 1.5L18 13l-1.5-4.5L12 7l4.5-1.5z"/>
    <path d="M7 10h5v2H7zM7 14h9v2H7z"/>
  </g>
</svg>`;

export const ctxIcon = new LabIcon({ name: 'jupyter-ctx:icon', svgstr: SVG });
