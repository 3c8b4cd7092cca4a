/** A change of the assistant, answered over past conversations before it is published. */
import * as Type from 'typebox';
import { AiConfig } from './settings.ts';
import { HelpLanguage } from '../knowledge/help.ts';
import { rehearsalLimits } from './limits.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { ToolDefinition } from './tools.ts';
import { allOptional, Id, Nullable, OneOf, Seq, Strict, Timestamp } from '../schema.ts';

const { enabled, model, maxTokens, systemPrompt, autoHandoff, onlyFromSources, personTopics, maxTurns, websites } =
  AiConfig.properties;
const settings = {
  enabled,
  model,
  maxTokens,
  systemPrompt,
  autoHandoff,
  onlyFromSources,
  personTopics,
  maxTurns,
  websites,
};
/** Settings of the assistant that can be rehearsed. Prices and limits are left out, since they change no answer. */
const RehearsedSettings = Strict(allOptional(settings), { minProperties: 1 });
export type RehearsedSettings = Type.Static<typeof RehearsedSettings>;
export const rehearsedSettings = Object.keys(settings) as (keyof RehearsedSettings)[];

const count = Type.Integer({ minimum: 0 });
const maxItems = rehearsalLimits.parts;

/** Which version of an article is public in a language; null for none. */
const RehearsedArticle = { id: Id, locale: HelpLanguage, version: Nullable(Type.Integer({ minimum: 1 })) };
/** Whether answers rest on a source. */
const RehearsedSource = { id: Id, isPaused: Type.Boolean() };
/** Action to switch, change (the mask keeps a stored secret), add (`id` is null until the rehearsal) or remove. */
const RehearsedTool = Type.Union([
  Strict({ id: Id, isActive: Type.Boolean() }),
  Strict({ id: Nullable(Id), definition: ToolDefinition }),
  Strict({ id: Id, definition: Type.Null() }),
]);
export type RehearsedTool = Type.Static<typeof RehearsedTool>;

/** Change to rehearse: settings, articles, sources and actions. */
export const AssistantChange = Strict(
  {
    settings: Type.Optional(RehearsedSettings),
    articles: Type.Optional(Type.Array(Strict(RehearsedArticle), { minItems: 1, maxItems })),
    sources: Type.Optional(Type.Array(Strict(RehearsedSource), { minItems: 1, maxItems })),
    tools: Type.Optional(Type.Array(RehearsedTool, { minItems: 1, maxItems })),
  },
  { minProperties: 1, examples: [{ settings: { personTopics: ['lawyer'] } }] },
);
export type AssistantChange = Type.Static<typeof AssistantChange>;

/** State before the change, with the names of articles, sources and actions. */
export const AssistantBefore = Type.Object({
  settings: Type.Object(allOptional(settings)),
  articles: Type.Array(Type.Object({ ...RehearsedArticle, title: Type.String() })),
  sources: Type.Array(Type.Object({ ...RehearsedSource, name: Type.String() })),
  /** Actions at that time; `definition` only for those that the change edits or removes, with secrets masked. */
  tools: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        isActive: Type.Boolean(),
        name: Type.String(),
        updatedAt: Timestamp,
        definition: Type.Optional(ToolDefinition),
      }),
    ),
  ),
});
export type AssistantBefore = Type.Static<typeof AssistantBefore>;

/** Budget of a rehearsal, which stops before it would exceed it. Null means no limit. */
export const RehearsalBudget = Strict({
  /** Calls of the model. */
  replies: Type.Integer({ minimum: 1, maximum: 20_000 }),
  tokens: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  costUsd: Nullable(Type.Number({ minimum: 0, maximum: 100_000 })),
});
export type RehearsalBudget = Type.Static<typeof RehearsalBudget>;

export const RehearsedConversations = Type.Integer({
  minimum: 1,
  maximum: rehearsalLimits.conversations,
  default: 200,
  description: 'The newest closed ones, of each website and language as many as it has of all',
});

/** Estimated size and cost of a rehearsal, before it starts. */
export const RehearsalEstimate = Type.Object(
  {
    conversations: count,
    /** Customer questions in them that were answered. */
    questions: count,
    /** Maximum number of model calls, less those with a known answer. */
    replies: count,
    tokens: count,
    costUsd: Type.Number({ minimum: 0 }),
    /** False if no price is known for the model. */
    isPriceKnown: Type.Boolean(),
  },
  { $id: 'RehearsalEstimate' },
);
export type RehearsalEstimate = Type.Static<typeof RehearsalEstimate>;

