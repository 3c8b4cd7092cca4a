/** An import: what was found in the other product, how it is mapped, how far it is, and what became of it. */
import * as Type from 'typebox';
import { attributeSubjects, attributeTypes } from '../conversations/attributes.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { importedTypes } from './records.ts';
import { importSourceIds } from './sources.ts';

/** Days in which a finished import can be undone. */
export const importUndoDays = 7;
/** Size of an uploaded file, and of one of the parts that it is sent in. */
export const importFileMaxBytes = 4 * 1024 * 1024 * 1024;
export const importPartBytes = 4 * 1024 * 1024;
/** Values of each kind that the mapping can name; the others are mapped by their defaults. */
export const importMappedMax = 500;
const examplesMax = 20;

/**
 * `uploading` waits for the file; `reading` stores what the source has, `ready` waits for the mapping, and `writing`
 * creates our records.
 */
export const importStates = [
  'uploading',
  'reading',
  'ready',
  'writing',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];
/** States in which the worker is at work. */
export const workingImportStates: readonly ImportState[] = ['reading', 'writing', 'undoing'];

/** Kinds of records that are counted: those of the source, and what conversations consist of. */
export const importKinds = [...importedTypes, 'message', 'note', 'file'] as const;
export type ImportKind = (typeof importKinds)[number];

export const ImportCount = Type.Object({
  kind: OneOf(importKinds),
  /** Number in the other product. */
  found: Type.Integer({ minimum: 0 }),
  created: Type.Integer({ minimum: 0 }),
  /** Ours already: of an earlier import, or found by address, name or key. */
  matched: Type.Integer({ minimum: 0 }),
  skipped: Type.Integer({ minimum: 0 }),
});
export type ImportCount = Type.Static<typeof ImportCount>;

/** Reasons for which something isn't carried over, or only in part. */
export const importIssues = [
  'unreadable',
  'cut_off',
  'collision',
  'empty',
  'shortened',
  'no_contact',
  'file_address',
  'value_unfit',
  'too_many_tags',
  'shortcut_taken',
  'limit',
  'touched',
] as const;
export type ImportIssueReason = (typeof importIssues)[number];

export const ImportIssue = Type.Object({
  reason: OneOf(importIssues),
  kind: OneOf(importKinds),
  count: Type.Integer({ minimum: 1 }),
  /** Ids in the other product of the first ones. */
  examples: Type.Array(Type.String(), { maxItems: examplesMax }),
});
export type ImportIssue = Type.Static<typeof ImportIssue>;
export const importExamplesMax = examplesMax;

const External = { id: Type.String(), name: Type.String() };
/** Everything that the mapping decides about. */
export const ImportFound = Type.Object({
  users: Type.Array(Type.Object({ ...External, email: Nullable(Type.String()) })),
  inboxes: Type.Array(Type.Object({ ...External, address: Nullable(Type.String()), isMail: Type.Boolean() })),
  attributes: Type.Array(
    Type.Object({
      ...External,
      subject: OneOf(attributeSubjects),
      valueType: OneOf(attributeTypes),
      choices: Type.Array(Type.String()),
    }),
  ),
  statuses: Type.Array(Type.Object({ id: Type.String(), isClosed: Type.Boolean(), count: Type.Integer() })),
});
export type ImportFound = Type.Static<typeof ImportFound>;

const ExternalId = Type.String({ minLength: 1, maxLength: 1_000 });
const mapped = <P extends Type.TProperties>(properties: P) =>
  Type.Array(Strict({ id: ExternalId, ...properties }), { maxItems: importMappedMax });

export const ImportMapping = Strict({
  /** Our user for each of theirs; null stores the name alone. */
  users: mapped({ userId: Nullable(Id) }),
  /** Our website or mailbox for each of their inboxes; neither for none. */
  inboxes: mapped({ websiteId: Nullable(Id), mailboxId: Nullable(Id) }),
  /** Key of our attribute, a new one if there is none; null leaves the values out. */
  attributes: mapped({
    subject: OneOf(attributeSubjects),
    key: Nullable(Type.String({ maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' })),
  }),
  statuses: mapped({ isClosed: Type.Boolean() }),
  /** Kinds of records that are left out. */
  without: Type.Array(OneOf(['canned_reply', 'article', 'company', 'file'] as const), {
    uniqueItems: true,
    maxItems: 4,
  }),
});
export type ImportMapping = Type.Static<typeof ImportMapping>;

export const Import = Type.Object(
  {
    id: Id,
    source: OneOf(importSourceIds),
    /** Account or file that is read, without secrets. */
    account: Type.String(),
    state: OneOf(importStates),
    /** State in which it failed. */
    failedIn: Nullable(OneOf(importStates)),
    /** Why it has stopped, in English and as a localized text. */
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    /** Time until which the other product wants no calls. */
    waitingUntil: Nullable(Timestamp),
    /** Size of the file in bytes; null without one. */
    size: Nullable(Type.Integer({ minimum: 0 })),
    /** Bytes of the file that have arrived. */
    received: Type.Integer({ minimum: 0 }),
    /** Records read, and those written or undone so far. */
    read: Type.Integer({ minimum: 0 }),
    written: Type.Integer({ minimum: 0 }),
    counts: Type.Array(ImportCount),
    issues: Type.Array(ImportIssue),
    /** Everything that the mapping decides about; null until all is read. */
    found: Nullable(ImportFound),
    mapping: Nullable(ImportMapping),
    createdBy: Nullable(Id),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
    /** End of the time in which it can be undone; null before it is finished. */
    undoUntil: Nullable(Timestamp),
  },
  { $id: 'Import' },
);
export type Import = Type.Static<typeof Import>;

/** Proof of what was imported. `signature` is made with the installation's key over all other fields. */
export const ImportReceipt = Strict(
  {
    importId: Id,
    source: OneOf(importSourceIds),
    account: Type.String(),
    installation: Type.String({ examples: ['https://support.example.com'] }),
    importedBy: Nullable(Type.String()),
    startedAt: Timestamp,
    finishedAt: Timestamp,
    counts: Type.Array(ImportCount, { maxItems: importKinds.length }),
    issues: Type.Array(ImportIssue, { maxItems: 500 }),
    /** SHA-256 over ids and contents of what was created, as it is stored. */
    checksums: Type.Array(
      Strict({
        kind: OneOf(importKinds),
        records: Type.Integer({ minimum: 0 }),
        sha256: Type.String({ maxLength: 64 }),
      }),
      { maxItems: importKinds.length },
    ),
    signature: Type.String({ maxLength: 100 }),
  },
  { $id: 'ImportReceipt' },
);
export type ImportReceipt = Type.Static<typeof ImportReceipt>;
