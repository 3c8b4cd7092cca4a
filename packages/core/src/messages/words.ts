import type { Message } from '@parley/contracts/entities';

/** What a message says where only text goes: its words, and behind them what its files are called, each in brackets. */
export const messageWords = ({ content, attachments = [] }: Pick<Message, 'content' | 'attachments'>): string =>
  [...(content === '' ? [] : [content]), ...attachments.map(({ name }) => `[${name}]`)].join('\n');
