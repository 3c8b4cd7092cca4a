/**
 * What happened, as the outbox stores it and the `events` queue carries it. Events name things by id; whoever reacts
 * reads the present state from the database, which is the truth.
 */
import * as Type from 'typebox';
import { changeKinds, mailKinds, noteKinds, toolKinds } from './acts.ts';
import { SenderType } from './entities.ts';
import { Id, Nullable, OneOf, Seq } from './schema.ts';

const event = <const T extends string, P extends Type.TProperties>(type: T, properties: P) =>
  Type.Object({ type: Type.Literal(type), conversationId: Id, ...properties });

export const DomainEvent = Type.Union([
  event('message.posted', {
    seq: Seq,
    senderType: SenderType,
    /** True for the first message, which opened the conversation. */
    opened: Type.Boolean(),
    /** The act that tells that it reopened a closed conversation. */
    actNo: Type.Optional(Seq),
  }),
  /** A message was changed, or removed. */
  event('message.updated', { seq: Seq, editNo: Seq }),
  event('conversation.changed', {
    change: OneOf(changeKinds),
    /** The representative who did it; null for the assistant and the system. */
    actorId: Nullable(Id),
    reason: Nullable(Type.String()),
    /** The act that tells of it. */
    actNo: Seq,
  }),
  event('conversation.deleted', {}),
]);
export type DomainEvent = Type.Static<typeof DomainEvent>;

/**
 * The team wrote a note, or changed one, the assistant called a tool, or a mail came that was not posted. Told to the team's sockets alone: no job is made of it, so that nothing that
 * speaks to the outside can hear of it.
 */
export const NoteEvent = event('conversation.noted', {
  kind: OneOf([...noteKinds, ...toolKinds, ...mailKinds]),
  actNo: Seq,
  /** The act that wrote the note. */
  noteActNo: Seq,
  /** Who is mentioned and was not before. */
  mentioned: Type.Array(Id),
  authorId: Id,
});
export type NoteEvent = Type.Static<typeof NoteEvent>;

/** What the outbox holds until it is told. */
export interface OutboxEvent {
  id: string;
  event: DomainEvent | NoteEvent;
}

/** An event with the identity that makes every reaction happen once. */
export const StoredEvent = Type.Object({ id: Id, event: DomainEvent });
export type StoredEvent = Type.Static<typeof StoredEvent>;
