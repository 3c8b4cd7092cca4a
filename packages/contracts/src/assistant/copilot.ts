/** AI help for representatives: summaries, rewriting, tags, answers, translations. Each can be switched off. */
import * as Type from 'typebox';
import { tried } from './playground.ts';
import { languageCodes } from '../text/languages.ts';
import { Id, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';

/** Each a switch of its own. */
export const copilotFeatures = ['summaries', 'rewriting', 'tags', 'answers', 'translation'] as const;
export const CopilotFeature = OneOf(copilotFeatures);
export type CopilotFeature = Type.Static<typeof CopilotFeature>;

/** Fewer messages are read as fast as their summary. */
export const summarisedFrom = 12;
/** Messages translated by one call. */
export const translatedAtOnce = 20;
export const glossaryMax = 200;
export const questionMaxLength = 1000;

/** Settings → Integrations → AI. */
export const CopilotConfig = Strict({
  summaries: Type.Boolean(),
  rewriting: Type.Boolean(),
  tags: Type.Boolean(),
  answers: Type.Boolean(),
  translation: Type.Boolean(),
  /** Model that writes voice notes down, by the name that the server calls it; empty for none. */
  transcriptionModel: Type.String({ maxLength: 200, pattern: '^(|\\S(.*\\S)?)$', examples: ['whisper-1'] }),
  /** Names that are never translated, and have to survive every rewriting. */
  glossary: Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', examples: ['Parley'] }), {
    maxItems: glossaryMax,
    uniqueItems: true,
  }),
  /** No conversation of these is given to the model by the copilot. */
  exceptWebsiteIds: Type.Array(Id, { maxItems: 500, uniqueItems: true }),
});
export type CopilotConfig = Type.Static<typeof CopilotConfig>;

/** Language as an ISO 639 code, with a region if there is one. */
export const LanguageTag = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$', examples: ['de'] });
/** A language of the team's: one of the dashboard's. */
export const TeamLanguage = OneOf(languageCodes);

/** Text that the author wrote, of a message that was translated before it was sent. */
export const Original = Strict({
  /** Language of `text`. */
  language: LanguageTag,
  /** Language of the translation that was sent. */
  sentIn: LanguageTag,
  text: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S', examples: ['Ihr Paket kommt morgen.'] }),
});
export type Original = Type.Static<typeof Original>;

/** A sentence, and the message that it is from. */
export const SummaryPoint = Type.Object({
  text: Type.String({ examples: ['Wants a refund for the plate.'] }),
  seq: Seq,
});
export type SummaryPoint = Type.Static<typeof SummaryPoint>;

export const Summary = Type.Object(
  {
    language: TeamLanguage,
    /** Last message that the summary covers. */
    lastSeq: Seq,
    /** Intent of the customer. */
    intent: Nullable(SummaryPoint),
    tried: Type.Array(SummaryPoint),
    open: Type.Array(SummaryPoint),
    updatedAt: Timestamp,
  },
  { $id: 'Summary' },
);
export type Summary = Type.Static<typeof Summary>;

export const rewriteKinds = ['shorter', 'warmer', 'formal', 'grammar', 'translate'] as const;
export const RewriteKind = OneOf(rewriteKinds);
export type RewriteKind = Type.Static<typeof RewriteKind>;

export const factKinds = ['number', 'link', 'address', 'variable', 'name', 'negation'] as const;
/** Fact that must be the same in two texts and differs: `was` is only in the first, `is` only in the second. */
export const ChangedFact = Type.Object({
  kind: OneOf(factKinds),
  was: Nullable(Type.String({ examples: ['49.90'] })),
  is: Nullable(Type.String({ examples: ['94.90'] })),
});
export type ChangedFact = Type.Static<typeof ChangedFact>;

export const Rewritten = Type.Object(
  {
    text: Type.String(),
    /** Shown for review before the text is accepted. */
    changedFacts: Type.Array(ChangedFact),
  },
  { $id: 'Rewritten' },
);
export type Rewritten = Type.Static<typeof Rewritten>;

