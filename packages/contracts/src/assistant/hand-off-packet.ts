/**
 * Data of a hand-off to a person: the summary that goes to the team with the conversation, and the packet that both
 * sides see and the customer can correct.
 */
import * as Type from 'typebox';
import { Text } from '../i18n/localized-text.ts';
import { allOptional, Id, Nullable, OneOf, Seq, Timestamp, without } from '../schema.ts';

export const moods = ['calm', 'worried', 'upset'] as const;

/** How the customer's identity is known: the page's login confirms it, they wrote it themselves, or not at all. */
export const identityLevels = ['confirmed', 'written', 'unknown'] as const;

export const HandOffFact = Type.Object({
  text: Type.String({ examples: ['Order 48213'] }),
  /** Customer's message that it comes from; null if none contains these words. */
  seq: Nullable(Seq),
  /** True if the customer marked it as wrong. */
  isWrong: Type.Boolean(),
});
export type HandOffFact = Type.Static<typeof HandOffFact>;

const parts = {
  /** Request of the customer. */
  asked: Nullable(Type.String()),
  /** Answers and attempts so far. */
  tried: Type.Array(Type.String()),
};
const details = {
  mood: OneOf(moods),
  /** Language of the customer. */
  language: Type.String({ examples: ['de'] }),
  identity: OneOf(identityLevels),
  /** The team that is there for the website; null where none is. */
  team: Nullable(Type.Object({ id: Id, name: Type.String({ examples: ['Returns'] }) })),
};

/** A detail that is absent is as in most conversations: calm, in English, of an unknown customer, for no team. */
export const HandOffSummary = Type.Object({
  /** Why a person is needed, in one line. */
  reason: Text,
  ...parts,
  facts: Type.Array(Type.String({ examples: ['Order 48213'] })),
  ...allOptional(details),
});
export type HandOffSummary = Type.Static<typeof HandOffSummary>;

export const HandOffPacket = Type.Object(
  {
    ...parts,
    /** True if the customer marked `asked` as wrong. */
    isAskedWrong: Type.Boolean(),
    facts: Type.Array(HandOffFact),
    ...details,
    /** First answer, for the team only; null if no knowledge supports one. */
    draft: Nullable(Type.String()),
  },
  { $id: 'HandOffPacket' },
);
export type HandOffPacket = Type.Static<typeof HandOffPacket>;

/** Part of the packet that the customer sees. */
export const VisitorHandOff = Type.Object(
  {
    conversationId: Id,
    asked: HandOffPacket.properties.asked,
    isAskedWrong: HandOffPacket.properties.isAskedWrong,
    facts: Type.Array(Type.Object(without(HandOffFact.properties, 'seq'))),
    updatedAt: Timestamp,
  },
  { $id: 'VisitorHandOff' },
);
export type VisitorHandOff = Type.Static<typeof VisitorHandOff>;