/** A `paused` rehearsal has a `reason` and resumes automatically; a `stopped` one has spent its budget. */
export const rehearsalStates = ['waiting', 'running', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type RehearsalState = (typeof rehearsalStates)[number];

/** How one side fares over all questions that were answered. */
export const RehearsalSide = Type.Object({
  /** Shares, 0 to 1: of the questions, and of the answers. */
  handedOff: Type.Number(),
  cited: Type.Number(),
  /** Answers of which sentences were left out, because nothing supports them. */
  dropped: count,
  /** Answers that contradict the person who answered. */
  contradicting: count,
  p50Ms: count,
  p95Ms: count,
  costUsd: Type.Number(),
});
export type RehearsalSide = Type.Static<typeof RehearsalSide>;

export const Rehearsal = Type.Object(
  {
    id: Id,
    change: AssistantChange,
    before: AssistantBefore,
    conversations: count,
    budget: RehearsalBudget,
    state: OneOf(rehearsalStates),
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    questions: count,
    answered: count,
    failed: count,
    changed: count,
    tests: Type.Object({ total: count, failing: count }),
    spent: Type.Object({ replies: count, tokens: count, costUsd: Type.Number({ minimum: 0 }) }),
    published: RehearsalSide,
    candidate: RehearsalSide,
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
    finishedAt: Nullable(Timestamp),
    publishedAt: Nullable(Timestamp),
  },
  { $id: 'Rehearsal' },
);
export type Rehearsal = Type.Static<typeof Rehearsal>;

/** Reaction of the assistant to a question. */
export const RehearsedAnswer = Type.Object({
  kind: OneOf(['answer', 'hand_off']),
  /** Text for the customer, or the reason of a hand-off. */
  text: Type.String(),
  /** Message key of the reason of a hand-off; absent for the model's own words. */
  localized: Type.Optional(LocalizedText),
  sentences: Type.Array(
    Type.Object({
      text: Type.String(),
      sources: Type.Array(Type.Object({ documentId: Id, title: Type.String(), url: Nullable(Type.String()) })),
    }),
  ),
  /** Sentences that nothing supports. */
  dropped: Type.Array(Type.String()),
  milliseconds: count,
  tokens: count,
  costUsd: Type.Number({ minimum: 0 }),
});
export type RehearsedAnswer = Type.Static<typeof RehearsedAnswer>;

/** Ways in which two answers differ; different wording alone does not count. */
export const answerDifferences = [
  'hand_off_gained',
  'hand_off_lost',
  'numbers',
  'dates',
  'links',
  'negation',
  'sources',
  'language',
  'dropped',
  'contradiction_gained',
  'contradiction_lost',
  'test_failed',
] as const;
export const AnswerDifference = OneOf(answerDifferences);
export type AnswerDifference = Type.Static<typeof AnswerDifference>;

/** Conditions that the answer to a stored question must meet. */
export const TestExpectation = Strict({
  handsOff: Type.Boolean(),
  /** Words that the answer must contain (`mustContain`) or must not contain (`mustNotContain`); case is ignored. */
  mustContain: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: rehearsalLimits.words }),
  mustNotContain: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: rehearsalLimits.words }),
});
export type TestExpectation = Type.Static<typeof TestExpectation>;

export const RehearsalTest = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Sequence number of the customer's message that is answered. */
    seq: Seq,
    question: Type.String(),
    expectation: TestExpectation,
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { $id: 'RehearsalTest' },
);
export type RehearsalTest = Type.Static<typeof RehearsalTest>;

/** Opinion of the model on the changed answer against the reply of a representative: a second opinion, no finding. */
export const RehearsalOpinion = Type.Object({
  /** Null where it gave no readable one. */
  contradicts: Nullable(Type.Boolean()),
  /** In the model's words; empty if it gave none. */
  why: Type.String(),
});
export type RehearsalOpinion = Type.Static<typeof RehearsalOpinion>;

export const RehearsalRow = Type.Object(
  {
    id: Id,
    conversationId: Id,
    seq: Seq,
    testId: Nullable(Id),
    /** Question of the customer. */
    question: Type.String(),
    /** Answer that the customer received in the original conversation. */
    pastReply: Nullable(Type.Object({ by: OneOf(['representative', 'ai']), text: Type.String() })),
    published: Nullable(RehearsedAnswer),
    candidate: Nullable(RehearsedAnswer),
    differences: Type.Array(AnswerDifference),
    /** Null if no representative answered, or the budget did not allow it. */
    opinion: Nullable(RehearsalOpinion),
    /** Reason why there is no answer. */
    reason: Nullable(Type.String()),
    reasonLocalized: Nullable(LocalizedText),
    /** Conditions of a stored test; null for other questions. */
    expectation: Nullable(TestExpectation),
  },
  { $id: 'RehearsalRow' },
);
export type RehearsalRow = Type.Static<typeof RehearsalRow>;

/** A change that was published from its report. */
export const AssistantPublication = Type.Object(
  {
    id: Id,
    rehearsalId: Id,
    change: AssistantChange,
    before: AssistantBefore,
    publishedBy: Nullable(Type.String()),
    publishedAt: Timestamp,
    revertedBy: Nullable(Type.String()),
    revertedAt: Nullable(Timestamp),
  },
  { $id: 'AssistantPublication' },
);
export type AssistantPublication = Type.Static<typeof AssistantPublication>;
