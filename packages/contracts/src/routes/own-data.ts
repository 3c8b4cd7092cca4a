/** A visitor gets a copy of their conversation, or has their data erased. */
import * as Type from 'typebox';
import { route } from '../route.ts';
import { Id, IdParam, Nullable, Strict } from '../schema.ts';
import { ErasureReceipt } from './data.ts';
import { visitorsTag } from './visitor.ts';

const tag = visitorsTag;

export const mailOwnTranscript = route({
  method: 'POST',
  path: '/api/visitor/conversations/:id/transcript',
  access: 'visitor',
  tag,
  summary: 'Mail the transcript to the visitor’s address; repeating it with the same ID is safe',
  refusals: ['blocked', 'not_configured', 'rate_limited'],
  params: Strict({ id: IdParam }),
  body: Strict({ clientRequestId: Id }),
  responses: { 202: Type.Object({ to: Type.String() }) },
});

export const requestOwnErasure = route({
  method: 'POST',
  path: '/api/visitor/erasure',
  access: 'visitor',
  tag,
  summary: 'Mail a code that confirms the erasure of the visitor’s data',
  refusals: ['blocked', 'not_configured', 'rate_limited', 'other_side_failed'],
  body: Strict({}),
  responses: {
    200: Type.Object({
      /** Shortened address that has got a code; null if none is needed, because nobody has left an address. */
      codeSentTo: Nullable(Type.String({ examples: ['g…@example.com'] })),
    }),
  },
});

export const eraseOwnData = route({
  method: 'POST',
  path: '/api/visitor/erasure/confirm',
  access: 'visitor',
  tag,
  summary: 'Erase everything stored about the visitor; returns a receipt',
  refusals: ['blocked', 'wrong_code', 'not_configured'],
  body: Strict({
    /** Code from the mail; needed if the visitor has an address. */
    code: Type.Optional(Type.String({ maxLength: 20, examples: ['123 456'] })),
  }),
  responses: { 200: ErasureReceipt },
});
