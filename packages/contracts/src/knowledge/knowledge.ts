/** Knowledge of the team: sources, their documents, and the passages that answers cite. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { CleanLine, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

/** Readers of a text. `customers` are those with a proven identity; `staff` reads all. */
export const audiences = ['public', 'customers', 'staff'] as const;
export const Audience = OneOf(audiences);
export type Audience = Type.Static<typeof Audience>;

/** Audiences with texts that `audience` may read. */
export const readableBy = (audience: Audience): Audience[] => audiences.slice(0, audiences.indexOf(audience) + 1);

export const sourceKinds = ['article', 'website', 'file', 'git'] as const;
export const SourceKind = OneOf(sourceKinds);
export type SourceKind = Type.Static<typeof SourceKind>;

/** `waiting` for a worker, `reading`, read whole (`ready`), or not (`failed`, with its reason). */
export const sourceStates = ['waiting', 'reading', 'ready', 'failed'] as const;
export const SourceState = OneOf(sourceStates);
export type SourceState = Type.Static<typeof SourceState>;

/** `waiting` to be read, read (`ready`), left out (`skipped`) or not readable (`failed`), each with its reason. */
export const documentStates = ['waiting', 'ready', 'skipped', 'failed'] as const;
export const DocumentState = OneOf(documentStates);
export type DocumentState = Type.Static<typeof DocumentState>;

/** Rules for which parts of a website or folder are read. */
export const ReadRules = Strict({
  /** Paths, with `*` for anything; everything when there are none. */
  include: Type.Array(CleanLine({ minLength: 1, maxLength: 200 }), { maxItems: 20 }),
  exclude: Type.Array(CleanLine({ minLength: 1, maxLength: 200 }), { maxItems: 20 }),
  /** Pages or files at most. */
  maxPages: Type.Integer({ minimum: 1, maximum: 5000 }),
});
export type ReadRules = Type.Static<typeof ReadRules>;

export const SourceName = Name({ maxLength: 200 });
export const SourceUrl = Type.String({
  minLength: 8,
  maxLength: 2000,
  pattern: '^https?://[^\\s]+$',
  examples: ['https://shop.example.com/'],
});
/** Hours from one reading to the next. */
export const EveryHours = Type.Integer({ minimum: 1, maximum: 24 * 90 });

export const KnowledgeSource = Type.Object(
  {
    id: Id,
    kind: SourceKind,
    name: Type.String(),
    /** Start address of a website or sitemap, or address of a repository; null for articles and files. */
    url: Nullable(Type.String()),
    rules: ReadRules,
    audience: Audience,
    /** Websites with visitors that are answered from it; empty for all websites. */
    websiteIds: Type.Array(Id),
    /** Nothing is answered from it. */
    isPaused: Type.Boolean(),
    /** Null if it is read only on request. */
    everyHours: Nullable(Type.Integer()),
    state: SourceState,
    /** Why it could not be read. */
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    /** Documents by state. */
    counts: Type.Object({
      waiting: Type.Integer(),
      ready: Type.Integer(),
      skipped: Type.Integer(),
      failed: Type.Integer(),
    }),
    /** Documents with text that addresses an assistant, of any state. */
    flagged: Type.Integer(),
    passages: Type.Integer(),
    /** When it was last begun to be read, and when that ended. */
    startedAt: Nullable(Timestamp),
    finishedAt: Nullable(Timestamp),
    dueAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { $id: 'KnowledgeSource' },
);
export type KnowledgeSource = Type.Static<typeof KnowledgeSource>;

/** Why a text of a document is no source: nobody sees it, it gives an assistant instructions, or users promise something. */
export const setAsideReasons = ['hidden', 'instruction', 'user_content'] as const;
export const SetAside = Type.Object({ why: OneOf(setAsideReasons), text: Type.String() });
export type SetAside = Type.Static<typeof SetAside>;

export const KnowledgeDocument = Type.Object(
  {
    id: Id,
    sourceId: Id,
    sourceKind: SourceKind,
    title: Type.String(),
    /** Address of the document; null if it has none. */
    url: Nullable(Type.String()),
    language: Type.String(),
    audience: Audience,
    websiteIds: Type.Array(Id),
    version: Type.Integer(),
    state: DocumentState,
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    passages: Type.Integer(),
    /** Its day by its own words or metadata; null if it has none. */
    datedOn: Nullable(Type.String()),
    /** Texts of it that are no source of answers. */
    setAside: Type.Array(SetAside),
    /** When it was last looked at, and when it last changed. */
    fetchedAt: Nullable(Timestamp),
    changedAt: Nullable(Timestamp),
  },
  { $id: 'KnowledgeDocument' },
);
export type KnowledgeDocument = Type.Static<typeof KnowledgeDocument>;

/** How far passages are found by meaning. */
export const EmbeddingState = Type.Object(
  {
    /** Passages that are found by their words alone. */
    waiting: Type.Integer({ minimum: 0 }),
    /** Why the model gave no answer the last time; null where it did, or hasn't been asked. */
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
  },
  { $id: 'EmbeddingState' },
);
export type EmbeddingState = Type.Static<typeof EmbeddingState>;

export const KnowledgePassage = Type.Object({
  id: Id,
  headings: Type.Array(Type.String()),
  text: Type.String(),
});
export type KnowledgePassage = Type.Static<typeof KnowledgePassage>;

export const KnowledgeVersion = Type.Object({
  version: Type.Integer(),
  title: Type.String(),
  markdown: Type.String(),
  createdAt: Timestamp,
});
export type KnowledgeVersion = Type.Static<typeof KnowledgeVersion>;
