import type { Message } from '@parley/contracts/entities';

type Worded = Pick<Message, 'content' | 'attachments' | 'sources'>;

/** Returns a message as plain text, followed by its public sources with their addresses. */
export const wordsWithSources = ({ content, sources = [] }: Worded): string =>
  [content, ...sources.map(({ title, url }, index) => `[${index + 1}] ${title}: ${url}`)].filter(Boolean).join('\n');

/** Returns a message as plain text, with its sources and the names of its files in brackets. */
export const messageWords = (message: Worded): string =>
  [wordsWithSources(message), ...(message.attachments ?? []).map(({ name }) => `[${name}]`)].filter(Boolean).join('\n');

/** Returns the text that a message quotes, for the part of a mail or transcript; empty for a removed one. */
export const quotedBy = ({ replyTo }: Pick<Message, 'replyTo'>): { quoted?: string } =>
  replyTo?.content ? { quoted: replyTo.content } : {};
