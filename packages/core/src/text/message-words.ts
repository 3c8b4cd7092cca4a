import type { MessageBlocks, MessageButton } from '@parley/contracts/messages/blocks';
import type { Message } from '@parley/contracts/entities';

type Worded = Pick<Message, 'content' | 'attachments' | 'sources' | 'blocks'>;

const buttonLine = ({ label, url }: MessageButton): string => (url === undefined ? `• ${label}` : `${label}: ${url}`);

/** Returns buttons, cards and the link to a form as lines of text, for customers who can't press them. */
function blockLines({ buttons = [], cards = [], form }: MessageBlocks): string[] {
  return [
    ...cards.flatMap((card) => ['', card.title, card.text ?? '', ...(card.buttons ?? []).map(buttonLine)]),
    ...buttons.map(buttonLine),
    form?.link ?? '',
  ];
}

/** Returns a message's text with its buttons, cards and form. */
export const wordsWithBlocks = ({ content, blocks }: Worded): string =>
  [content, ...(blocks ? blockLines(blocks) : [])].filter(Boolean).join('\n');

/** Returns a message as plain text, followed by its public sources with their addresses. */
export const wordsWithSources = ({ sources = [], ...message }: Worded): string =>
  [wordsWithBlocks(message), ...sources.map(({ title, url }, index) => `[${index + 1}] ${title}: ${url}`)]
    .filter(Boolean)
    .join('\n');

/** Returns a message as plain text, with its sources and the names of its files in brackets. */
export const messageWords = (message: Worded): string =>
  [wordsWithSources(message), ...(message.attachments ?? []).map(({ name }) => `[${name}]`)].filter(Boolean).join('\n');

/** Returns the text that a message quotes, for the part of a mail or transcript; empty for a removed one. */
export const quotedBy = ({ replyTo }: Pick<Message, 'replyTo'>): { quoted?: string } =>
  replyTo?.content ? { quoted: replyTo.content } : {};
