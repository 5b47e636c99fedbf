/** The buttons of the sidebar. */

import type { LabIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

interface IButton {
  readonly label: string;
  readonly onClick: (event: React.MouseEvent) => void;
  readonly icon?: LabIcon;
  /** Show the icon alone; the label is its accessible name. */
  readonly isBare?: boolean;
  readonly hint?: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly isDisabled?: boolean;
  readonly isExpanded?: boolean;
  /** Set for a toggle. */
  readonly isPressed?: boolean;
  readonly innerRef?: React.Ref<HTMLButtonElement>;
}

/** A button of ours; where it shows only an icon, its label is read aloud. */
export function Button(props: IButton): React.ReactElement {
  const { label, isBare, isDisabled = false } = props;
  return (
    <button
      ref={props.innerRef}
      type="button"
      className={`jupyter-ctx-button jupyter-ctx-mod-${props.kind ?? 'plain'}`}
      title={props.hint ?? (isBare ? label : undefined)}
      aria-label={isBare ? label : undefined}
      // `disabled` would take the focus away from who has just used it.
      aria-disabled={isDisabled}
      aria-expanded={props.isExpanded}
      aria-pressed={props.isPressed}
      onClick={isDisabled ? undefined : props.onClick}
    >
      <Face {...props} />
    </button>
  );
}

function Face({ icon: Icon, isBare, label }: IButton): React.ReactElement {
  return (
    <>
      {Icon && <Icon.react tag="span" className="jupyter-ctx-icon" />}
      {!isBare && <span>{label}</span>}
    </>
  );
}
