/** Compares two states of a conversation by age: changes of two processes may arrive in the wrong order. */
export interface ConversationVersion {
  lastSeq: number;
  /** Left out of what customers see. */
  lastActivityNo?: number | undefined;
}

/** Whether fewer messages or activities had come. Neither number ever goes back. */
export const isOlder = (one: ConversationVersion, other: ConversationVersion): boolean =>
  one.lastSeq < other.lastSeq || (one.lastActivityNo ?? Infinity) < (other.lastActivityNo ?? 0);
