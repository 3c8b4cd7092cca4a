/** Payloads of deliveries by several channels. Everything in them must be equal at every attempt. */
import { noticeKinds } from '@parley/contracts/notices';
import { Id, OneOf, Seq } from '@parley/contracts/schema';
import * as Type from 'typebox';

/** Notice to the team. */
export const Notice = Type.Object({
  kind: Type.Literal('notice'),
  /** Left out of a test message. */
  about: Type.Optional(OneOf(noticeKinds)),
  title: Type.String(),
  customer: Type.String(),
  website: Type.String(),
  text: Type.String(),
  url: Type.String(),
});

/** Answers from `fromSeq` to `toSeq`, for a customer who has left, or a participant's copy of that mail. */
export const Digest = Type.Object({
  kind: Type.Literal('digest'),
  fromSeq: Seq,
  toSeq: Seq,
  /** The customer's delivery, of which this is a copy. */
  copyOf: Type.Optional(Id),
});

/** Confirmation of a mail that has opened a conversation. */
export const AutoReply = Type.Object({ kind: Type.Literal('auto_reply') });

/** Transcript up to `untilSeq`, for the address that a representative chose, or for the customer who asked for it. */
export const Transcript = Type.Object({
  kind: Type.Literal('transcript'),
  untilSeq: Seq,
  /** Absent if the customer did. */
  askedBy: Type.Optional(Type.Object({ userId: Id, keyId: Type.Optional(Id) })),
});

/** Question how satisfied the customer is. */
export const RatingRequest = Type.Object({ kind: Type.Literal('rating'), ratingId: Id });

/** Messages forwarded to the address that a representative chose. */
export const Forward = Type.Object({
  kind: Type.Literal('forward'),
  fromSeq: Seq,
  toSeq: Seq,
  /** Text above the messages; empty without one. */
  comment: Type.String(),
  askedBy: Type.Object({ userId: Id, keyId: Type.Optional(Id) }),
});

type Shared =
  | Type.Static<typeof Notice>
  | Type.Static<typeof Digest>
  | Type.Static<typeof AutoReply>
  | Type.Static<typeof Transcript>
  | Type.Static<typeof RatingRequest>
  | Type.Static<typeof Forward>;
export type PayloadOf<K extends Shared['kind']> = Extract<Shared, { kind: K }>;
