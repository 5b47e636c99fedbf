/** Wide tables and code in a box of their own, which the keyboard can scroll, too. */

/** Put each table of *page* into a box that scrolls, and let code take the focus. */
export function fit(page: HTMLElement): void {
  for (const table of page.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'jupyter-ctx-wide';
    table.replaceWith(box);
    box.append(table);
    box.tabIndex = 0;
  }
  for (const code of page.querySelectorAll('pre')) {
    code.tabIndex = 0;
  }
}
