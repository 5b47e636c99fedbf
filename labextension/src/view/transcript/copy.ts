/** A conversation as a Markdown document, for the clipboard; pure. */

import type { Reply, Turn } from '../../protocol.generated';

import { badge } from './badges';
import { answeredBy, ending, type Trans } from '../sentences';

/** Give the turns in view, each with what became of it. */
export function toMarkdown(
  name: string,
  turns: readonly Turn[],
  trans: Trans
): string {
  const parts = turns.flatMap(turn => [
    `## ${turn.forUser ? trans.__('Selected') : trans.__('Question')}${mark(turn.sent, trans)}`,
    turn.prompt,
    ...(turn.reply ? reply(turn.reply, trans) : [turn.live?.text ?? ''])
  ]);
  return (
    [`# ${name}`, ...parts].filter(part => part !== '').join('\n\n') + '\n'
  );
}

function reply(value: Reply, trans: Trans): string[] {
  const options = value.choices.map((choice, index) => {
    const isSelected = choice.id === value.selected;
    return `${index + 1}. ${isSelected ? `**${choice.label}**` : choice.label}`;
  });
  return [
    `*${answeredBy(value, trans)}${mark(value.sent, trans)}*`,
    value.text,
    value.question,
    options.join('\n'),
    ending(value, trans)
  ];
}

function mark(sent: Turn['sent'], trans: Trans): string {
  const label = badge(sent, trans)?.label;
  return label === undefined ? '' : ` (${label})`;
}
