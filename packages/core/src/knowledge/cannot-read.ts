/** Why something of a source is not read, in words that are kept with it. */
import { englishOf, saidOf, say, type Words } from '@parley/contracts/sayings';
import type { Reason } from '@parley/db/knowledge/sources';
import { OutboundError } from '@parley/service/outbound-errors';
import type { UnreadReason } from './reader.ts';

export class CannotRead extends Error {
  readonly words: Words;
  /** Left out for good reason, rather than failed. */
  readonly isSkipped: boolean;
  /** Whether what it said before is found no more. */
  readonly drop: boolean;

  constructor(words: Words, { isSkipped = false, drop = false } = {}) {
    super(englishOf(words));
    this.words = words;
    this.isSkipped = isSkipped;
    this.drop = drop;
  }
}

const unreadWords: Readonly<Record<UnreadReason, () => Words>> = {
  unreadable: () => say('knowledge_unreadable'),
  empty: () => say('knowledge_empty'),
  too_large: () => say('knowledge_too_large'),
  limits: () => say('knowledge_limits'),
  repository: () => say('knowledge_repository'),
};

export const unread = (reason: UnreadReason): CannotRead => new CannotRead(unreadWords[reason]());

/** The words of what went wrong outside; undefined for faults of our own. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof CannotRead || error instanceof OutboundError)) return undefined;
  return { reason: englishOf(error.words), said: saidOf(error.words) ?? null };
}
