/** Neutral records: what every source of an import yields, whatever product it comes from. */
import * as Type from 'typebox';
import { attributeSubjects, attributeTypes } from '../conversations/attributes.ts';
import { Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

/** Id in the other product; unique among the records of its type. */
const ExternalId = Type.String({ minLength: 1, maxLength: 200, examples: ['4711'] });
const Reference = Type.Optional(Nullable(ExternalId));
const Line = Type.String({ maxLength: 1_000 });
const OptionalLine = Type.Optional(Nullable(Line));
const Text = Type.String({ maxLength: 1_000_000 });
const At = Type.Optional(Nullable(Timestamp));

/** Values by the key of the attribute in the other product. */
const Values = Type.Optional(
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, maxProperties: 500 })),
);

const ImportedFile = Strict({
  id: ExternalId,
  name: Line,
  url: Type.String({ maxLength: 4_000, examples: ['https://files.example.com/invoice.pdf'] }),
  size: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
});
export type ImportedFile = Type.Static<typeof ImportedFile>;

/** Text as plain text or as HTML, which is made into text. */
const Written = { text: Type.Optional(Nullable(Text)), html: Type.Optional(Nullable(Text)) };

export const importedSenders = ['customer', 'user', 'assistant'] as const;

const ImportedMessage = Strict({
  id: ExternalId,
  sender: OneOf(importedSenders),
  /** With `user`: the member of the team. */
  userId: Reference,
  name: OptionalLine,
  /** A note of the team that the customer never sees. */
  isNote: Type.Optional(Type.Boolean()),
  ...Written,
  createdAt: Timestamp,
  files: Type.Optional(Type.Array(ImportedFile, { maxItems: 100 })),
});
export type ImportedMessage = Type.Static<typeof ImportedMessage>;

const ImportedNote = Strict({ id: ExternalId, userId: Reference, ...Written, createdAt: Timestamp });

const schemas = {
  /** Member of the other product's team. */
  user: Strict({ type: Type.Literal('user'), id: ExternalId, name: Line, email: OptionalLine }),
  /** Place that conversations come in: a website, a mailbox or another channel. */
  inbox: Strict({
    type: Type.Literal('inbox'),
    id: ExternalId,
    name: Line,
    /** Domain of a website or address of a mailbox, by which ours is found. */
    address: OptionalLine,
    isMail: Type.Optional(Type.Boolean()),
  }),
  attribute: Strict({
    type: Type.Literal('attribute'),
    /** Key of its values. */
    id: ExternalId,
    subject: OneOf(attributeSubjects),
    name: Line,
    valueType: OneOf(attributeTypes),
    choices: Type.Optional(Type.Array(Line, { maxItems: 1_000 })),
  }),
  tag: Strict({ type: Type.Literal('tag'), id: ExternalId, name: Line }),
  company: Strict({
    type: Type.Literal('company'),
    id: ExternalId,
    name: Line,
    domains: Type.Optional(Type.Array(Line, { maxItems: 1_000 })),
    attributes: Values,
    createdAt: At,
  }),
  contact: Strict({
    type: Type.Literal('contact'),
    id: ExternalId,
    name: OptionalLine,
    email: OptionalLine,
    phone: OptionalLine,
    companyId: Reference,
    isBlocked: Type.Optional(Type.Boolean()),
    attributes: Values,
    createdAt: At,
    notes: Type.Optional(Type.Array(ImportedNote, { maxItems: 10_000 })),
  }),
  conversation: Strict({
    type: Type.Literal('conversation'),
    id: ExternalId,
    inboxId: Reference,
    contactId: Reference,
    subject: OptionalLine,
    /** Status in the other product, as it calls it. */
    status: Line,
    /** True where nothing more is expected; decides unless the mapping says otherwise. */
    isClosed: Type.Boolean(),
    assigneeId: Reference,
    priority: Type.Optional(OneOf(['low', 'normal', 'high', 'urgent'])),
    /** Names of tags, which needn't be records. */
    tags: Type.Optional(Type.Array(Line, { maxItems: 200 })),
    attributes: Values,
    createdAt: Timestamp,
    closedAt: At,
    messages: Type.Array(ImportedMessage, { maxItems: 20_000 }),
  }),
  canned_reply: Strict({
    type: Type.Literal('canned_reply'),
    id: ExternalId,
    name: Line,
    shortcut: OptionalLine,
    ...Written,
  }),
  article: Strict({
    type: Type.Literal('article'),
    id: ExternalId,
    title: Line,
    /** Markdown as `text`, or HTML. */
    ...Written,
    locale: OptionalLine,
    isPublished: Type.Boolean(),
    createdAt: At,
  }),
};

/** Schema of each type of record. */
export const importedRecords = schemas;
export type ImportedType = keyof typeof schemas;
export type ImportedOf<T extends ImportedType> = Type.Static<(typeof schemas)[T]>;
export type ImportedRecord = { [T in ImportedType]: ImportedOf<T> }[ImportedType];
export const importedTypes = Object.keys(schemas) as ImportedType[];
