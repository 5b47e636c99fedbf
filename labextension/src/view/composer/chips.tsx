/** What goes along with the next message: mentions, pictures, files; each removable. */

import { closeIcon } from '@jupyterlab/ui-components';
import * as React from 'react';

import { mentionsIn } from '../../talk/mentions';
import type { Met } from '../../protocol.generated';
import { type IEnclosure, lost } from '../../talk/queue';
import type { IState } from '../../talk/state';

import { useSurroundings, useValue } from '../common';
import { kindName } from './kinds';
import type { Trans } from '../sentences';

interface IChips {
  readonly state: IState;
  readonly text: string;
  readonly onRemove: (mention: string) => void;
  /** A chip is gone: the focus goes back to the field. */
  readonly onGone: () => void;
}

export function Chips(props: IChips): React.ReactElement | null {
  const { assistant, trans } = useSurroundings();
  const { state, text } = props;
  const { desk } = assistant;
  const enclosed = useValue(desk.changed, () => desk.enclosed);
  const met = useMet(state, text);
  if (enclosed.length === 0 && met.length === 0) {
    return null;
  }
  const level = state.model?.privacy ?? '';
  const stays = level !== '' && level !== 'everything';
  return (
    <ul
      className="jupyter-ctx-chips"
      aria-label={trans.__('Goes along with the message')}
    >
      {enclosed.map(one => (
        <Enclosure
          key={one.key}
          enclosure={one}
          stays={stays}
          onRemove={() => {
            desk.discard(one.key);
            props.onGone();
          }}
        />
      ))}
      {met.map(one => (
        <Mention
          key={one.mention}
          met={one}
          onRemove={() => {
            props.onRemove(one.mention);
            props.onGone();
          }}
        />
      ))}
    </ul>
  );
}

/** What the last preview said of the mentions that are written now. */
function useMet(state: IState, text: string): readonly Met[] {
  const known = state.context?.met;
  return React.useMemo(() => {
    const all = known ?? [];
    const written = mentionsIn(text);
    return all.filter(one => written.includes(one.mention));
  }, [known, text]);
}

function Mention({
  met,
  onRemove
}: {
  readonly met: Met;
  readonly onRemove: () => void;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const { mention, problem = '', tokens = 0 } = met;
  const detail = [
    kindName(met.kind ?? '', trans),
    tokens > 0 ? trans.__('%1 tokens', tokens.toLocaleString()) : ''
  ];
  return (
    <li
      className={
        problem === ''
          ? 'jupyter-ctx-tag'
          : 'jupyter-ctx-tag jupyter-ctx-mod-missing'
      }
    >
      <span className="jupyter-ctx-tag-name">{mention}</span>
      <span className="jupyter-ctx-fine">
        {problem === '' ? detail.filter(Boolean).join(' · ') : problem}
      </span>
      <Remove name={mention} onRemove={onRemove} />
    </li>
  );
}

function Enclosure(props: {
  readonly enclosure: IEnclosure;
  readonly stays: boolean;
  readonly onRemove: () => void;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const { name, mime = '', data } = props.enclosure;
  const isGone = lost([props.enclosure]).length > 0;
  const isPicture = mime.startsWith('image/') && !isGone;
  return (
    <li
      className={
        props.stays || isGone
          ? 'jupyter-ctx-tag jupyter-ctx-mod-missing'
          : 'jupyter-ctx-tag'
      }
    >
      {isPicture && (
        <img
          src={`data:${mime};base64,${data}`}
          alt={trans.__('Picture %1', name)}
        />
      )}
      <span className="jupyter-ctx-tag-name">{name}</span>
      <span className="jupyter-ctx-fine">{about(props, trans)}</span>
      <Remove name={name} onRemove={props.onRemove} />
    </li>
  );
}

function about(
  {
    enclosure,
    stays
  }: { readonly enclosure: IEnclosure; readonly stays: boolean },
  trans: Trans
): string {
  if (lost([enclosure]).length > 0) {
    return trans.__('too large for a reload: add it again');
  }
  if (stays) {
    return trans.__('stays here at this privacy level');
  }
  return sizeOf(enclosure.size ?? 0);
}

/** A number of bytes as people say it. */
function sizeOf(size: number): string {
  return size < 1_000_000
    ? `${Math.max(1, Math.round(size / 1_000))} kB`
    : `${(size / 1_000_000).toFixed(1)} MB`;
}

function Remove(props: {
  readonly name: string;
  readonly onRemove: () => void;
}): React.ReactElement {
  const { trans } = useSurroundings();
  const label = trans.__('Remove %1', props.name);
  return (
    <button
      type="button"
      className="jupyter-ctx-tag-remove"
      aria-label={label}
      title={label}
      onClick={props.onRemove}
    >
      <closeIcon.react tag="span" width="12px" height="12px" />
    </button>
  );
}
