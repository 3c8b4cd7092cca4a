/** What deliveries carry that more than one channel makes. Everything in them must be the same at every attempt. */
import { noticeKinds } from '@parley/contracts/notices';
import { Id, OneOf, Seq } from '@parley/contracts/schema';
import * as Type from 'typebox';

/** Something the team is told. */
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

/** The answers from `fromSeq` to `toSeq`, to a customer who has left. */
export const Digest = Type.Object({ kind: Type.Literal('digest'), fromSeq: Seq, toSeq: Seq });

/** What was said up to `untilSeq`, to whom a representative had it sent. */
export const Transcript = Type.Object({
  kind: Type.Literal('transcript'),
  untilSeq: Seq,
  askedBy: Type.Object({ userId: Id, keyId: Type.Optional(Id) }),
});

type Shared = Type.Static<typeof Notice> | Type.Static<typeof Digest> | Type.Static<typeof Transcript>;
export type PayloadOf<K extends Shared['kind']> = Extract<Shared, { kind: K }>;
