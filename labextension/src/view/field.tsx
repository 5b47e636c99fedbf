/** A text field that grows with its text, keeps its keys, and knows when to send. */

import * as React from 'react';

import { preferences } from '../settings/preferences';

interface IField {
  readonly value: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
  /** Enter sends; with Ctrl or Cmd *isHere* is true. */
  readonly onSend: (isHere: boolean) => void;
  readonly onEscape: () => void;
  /** Asked before all else; tells whether the key is dealt with. */
  readonly onKey?: (key: IKey) => boolean;
  readonly onFocus?: () => void;
  /** The caret has moved. */
  readonly onCaret?: (at: number) => void;
  readonly onPaste?: (event: React.ClipboardEvent) => void;
  readonly isReadOnly?: boolean;
  readonly describedBy?: string;
  /** The list that follows the text, and what of it is chosen. */
  readonly list?: { readonly id: string; readonly chosen: string } | null;
}

/** A key with where the caret stands; Shift, Ctrl and Cmd are not pressed. */
export interface IKey {
  readonly key: string;
  readonly isAlt: boolean;
  readonly caret: number;
  /** Whether nothing is selected. */
  readonly isBare: boolean;
  /** Whether the text takes one line on the screen. */
  readonly isOneLine: boolean;
}

/** Grows to eight lines (by its style's `max-height`), then scrolls. */
export const Field = React.forwardRef<HTMLTextAreaElement, IField>(
  function Field(props, ref) {
    const own = React.useRef<HTMLTextAreaElement | null>(null);
    React.useLayoutEffect(() => {
      grow(own.current);
    }, [props.value]);
    React.useEffect(() => {
      // A hidden panel has no size, and a narrower one needs more lines.
      const watcher = new ResizeObserver(() => grow(own.current));
      if (own.current !== null) {
        watcher.observe(own.current);
      }
      return () => watcher.disconnect();
    }, []);
    return (
      <textarea
        ref={node => {
          own.current = node;
          assign(ref, node);
        }}
        className="jupyter-ctx-field"
        rows={1}
        value={props.value}
        placeholder={props.placeholder}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-autocomplete={props.list ? 'list' : undefined}
        aria-controls={props.list?.id}
        aria-activedescendant={props.list?.chosen}
        readOnly={props.isReadOnly}
        // On the element itself: Lab looks at nothing else.
        data-lm-suppress-shortcuts="true"
        onChange={event => {
          props.onChange(event.target.value);
          props.onCaret?.(event.target.selectionEnd);
        }}
        onSelect={event => {
          props.onCaret?.(event.currentTarget.selectionEnd);
        }}
        onFocus={props.onFocus}
        onPaste={props.onPaste}
        onKeyDown={event => {
          onKey(event, props);
        }}
      />
    );
  }
);

function assign(
  ref: React.ForwardedRef<HTMLTextAreaElement>,
  node: HTMLTextAreaElement | null
): void {
  if (typeof ref === 'function') {
    ref(node);
  } else if (ref !== null) {
    ref.current = node;
  }
}

function grow(node: HTMLTextAreaElement | null): void {
  if (node !== null) {
    node.style.height = 'auto';
    node.style.height = `${node.scrollHeight + 2}px`;
  }
}

type KeyEvent = React.KeyboardEvent<HTMLTextAreaElement>;

function onKey(event: KeyEvent, props: IField): void {
  // While an input method composes, Enter picks a word.
  if (event.nativeEvent.isComposing) {
    return;
  }
  const act = actOf(event, props);
  if (act !== null) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

function actOf(event: KeyEvent, props: IField): (() => void) | null {
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  return isPlain && props.onKey?.(keyOf(event))
    ? () => undefined
    : ownAct(event, props);
}

function keyOf({ key, altKey, currentTarget: node }: KeyEvent): IKey {
  const { selectionStart, selectionEnd } = node;
  const line = parseFloat(getComputedStyle(node).lineHeight) || 18;
  return {
    key,
    isAlt: altKey,
    caret: selectionEnd,
    isBare: selectionStart === selectionEnd,
    isOneLine: node.scrollHeight < 2 * line + 12
  };
}

/** Shift makes a new line; where Enter does, as a setting can say, Ctrl sends. */
function isNewLine(event: KeyEvent): boolean {
  const isSending = event.ctrlKey || event.metaKey;
  return event.shiftKey || !(isSending || preferences.value.enterSends);
}

function ownAct(event: KeyEvent, props: IField): (() => void) | null {
  switch (event.key) {
    case 'Enter':
      return isNewLine(event)
        ? null
        : () => props.onSend(event.ctrlKey || event.metaKey);
    case 'Escape':
      return props.onEscape;
    default:
      return null;
  }
}
