/** A change of the assistant, answered over past conversations before it is published. */
import * as Type from 'typebox';
import { AiConfig } from './channels/ai.ts';
import { HelpLanguage } from './help.ts';
import { rehearsalLimits } from './limits.ts';
import { Said } from './said.ts';
import { ToolDefinition } from './tools.ts';
import { allOptional, Id, Nullable, OneOf, Seq, Strict, Timestamp } from './schema.ts';

const { enabled, model, maxTokens, systemPrompt, autoHandoff, onlyFromSources, personTopics, maxTurns, tones } =
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
  tones,
};
/** What of the assistant's settings can be rehearsed: prices and limits change no answer. */
const RehearsedSettings = Strict(allOptional(settings), { minProperties: 1 });
export type RehearsedSettings = Type.Static<typeof RehearsedSettings>;
export const rehearsedSettings = Object.keys(settings) as (keyof RehearsedSettings)[];

const count = Type.Integer({ minimum: 0 });
const maxItems = rehearsalLimits.parts;

/** Which version of an article is public in a language; null for none. */
const RehearsedArticle = { id: Id, locale: HelpLanguage, version: Nullable(Type.Integer({ minimum: 1 })) };
/** Whether answers rest on a source. */
const RehearsedSource = { id: Id, isPaused: Type.Boolean() };
/** An action that is switched, changed (the mask keeps a stored secret), added (`id` null until it is rehearsed) or removed. */
const RehearsedTool = Type.Union([
  Strict({ id: Id, isActive: Type.Boolean() }),
  Strict({ id: Nullable(Id), definition: ToolDefinition }),
  Strict({ id: Id, definition: Type.Null() }),
]);
export type RehearsedTool = Type.Static<typeof RehearsedTool>;

/** What is to be another than it is. */
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

/** The same as it was before the change, with what articles, sources and actions are called. */
export const AssistantBefore = Type.Object({
  settings: Type.Partial(Type.Object(settings)),
  articles: Type.Array(Type.Object({ ...RehearsedArticle, title: Type.String() })),
  sources: Type.Array(Type.Object({ ...RehearsedSource, name: Type.String() })),
  /** Those that there were; `definition` of what is changed or removed, secrets masked. */
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

/** What a rehearsal may cost: it stops before it would cost more. Null for no limit of its own. */
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

/** What a rehearsal would take, before it is begun. */
export const RehearsalEstimate = Type.Object(
  {
    conversations: count,
    /** Questions in them that somebody has answered. */
    questions: count,
    /** Calls of the model at most, less those whose answer is known already. */
    replies: count,
    tokens: count,
    costUsd: Type.Number({ minimum: 0 }),
    /** False where nobody knows what the model costs. */
    isPriceKnown: Type.Boolean(),
  },
  { $id: 'RehearsalEstimate' },
);
export type RehearsalEstimate = Type.Static<typeof RehearsalEstimate>;

/** `paused` says why; where that passes it goes on by itself. `stopped` has spent its budget. */
export const rehearsalStates = ['waiting', 'running', 'paused', 'stopped', 'done', 'cancelled'] as const;
export type RehearsalState = (typeof rehearsalStates)[number];

/** How one side fares over all questions that were answered. */
export const RehearsalSide = Type.Object({
  /** Shares, 0 to 1: of the questions, and of the answers. */
  handedOff: Type.Number(),
  cited: Type.Number(),
  /** Answers of which sentences were left out, because nothing supports them. */
  dropped: count,
  /** Answers that say other than the person who answered. */
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
    reasonSaid: Nullable(Said),
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

/** What the assistant does with a question. */
export const RehearsedAnswer = Type.Object({
  kind: OneOf(['answer', 'hand_off']),
  /** What the customer would read; of a hand-off why. */
  text: Type.String(),
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

/** In which way an answer would be another. Other words alone are none. */
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

/** What has to be true of the answer to a question that is kept. */
export const TestExpectation = Strict({
  handsOff: Type.Boolean(),
  /** Words that the answer has to say, and must not; upper and lower case are the same. */
  says: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: rehearsalLimits.words }),
  saysNot: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: rehearsalLimits.words }),
});
export type TestExpectation = Type.Static<typeof TestExpectation>;

export const RehearsalTest = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Of the customer's message that is to be answered. */
    seq: Seq,
    question: Type.String(),
    expectation: TestExpectation,
    createdBy: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { $id: 'RehearsalTest' },
);
export type RehearsalTest = Type.Static<typeof RehearsalTest>;

/** What the model itself thinks of the answer with the change, beside what a person really said: a second opinion, no finding. */
export const RehearsalOpinion = Type.Object({
  /** Null where it gave no readable one. */
  contradicts: Nullable(Type.Boolean()),
  /** In its words; empty where it gave none. */
  why: Type.String(),
});
export type RehearsalOpinion = Type.Static<typeof RehearsalOpinion>;

export const RehearsalRow = Type.Object(
  {
    id: Id,
    conversationId: Id,
    seq: Seq,
    testId: Nullable(Id),
    /** What the customer asked. */
    question: Type.String(),
    /** What they were answered, and by whom. */
    said: Nullable(Type.Object({ by: OneOf(['representative', 'ai']), text: Type.String() })),
    published: Nullable(RehearsedAnswer),
    candidate: Nullable(RehearsedAnswer),
    differences: Type.Array(AnswerDifference),
    /** Null where nobody of the team has answered, or the budget did not hold it. */
    opinion: Nullable(RehearsalOpinion),
    /** Why there is no answer. */
    reason: Nullable(Type.String()),
    reasonSaid: Nullable(Said),
    /** Of a test: what has to be true. */
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
