/** What is passed on with a conversation when a person is needed, in parts: both sides see it, and the customer corrects it. */
import * as Type from 'typebox';
import { Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';

export const moods = ['calm', 'worried', 'upset'] as const;

/** How it is known who they are: the page's login vouches for them, they wrote it themselves, or not at all. */
export const identityLevels = ['confirmed', 'written', 'unknown'] as const;

export const HandOffFact = Type.Object({
  text: Type.String({ examples: ['Order 48213'] }),
  /** The customer's message that it comes from; null where none says it in these words. */
  seq: Nullable(Seq),
  /** The customer says that it is wrong. */
  isWrong: Type.Boolean(),
});
export type HandOffFact = Type.Static<typeof HandOffFact>;

export const HandOffPacket = Type.Object(
  {
    /** What the customer wants. */
    asked: Nullable(Type.String()),
    /** The customer says that this is not what they want. */
    isAskedWrong: Type.Boolean(),
    facts: Type.Array(HandOffFact),
    /** What was answered or tried already. */
    tried: Type.Array(Type.String()),
    mood: OneOf(moods),
    /** What the customer writes in. */
    language: Type.String({ examples: ['de'] }),
    identity: OneOf(identityLevels),
    /** The team that is there for the website; null where none is. */
    team: Nullable(Type.Object({ id: Id, name: Type.String({ examples: ['Returns'] }) })),
    /** A first answer, for the team alone; null where nothing is known that says one. */
    draft: Nullable(Type.String()),
  },
  { $id: 'HandOffPacket' },
);
export type HandOffPacket = Type.Static<typeof HandOffPacket>;

/** What the customer sees of it. */
export const VisitorHandOff = Type.Object(
  {
    conversationId: Id,
    asked: HandOffPacket.properties.asked,
    isAskedWrong: HandOffPacket.properties.isAskedWrong,
    facts: Type.Array(Type.Pick(HandOffFact, ['text', 'isWrong'])),
    updatedAt: Timestamp,
  },
  { $id: 'VisitorHandOff' },
);
export type VisitorHandOff = Type.Static<typeof VisitorHandOff>;
