/** The icons of the commands on cells. */

import { buildIcon, LabIcon } from '@jupyterlab/ui-components';

/** A wrench. */
export const fixIcon = buildIcon;

/** A bubble with a question mark. */
export const explainIcon = icon(
  'explain',
  `<path d="M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H10l-5 4v-4H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm0 2v11h3v2l2.500-2H20V5z"/>
   <path d="M11 12.500h2v2h-2zM12 6c1.900 0 3.200 1.100 3.200 2.700 0 1.200-.7 1.800-1.400 2.300-.6.4-.8.600-.8 1h-2c0-1.400.8-2 1.500-2.500.5-.3.7-.5.7-.9 0-.5-.5-.8-1.200-.8s-1.200.4-1.200 1.100h-2C8.800 7.200 10.100 6 12 6z"/>`
);

/** A clock that runs behind. */
export const staleIcon = icon(
  'stale',
  `<path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14z"/>
   <path d="M11 7h2v4.600l3.200 1.900-1 1.700L11 12.700z"/>`
);

function icon(name: string, shapes: string): LabIcon {
  const svgstr = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24"><g class="jp-icon3" fill="#616161">${shapes}</g></svg>`;
  return new LabIcon({ name: `jupyter-ctx:${name}`, svgstr });
}
