import * as Type from 'typebox';
import {
  CopilotFeature,
  KnowledgeAnswer,
  LanguageTag,
  MessageTranslation,
  OutgoingTranslation,
  questionMaxLength,
  Rewritten,
  RewriteKind,
  Summary,
  TeamLanguage,
  TranslatedConversation,
  translatedAtOnce,
} from '../assistant/copilot.ts';
import { MessageContent } from '../entities.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, NoContent, Nullable, Seq, Strict } from '../schema.ts';

const tag = {
  name: 'Copilot',
  description:
    'Features of the configured model for representatives: summaries, rewriting, tags, answers, translations.',
};
const params = Strict({ id: IdParam });
/** Shared by the routes that help a user to answer in a conversation. */
const inConversation = { access: 'staff', conversations: ['params.id'], tag, params } as const;

export const getCopilot = route({
  method: 'GET',
  path: '/api/copilot',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'Get the features of the configured model for representatives; none without a model, or when switched off',
  responses: {
    200: Type.Object({
      features: Type.Array(CopilotFeature),
      /** Conversations of these have none of it. */
      exceptWebsiteIds: Type.Array(Id),
    }),
  },
});

export const getSummary = route({
  ...inConversation,
  method: 'GET',
  path: '/api/conversations/:id/summary',
  permission: 'conversations.read',
  summary: 'Get the stored summary of a conversation; null without one',
  query: Strict({ language: Described(TeamLanguage, 'The reader’s') }),
  responses: { 200: Type.Object({ summary: Nullable(Summary) }) },
});

export const summarise = route({
  ...inConversation,
  method: 'POST',
  path: '/api/conversations/:id/summary',
  permission: 'conversations.reply',
  summary: 'Summarise a conversation, or extend its summary with newer messages; each point names its message',
  body: Strict({ language: TeamLanguage }),
  responses: { 200: Summary },
});

export const rewriteText = route({
  ...inConversation,
  method: 'POST',
  path: '/api/conversations/:id/rewrite',
  permission: 'conversations.reply',
  summary: 'Rewrite a reply being written; lists changed numbers, links and names',
  body: Strict({
    text: MessageContent,
    how: RewriteKind,
    /** For `translate`: into which language. */
    language: Type.Optional(LanguageTag),
  }),
  responses: { 200: Rewritten },
});

export const proposeTags = route({
  ...inConversation,
  method: 'POST',
  path: '/api/conversations/:id/tag-proposals',
  permission: 'conversations.update',
  summary: 'Suggest matching tags that the conversation doesn’t have; none is added',
  responses: { 200: Type.Object({ tagIds: Type.Array(Id) }) },
});

export const translateMessages = route({
  ...inConversation,
  method: 'POST',
  path: '/api/conversations/:id/translations',
  permission: 'conversations.read',
  summary: 'Translate messages to the reader’s language, each with its own language; stored for the next reader',
  body: Strict({
    seqs: Type.Array(Seq, { minItems: 1, maxItems: translatedAtOnce, uniqueItems: true }),
    language: TeamLanguage,
  }),
  responses: { 200: Type.Array(MessageTranslation) },
});

export const chooseTranslated = route({
  ...inConversation,
  method: 'PUT',
  path: '/api/conversations/:id/translated',
  permission: 'conversations.read',
  summary: 'Switch between translations and originals for one conversation',
  body: Strict({ isOn: Type.Boolean() }),
  responses: { 204: NoContent },
});

export const listTranslated = route({
  method: 'GET',
  path: '/api/translated',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the conversations with such a choice by the caller, latest first; at most 1,000',
  responses: { 200: Type.Array(TranslatedConversation) },
});

export const translateOutgoing = route({
  ...inConversation,
  method: 'POST',
  path: '/api/conversations/:id/outgoing-translation',
  permission: 'conversations.reply',
  summary: 'Preview what the customer would get, translated back for checking, with the differences',
  body: Strict({ text: MessageContent, from: LanguageTag, to: LanguageTag }),
  responses: { 200: OutgoingTranslation },
});

export const askKnowledge = route({
  method: 'POST',
  path: '/api/copilot/answers',
  access: 'staff',
  permission: 'conversations.reply',
  tag,
  summary: 'Ask the knowledge and the team’s earlier answers; without a model, returns their passages',
  body: Strict({
    question: Type.String({ minLength: 2, maxLength: questionMaxLength, pattern: '\\S' }),
    language: TeamLanguage,
  }),
  responses: { 200: KnowledgeAnswer },
});
