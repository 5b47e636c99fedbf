/** A field that filters a list. */

import * as React from 'react';

interface IFilterField {
  readonly text: string;
  readonly label: string;
  readonly onText: (text: string) => void;
}

/** Esc empties it first; in an empty one it goes to what stands around. */
export function FilterField(props: IFilterField): React.ReactElement {
  const { text, label, onText } = props;
  return (
    <input
      type="search"
      className="jupyter-ctx-field"
      value={text}
      placeholder={label}
      aria-label={label}
      onChange={event => onText(event.target.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && text !== '') {
          event.preventDefault();
          event.stopPropagation();
          onText('');
        }
      }}
    />
  );
}
