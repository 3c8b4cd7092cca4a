/** Sources of the assistant's answers, and outcomes of the answers. */
import * as Type from 'typebox';
import { Audience } from '../knowledge/knowledge.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';

/** Public source of an answer. */
export const MessageSource = Type.Object({
  title: Type.String({ examples: ['Returns'] }),
  url: Type.String({ examples: ['https://shop.example.com/returns'] }),
});
export type MessageSource = Type.Static<typeof MessageSource>;

/** A passage that a sentence cites, as it was when the sentence was written. */
export const SentenceSource = Type.Object({
  passageId: Id,
  documentId: Id,
  version: Type.Integer({ minimum: 0 }),
  title: Type.String(),
  url: Nullable(Type.String()),
  audience: Audience,
  /** Part of the passage that supports the sentence. */
  quote: Type.String(),
});
export type SentenceSource = Type.Static<typeof SentenceSource>;

/** A sentence that the assistant wrote. */
export const AnswerSentence = Type.Object({
  place: Type.Integer({ minimum: 0 }),
  text: Type.String(),
  sources: Type.Array(
    Type.Object({
      ...SentenceSource.properties,
      /** The passage as it is now; null where it was changed or removed since. */
      passage: Nullable(Type.String()),
    }),
  ),
  /** Time when the sentence was first contradicted; null if never. */
  contradictedAt: Nullable(Timestamp),
});

export const answerFates = ['open', 'sent', 'edited', 'thrown_away', 'asked_again'] as const;
export const AnswerFate = OneOf(answerFates);
export type AnswerFate = Type.Static<typeof AnswerFate>;

export const answerLists = ['corrected', 'outdated', 'all'] as const;

/** An answer, or a suggested one, with what it cost and what became of it. */
export const AiAnswer = Type.Object(
  {
    id: Id,
    conversationId: Id,
    kind: OneOf(['reply', 'suggestion']),
    /** Message of the assistant; null for a suggestion. */
    seq: Nullable(Seq),
    model: Type.String({ examples: ['gpt-4o-mini'] }),
    promptVersion: Type.String(),
    inputTokens: Type.Integer({ minimum: 0 }),
    outputTokens: Type.Integer({ minimum: 0 }),
    costUsd: Type.Number({ minimum: 0 }),
    fate: AnswerFate,
    /** Degree of change in an edited answer, 0 to 1; null otherwise. */
    distance: Nullable(Type.Number()),
    createdAt: Timestamp,
    sentences: Type.Array(AnswerSentence),
  },
  { $id: 'AiAnswer' },
);
export type AiAnswer = Type.Static<typeof AiAnswer>;

const Limit = Type.Integer({ minimum: 0 });
/** How much the assistant may answer and spend; 0 for no limit. */
export const AiLimits = Type.Object({
  repliesPerMinute: Limit,
  repliesPerDay: Limit,
  tokensPerDay: Limit,
  tokensPerVisitorAndDay: Limit,
});
export type AiLimits = Type.Static<typeof AiLimits>;

export const modelStates = ['needs_model', 'untested', 'working', 'key_refused', 'failing'] as const;

/** How the last calls of the model ended. */
export const ModelStatus = Type.Object({
  /** `untested` until a call has ended since the connection or the model was changed. */
  state: OneOf(modelStates),
  /** When it last answered. */
  answeredAt: Nullable(Timestamp),
  /** Its last failure, older than the last answer if it works again. */
  failure: Nullable(Type.Object({ at: Timestamp, text: Type.String(), localized: Nullable(LocalizedText) })),
});
export type ModelStatus = Type.Static<typeof ModelStatus>;

/** Model and rules of the assistant, from its settings and the server's environment. */
export const AssistantState = Type.Object(
  {
    /** Model in use; null if the server has none. */
    model: Nullable(Type.String()),
    /** The environment names the model, in place of the settings. */
    isModelFixed: Type.Boolean(),
    status: ModelStatus,
    /** Values that count while the settings name no server; the key itself is never shown. */
    environment: Type.Object({
      baseUrl: Nullable(Type.String()),
      hasKey: Type.Boolean(),
      model: Nullable(Type.String()),
    }),
    /** There is a source that customers are answered from, and it has passages, or an action that is on. */
    hasSources: Type.Boolean(),
    /** Whether answers are limited to what sources support. */
    onlyFromSources: Type.Boolean(),
  },
  { $id: 'AssistantState' },
);
export type AssistantState = Type.Static<typeof AssistantState>;

/** Suspended passage: no answer uses it until a user approves it again. */
export const SuspendedPassage = Type.Object(
  {
    passageId: Id,
    documentId: Id,
    title: Type.String(),
    url: Nullable(Type.String()),
    /** Current text; null if the passage was changed or removed since. */
    text: Nullable(Type.String()),
    since: Timestamp,
    /** The conversations in which it was corrected, the newest first. */
    conversationIds: Type.Array(Id),
    /** Its approval after an earlier suspension; null for the first suspension. */
    approvedBefore: Nullable(Type.Object({ by: Nullable(Type.String()), at: Timestamp })),
  },
  { $id: 'SuspendedPassage' },
);
export type SuspendedPassage = Type.Static<typeof SuspendedPassage>;
