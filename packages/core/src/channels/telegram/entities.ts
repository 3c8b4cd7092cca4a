/** Formatting as the Bot API takes it. https://core.telegram.org/bots/api#messageentity */
import type { Mark } from '../../text/marks.ts';

const types = { strong: 'bold', em: 'italic', s: 'strikethrough', code: 'code', pre: 'pre', a: 'text_link' } as const;

/** Telegram formats no more. */
const mostEntities = 100;

interface Entity {
  type: (typeof types)[Mark['tag']];
  offset: number;
  length: number;
  url?: string;
}

/** Returns the parameter with a text's formatting; nothing for a plain text. */
export function formatted(parameter: 'entities' | 'caption_entities', marks: readonly Mark[]) {
  const codes = marks.filter(isCode);
  const entities = marks
    // Code contains nothing formatted and is part of nothing formatted.
    .filter((mark) => isCode(mark) || !codes.some((code) => code.from < mark.to && mark.from < code.to))
    .flatMap((mark) => entityOf(mark) ?? [])
    .slice(0, mostEntities);
  return entities.length === 0 ? {} : { [parameter]: entities };
}

const isCode = ({ tag }: Mark): boolean => tag === 'code' || tag === 'pre';

/** Null for a link that leads to no page: Telegram finds addresses and numbers in the text by itself. */
function entityOf({ tag, from, to, href = '' }: Mark): Entity | null {
  const range = { type: types[tag], offset: from, length: to - from };
  if (tag !== 'a') return range;
  return /^https?:/i.test(href) ? { ...range, url: href } : null;
}
