import * as Type from 'typebox';
import { AiAnswer, AiLimits, answerLists, AssistantState, SuspendedPassage } from '../assistant/answers.ts';
import { tried } from '../assistant/playground.ts';
import { RehearsedAnswer } from '../assistant/rehearsals.ts';
import { HandOffPacket, VisitorHandOff } from '../assistant/hand-off-packet.ts';
import { route } from '../route.ts';
import { Defaulted, Described, IdParam, NoContent, Nullable, OneOf, PageLimit, Seq, Strict } from '../schema.ts';
import { ofConversation, visitorsTag } from './visitor.ts';

const tag = {
  name: 'Answers',
  description: 'What answers of the assistant rest on, what became of them, and what is passed on with a hand-off.',
};
const message = Strict({ id: IdParam, seq: Described(Seq, 'Which message.') });

export const getMessageSources = route({
  method: 'GET',
  path: '/api/conversations/:id/messages/:seq/sources',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the citations of a message by the assistant, sentence by sentence, private sources included',
  params: message,
  responses: { 200: AiAnswer },
});

export const markSentenceWrong = route({
  method: 'POST',
  path: '/api/conversations/:id/messages/:seq/wrong',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Mark a sentence of the assistant as wrong; a passage corrected in two conversations is suspended',
  params: message,
  body: Strict({ place: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
  responses: { 204: NoContent },
});

export const listAnswers = route({
  method: 'GET',
  path: '/api/answers',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List answers of the assistant and suggestions with their outcome, newest first',
  query: Strict({
    which: Defaulted(
      OneOf(answerLists, {
        description:
          '`corrected`: those that a user has contradicted; `outdated`: answers that rest on passages which were changed or removed since',
      }),
      'all',
    ),
    documentId: Type.Optional(Type.String({ format: 'uuid', description: 'Only what cites this document' })),
    before: Type.Optional(Type.String({ format: 'uuid', description: 'Only what is older than this answer' })),
    limit: PageLimit(100),
  }),
  responses: { 200: Type.Array(AiAnswer) },
});

export const listSuspendedPassages = route({
  method: 'GET',
  path: '/api/answers/suspended',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the suspended passages, which were corrected in two conversations',
  responses: { 200: Type.Array(SuspendedPassage) },
});

export const approvePassage = route({
  method: 'POST',
  path: '/api/answers/suspended/:id/approve',
  access: 'staff',
  permission: 'articles.manage',
  tag,
  summary: 'Use a suspended passage again',
  params: Strict({ id: IdParam }),
  responses: { 204: NoContent },
});

export const getAnswerCosts = route({
  method: 'GET',
  path: '/api/answers/costs',
  access: 'staff',
  permission: 'reports.read',
  tag,
  summary:
    'Get the assistant’s cost of the last 30 days, the conversations it resolved alone, its speed and its budgets',
  responses: {
    200: Type.Object({
      costUsd: Type.Number({ minimum: 0 }),
      solved: Type.Integer({
        minimum: 0,
        description:
          'Closed conversations that no person has answered, where the customer gave thanks, or a person or the customer closed it',
      }),
      ended: Type.Integer({
        minimum: 0,
        description: 'The others that no person has answered: nobody knows whether it helped',
      }),
      medianMs: Nullable(
        Type.Number({
          minimum: 0,
          description: 'Half of the answers to customers were written in less; null without any',
        }),
      ),
      /** Limits of the environment, which no setting can exceed: 0 for no limit. */
      ceilings: AiLimits,
    }),
  },
});

export const getAssistantState = route({
  method: 'GET',
  path: '/api/answers/assistant',
  access: 'staff',
  permission: 'settings.read',
  tag,
  summary: 'Get the assistant’s current model, and whether sources must support its answers',
  responses: { 200: AssistantState },
});

export const listAssistantModels = route({
  method: 'GET',
  path: '/api/answers/assistant/models',
  access: 'staff',
  permission: 'integrations.test',
  tag,
  summary: 'List the models that the assistant’s server offers now',
  refusals: ['not_configured', 'other_side_failed'],
  responses: { 200: Type.Object({ models: Type.Array(Type.String()) }) },
});

export const tryAssistant = route({
  method: 'POST',
  path: '/api/answers/assistant/try',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Answer a chat as a visitor would get it, with the saved settings; only the cost is stored',
  description: 'No action is called: writes end with the question that the customer would be asked.',
  refusals: ['not_configured', 'other_side_failed', 'rate_limited', 'unavailable'],
  body: Strict(tried),
  responses: { 200: RehearsedAnswer },
});

export const getHandOff = route({
  method: 'GET',
  path: '/api/conversations/:id/hand-off',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'Get the last hand-off packet of a conversation with the customer’s corrections; null without one',
  params: Strict({ id: IdParam }),
  responses: { 200: Nullable(HandOffPacket) },
});

export const getVisitorHandOff = route({
  method: 'GET',
  path: '/api/visitor/hand-off',
  access: 'visitor',
  tag: visitorsTag,
  summary: 'Get what was passed on to the team; null without a hand-off',
  refusals: ['not_found'],
  query: ofConversation,
  responses: { 200: Nullable(VisitorHandOff) },
});

export const correctVisitorHandOff = route({
  method: 'PATCH',
  path: '/api/visitor/hand-off',
  access: 'visitor',
  tag: visitorsTag,
  summary: 'Mark a part of the hand-off as wrong, or as right again',
  query: ofConversation,
  body: Strict({
    /** The place of a fact; null for what was asked. */
    fact: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    isWrong: Type.Boolean(),
  }),
  responses: { 200: VisitorHandOff },
});
