/** API channels, and the events that their programs send: docs/integrations.md#api-channels. */
import * as Type from 'typebox';
import { messageMaxLength } from '../messages/limits.ts';
import { RatingAnswer } from '../ratings/ratings.ts';
import { CleanLine, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { secretMask } from '../settings/secret-fields.ts';

export const apiChannelsMax = 50;
/** Events in one call. */
export const channelEventsMax = 100;
/** Maximum size in bytes of a call with files. */
export const callWithFilesMaxBytes = 25 * 1024 * 1024;
/** Files of one message. */
export const customFilesMax = 10;

export const textFormats = ['plain', 'markdown'] as const;

const fields = {
  name: Name({ maxLength: 60 }),
  websiteId: Nullable(Type.String({ ...Id, description: 'Website that its customers are added to' })),
  teamId: Nullable(Type.String({ ...Id, description: 'Team that its conversations are assigned to' })),
  isActive: Type.Boolean(),
  longestMessage: Type.Integer({
    minimum: 100,
    maximum: messageMaxLength,
    examples: [4_000],
    description: 'UTF-16 units of a message to a customer; longer ones go in parts',
  }),
  textFormat: OneOf(textFormats, { description: 'How the text of replies and edits is written' }),
  takesEdits: Type.Boolean({ description: 'Whether sent messages can be changed and removed there' }),
  sendsReceipts: Type.Boolean({ description: 'Whether it reports what customers have received and read' }),
};
export const apiChannelFields = fields;

/** A channel of the installation's own. Its key and secret are shown once, when they are created. */
export const ApiChannel = Type.Object(
  {
    id: Id,
    ...fields,
    /** Mask of the address that replies go to, which is a secret. */
    url: Type.String({ examples: [secretMask] }),
    host: Type.String({ examples: ['chat.example.com'] }),
    /** Time until which the previous key and secret count as well. */
    previousUntil: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'ApiChannel' },
);
export type ApiChannel = Type.Static<typeof ApiChannel>;
export type ApiChannelFields = Pick<ApiChannel, keyof typeof fields>;

/** Key and secret, returned only this once. */
export const ApiChannelKeys = Type.Object({
  ...ApiChannel.properties,
  key: Type.String({ examples: ['channel_0M3q'] }),
  secret: Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] }),
});

const externalId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f]+$',
  examples: ['m-1042'],
});
const text = Type.String({ maxLength: messageMaxLength, examples: ['Is the blue one in stock?'] });

const customer = Strict({
  /** The program's id of the customer. */
  id: externalId,
  name: Type.Optional(CleanLine({ maxLength: 200 })),
  /** Their name there, such as `@jane`. */
  handle: Type.Optional(CleanLine({ maxLength: 200 })),
  locale: Type.Optional(Type.String({ maxLength: 35, examples: ['de'] })),
});
const named = Strict({ id: externalId });

const file = Strict({
  /** Address that the file is fetched from. */
  url: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$', examples: ['https://chat.example.com/f/1.png'] }),
  ),
  /** In place of the address: the part of the call (`multipart/form-data`) that has the file. */
  part: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['photo'] })),
  name: Type.String({ minLength: 1, maxLength: 255, examples: ['scratch.png'] }),
  /** Bytes; left out if unknown. */
  size: Type.Optional(Type.Integer({ minimum: 1 })),
});

const event = <const T extends string, P extends Type.TProperties>(type: T, properties: P) =>
  // The id makes an event count once.
  Strict({ id: externalId, type: Type.Literal(type), ...properties });

export const customStatuses = ['delivered', 'read', 'failed'] as const;

export const ChannelEvent = Type.Union([
  event('message', {
    customer,
    message: Strict({
      id: externalId,
      text: Type.Optional(text),
      /** The program's id of the message that it quotes. */
      replyTo: Type.Optional(externalId),
      files: Type.Optional(Type.Array(file, { minItems: 1, maxItems: customFilesMax })),
    }),
  }),
  event('message_edited', { customer, message: Strict({ id: externalId, text }) }),
  event('reaction', {
    customer: named,
    message: named,
    added: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
    removed: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  }),
  /** What became of a message of the team's; `message.id` is the one that the program has given it, or ours. */
  event('status', {
    customer: named,
    message: named,
    status: OneOf(customStatuses),
    reason: Type.Optional(CleanLine({ maxLength: 200 })),
  }),
  /** Answer to a `rating_requested`, with its id. */
  event('rating', { customer: named, rating: Strict({ id: Id, ...RatingAnswer.properties }) }),
  /** The customer wants no messages any more, or does again. */
  event('reachable', { customer: named, isReachable: Type.Boolean() }),
]);
export type ChannelEvent = Type.Static<typeof ChannelEvent>;
