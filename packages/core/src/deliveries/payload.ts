/** What a delivery carries until it is made: everything that must be the same at every attempt. */
import { webhookEvents } from '@parley/contracts/entities';
import { Id, OneOf, Seq, Timestamp } from '@parley/contracts/schema';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const kind = <const K extends string, P extends Type.TProperties>(name: K, properties: P) =>
  Type.Object({ kind: Type.Literal(name), ...properties });

/** Something the team is told, by mail, Slack or boards. */
const Notice = {
  title: Type.String(),
  customer: Type.String(),
  website: Type.String(),
  text: Type.String(),
  url: Type.String(),
};

export const DeliveryPayload = Type.Union([
  kind('notice', Notice),
  /** The answers from `fromSeq` to `toSeq`, to a customer who has left. */
  kind('digest', { fromSeq: Seq, toSeq: Seq }),
  kind('card', { name: Type.String(), description: Type.String(), link: Type.String() }),
  kind('card_comment', { text: Type.String() }),
  kind('webhook', {
    body: Type.Object({
      type: OneOf(webhookEvents),
      timestamp: Timestamp,
      data: Type.Record(Type.String(), Type.Unknown()),
    }),
    conversationId: Id,
  }),
]);
export type DeliveryPayload = Type.Static<typeof DeliveryPayload>;
export type PayloadOf<K extends DeliveryPayload['kind']> = Extract<DeliveryPayload, { kind: K }>;

const compiled = Compile(DeliveryPayload);

/** Reads a stored payload. @throws when it was written by something else */
export const readPayload = (stored: unknown): DeliveryPayload => compiled.Parse(stored);
