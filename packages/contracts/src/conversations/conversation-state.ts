/** Compares two states of a conversation by age: changes of two processes may arrive in the wrong order. */
export interface ConversationVersion {
  lastSeq: number;
  /** Left out of what customers see. */
  lastActNo?: number | undefined;
}

/** Whether fewer messages or acts had come. Neither number ever goes back. */
export const isOlder = (one: ConversationVersion, other: ConversationVersion): boolean =>
  one.lastSeq < other.lastSeq || (one.lastActNo ?? Infinity) < (other.lastActNo ?? 0);
