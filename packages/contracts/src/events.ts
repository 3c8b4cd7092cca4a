/**
 * What happened, as the outbox stores it and the `events` queue carries it. Events name things by id; whoever reacts
 * reads the present state from the database, which is the truth.
 */
import * as Type from 'typebox';
import { actKinds } from './acts.ts';
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
  event('conversation.changed', {
    change: OneOf(actKinds),
    /** The representative who did it; null for the assistant and the system. */
    actorId: Nullable(Id),
    reason: Nullable(Type.String()),
    /** The act that tells of it; events of releases before acts have none. */
    actNo: Type.Optional(Seq),
  }),
  event('conversation.deleted', {}),
]);
export type DomainEvent = Type.Static<typeof DomainEvent>;

/** An event with the identity that makes every reaction happen once. */
export const StoredEvent = Type.Object({ id: Id, event: DomainEvent });
export type StoredEvent = Type.Static<typeof StoredEvent>;
