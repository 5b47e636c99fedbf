/** When a page connects although nobody has opened the sidebar; pure. */

/** Whether running *source* asks the assistant, so that Stop must work. */
export function asks(source: string): boolean {
  return /^\s*%%?assist\b/.test(source);
}

/** Whether running *source* loads or installs the kernel side. */
export function loads(source: string): boolean {
  return /(load_ext|install)\b.*\bjupyter_ctx\b/.test(source);
}

/** Whether outputs of ours are among *outputs*, so that they may be redrawn. */
export function hasOurs(outputs: readonly object[]): boolean {
  return outputs.some(output => {
    const metadata = 'metadata' in output ? output.metadata : null;
    return (
      typeof metadata === 'object' &&
      metadata !== null &&
      'jupyter_ctx' in metadata
    );
  });
}
