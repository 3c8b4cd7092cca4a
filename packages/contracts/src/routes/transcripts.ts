import * as Type from 'typebox';
import { route } from '../route.ts';
import { Defaulted, Id, IdParam, OneOf, Strict } from '../schema.ts';
import { Email } from './auth.ts';
import { conversationsTag } from './conversations.ts';

const tag = conversationsTag;
const params = Strict({ id: IdParam });

export const transcriptFormats = ['text', 'html'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export const getTranscript = route({
  method: 'GET',
  path: '/api/conversations/:id/transcript',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Download a conversation’s messages as a file, without notes and activities',
  params,
  query: Strict({
    format: Defaulted(OneOf(transcriptFormats, { description: 'As a text, or as a page.' }), 'text'),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'Time zone of the times; by default the customer’s own, if known.',
        examples: ['Europe/Berlin'],
      }),
    ),
  }),
  responses: { 200: Type.String() },
  raw: true,
});

export const mailTranscript = route({
  method: 'POST',
  path: '/api/conversations/:id/transcript',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Mail the transcript, to the customer by default; repeating it with the same ID is safe',
  refusals: ['not_configured'],
  params,
  body: Strict({
    clientRequestId: Id,
    to: Type.Optional(Email),
  }),
  responses: { 202: Type.Object({ to: Type.String() }) },
});