/** A message in a language of the team's. */
export const MessageTranslation = Type.Object(
  {
    seq: Seq,
    /** Number of the edit that was translated; 0 for a message that was never edited. */
    editNo: Seq,
    /** Language of the original. */
    from: LanguageTag,
    /** Null where it needs no translation, or could not be translated faithfully. */
    text: Nullable(Type.String()),
  },
  { $id: 'MessageTranslation' },
);
export type MessageTranslation = Type.Static<typeof MessageTranslation>;

/** Translation that the customer would receive. */
export const OutgoingTranslation = Type.Object(
  {
    text: Type.String(),
    /** The translation translated back, without the original at hand. */
    back: Type.String(),
    changedFacts: Type.Array(ChangedFact),
  },
  { $id: 'OutgoingTranslation' },
);
export type OutgoingTranslation = Type.Static<typeof OutgoingTranslation>;

export const answerSourceKinds = ['article', 'website', 'file', 'git', 'answer'] as const;
export const AnswerSource = Type.Object({
  kind: OneOf(answerSourceKinds),
  /** Document and headings of a passage, or the question of a past answer. */
  title: Type.String(),
  text: Type.String(),
  /** Public address. */
  url: Nullable(Type.String()),
  /** Conversation of a past answer by a colleague. */
  conversationId: Nullable(Id),
});
export type AnswerSource = Type.Static<typeof AnswerSource>;

/** An answer for the team, each sentence with the places in `sources` (from 0) that it cites. */
export const KnowledgeAnswer = Type.Object(
  {
    /** Null without a model, or if it found nothing supported by the sources: then the sources are the answer. */
    sentences: Nullable(Type.Array(Type.Object({ text: Type.String(), sources: Type.Array(Type.Integer()) }))),
    sources: Type.Array(AnswerSource),
  },
  { $id: 'KnowledgeAnswer' },
);
export type KnowledgeAnswer = Type.Static<typeof KnowledgeAnswer>;

const conversationId = Id;
/** Requester: the user, and the API key if one was used; neither if no rights limit the task. */
const requester = { userId: Type.Optional(Id), keyId: Type.Optional(Id) };

/** Task of the worker, stored beside its job, where erasure finds it. */
export const CopilotTask = Type.Union([
  Type.Object({ task: Type.Literal('summary'), conversationId, language: TeamLanguage, ...requester }),
  Type.Object({
    task: Type.Literal('rewrite'),
    conversationId,
    text: Type.String(),
    how: RewriteKind,
    language: Type.Optional(LanguageTag),
    ...requester,
  }),
  Type.Object({ task: Type.Literal('tags'), conversationId, ...requester }),
  Type.Object({
    task: Type.Literal('translations'),
    conversationId,
    seqs: Type.Array(Seq),
    language: TeamLanguage,
    ...requester,
  }),
  Type.Object({
    task: Type.Literal('outgoing'),
    conversationId,
    text: Type.String(),
    from: LanguageTag,
    to: LanguageTag,
    ...requester,
  }),
  Type.Object({
    task: Type.Literal('answer'),
    question: Type.String(),
    language: TeamLanguage,
    userId: Id,
    /** The API key that asks for them, which may see less. */
    keyId: Type.Optional(Id),
  }),
  Type.Object({ task: Type.Literal('try'), ...tried, userId: Id, keyId: Type.Optional(Id) }),
]);
export type CopilotTask = Type.Static<typeof CopilotTask>;

/** Choices of one person's that are told at once. */
export const translatedChoicesMax = 1_000;

/** User's choice to read a conversation translated or as written, against their general preference. */
export const TranslatedConversation = Type.Object({ conversationId: Id, isOn: Type.Boolean() });
export type TranslatedConversation = Type.Static<typeof TranslatedConversation>;
