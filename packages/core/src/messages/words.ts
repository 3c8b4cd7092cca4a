import type { Message } from '@parley/contracts/entities';

type Worded = Pick<Message, 'content' | 'attachments' | 'sources'>;

/** What a message says where links are text: its words, and below them where everybody can read what they rest on. */
export const wordsWithSources = ({ content, sources = [] }: Worded): string =>
  [content, ...sources.map(({ title, url }, index) => `[${index + 1}] ${title}: ${url}`)].filter(Boolean).join('\n');

/** The same where only text goes, and behind it what its files are called, each in brackets. */
export const messageWords = (message: Worded): string =>
  [wordsWithSources(message), ...(message.attachments ?? []).map(({ name }) => `[${name}]`)].filter(Boolean).join('\n');
