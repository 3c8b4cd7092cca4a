/**
 * Domain events, as the outbox stores them and the `events` queue carries them. They name things by id; handlers read
 * the current state from the database, which is the truth.
 */
import * as Type from 'typebox';
import { changeKinds, mailKinds, noteKinds, originKinds, ruleKinds, toolKinds } from './conversations/activities.ts';
import { SenderType } from './entities.ts';
import { Text } from './i18n/localized-text.ts';
import { Id, Nullable, OneOf, Seq } from './schema.ts';

const event = <const T extends string, P extends Type.TProperties>(type: T, properties: P) =>
  Type.Object({ type: Type.Literal(type), conversationId: Id, ...properties });

export const DomainEvent = Type.Union([
  event('message.posted', {
    seq: Seq,
    senderType: SenderType,
    /** True for the first message, which opened the conversation. */
    opened: Type.Boolean(),
    /** Activity that records the reopening of a closed conversation. */
    activityNo: Type.Optional(Seq),
    /** Form that the message answers. */
    formId: Type.Optional(Id),
  }),
  /** A message was changed, or removed. */
  event('message.updated', { seq: Seq, editNo: Seq }),
  /** A representative put an emoji on a message of a customer who reads elsewhere, or took it back. */
  event('message.reacted', { seq: Seq }),
  event('conversation.changed', {
    change: OneOf(changeKinds),
    /** The representative who did it; null for the assistant and the system. */
    actorId: Nullable(Id),
    /** Null for a hand-off, which has a summary in its activity. */
    reason: Nullable(Text),
    /** Activity that records the change. */
    activityNo: Seq,
  }),
  event('conversation.deleted', {}),
  /** A person finished a review with a low score. Only rules follow it: colleagues don't see each other's reviews. */
  event('review.low', {}),
]);
export type DomainEvent = Type.Static<typeof DomainEvent>;

/**
 * The team wrote or changed a note or began a conversation, the assistant called a tool, a rule ran, or a mail was not
 * posted. Only sockets of the team receive it: no job of reactions is created, so that no external service can get it.
 */
export const NoteEvent = event('conversation.noted', {
  kind: OneOf([...noteKinds, ...toolKinds, ...ruleKinds, ...mailKinds, ...originKinds]),
  activityNo: Seq,
  /** The activity that wrote the note. */
  noteActivityNo: Seq,
  /** Users mentioned now and not before. */
  mentioned: Type.Array(Id),
  authorId: Id,
});
export type NoteEvent = Type.Static<typeof NoteEvent>;

/** Event in the outbox, until it is published. */
export interface OutboxEvent {
  id: string;
  event: DomainEvent | NoteEvent;
}

/** An event with the identity that makes every reaction happen once. */
export const StoredEvent = Type.Object({ id: Id, event: DomainEvent });
export type StoredEvent = Type.Static<typeof StoredEvent>;

/** A note's event with its identity, for what reacts to it inside the team. */
export const NotedEvent = Type.Object({ id: Id, event: NoteEvent });
export type NotedEvent = Type.Static<typeof NotedEvent>;
