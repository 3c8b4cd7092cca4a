/** Explains why a part of a source is not read; the text is stored with it. */
import { englishOf, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { Reason } from '@parley/db/knowledge/sources';
import { OutboundError } from '@parley/service/outbound-errors';
import type { UnreadReason } from './reader.ts';

/** Failure to read one document; the rest of its source goes on. */
export class CannotRead extends Error {
  readonly words: Text;
  /** Left out for good reason, rather than failed. */
  readonly isSkipped: boolean;
  /** True if its previous text must be removed from the index. */
  readonly drop: boolean;

  constructor(words: Text, { isSkipped = false, drop = false } = {}) {
    super(englishOf(words));
    this.words = words;
    this.isSkipped = isSkipped;
    this.drop = drop;
  }
}

const unreadWords: Readonly<Record<UnreadReason, () => Text>> = {
  unreadable: () => localize('knowledge_unreadable'),
  empty: () => localize('knowledge_empty'),
  too_large: () => localize('knowledge_too_large'),
  limits: () => localize('knowledge_limits'),
  repository: () => localize('knowledge_repository'),
};

/** Returns the failure for a reason given by the reader process. */
export const unread = (reason: UnreadReason): CannotRead => new CannotRead(unreadWords[reason]());

/** Returns the message of an external failure; undefined for bugs of our own. */
export function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof CannotRead || error instanceof OutboundError)) return undefined;
  return { reason: englishOf(error.words), localized: localizedOf(error.words) ?? null };
}
