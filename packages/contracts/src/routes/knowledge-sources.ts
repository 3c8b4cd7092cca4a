import * as Type from 'typebox';
import {
  Audience,
  DocumentState,
  EmbeddingState,
  EveryHours,
  KnowledgeDocument,
  KnowledgePassage,
  KnowledgeSource,
  KnowledgeVersion,
  ReadRules,
  setAsideReasons,
  SourceName,
  SourceUrl,
} from '../knowledge/knowledge.ts';
import { KnowledgeContradiction } from '../knowledge/contradictions.ts';
import { knowledgeFileMaxBytes } from '../knowledge/limits.ts';
import { route } from '../route.ts';
import {
  allOptional,
  CleanLine,
  Described,
  expected,
  Id,
  IdParam,
  NoContent,
  Nullable,
  OneOf,
  PageLimit,
  Strict,
} from '../schema.ts';

const tag = {
  name: 'Knowledge',
  description: 'The articles that the assistant and the suggestions answer from.',
};
const params = Strict({ id: IdParam });
const permission = 'articles.manage';
const WebsiteIds = Type.Array(Id, { maxItems: 100, description: 'Websites that use it for answers; none for all' });

export const listKnowledgeSources = route({
  method: 'GET',
  path: '/api/knowledge/sources',
  access: 'staff',
  permission,
  tag,
  summary: 'List the sources of answers, and how reading each one went',
  responses: { 200: Type.Array(KnowledgeSource) },
});

export const addKnowledgeSource = route({
  method: 'POST',
  path: '/api/knowledge/sources',
  access: 'staff',
  permission,
  tag,
  summary: 'Add a website, a sitemap or a Git repository, and read it',
  body: Strict({
    kind: OneOf(['website', 'git']),
    name: SourceName,
    url: SourceUrl,
    rules: ReadRules,
    audience: Audience,
    websiteIds: WebsiteIds,
    everyHours: Nullable(EveryHours),
  }),
  responses: { 201: KnowledgeSource },
});

export const addKnowledgeFile = route({
  method: 'POST',
  path: '/api/knowledge/files',
  access: 'staff',
  permission,
  tag,
  summary: 'Add a file (PDF, Word, Markdown, HTML, CSV, plain text), and read it',
  body: Strict({
    name: CleanLine({ minLength: 1, maxLength: 200 }),
    /** Base64. */
    content: Type.String({
      minLength: 1,
      maxLength: Math.ceil(knowledgeFileMaxBytes / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    }),
    audience: Audience,
    websiteIds: WebsiteIds,
  }),
  bodyLimit: Math.ceil((knowledgeFileMaxBytes * 4) / 3) + 16_384,
  responses: { 201: KnowledgeSource },
});

const changeable = {
  name: SourceName,
  rules: ReadRules,
  audience: Audience,
  websiteIds: WebsiteIds,
  everyHours: Nullable(EveryHours),
  isPaused: Type.Boolean({ description: 'Nothing is answered from it while it is' }),
};

export const updateKnowledgeSource = route({
  method: 'PATCH',
  path: '/api/knowledge/sources/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Update a source; its audience applies to all its documents at once',
  params,
  body: Strict({ ...allOptional(changeable), ...expected(changeable) }, { minProperties: 1 }),
  responses: { 200: KnowledgeSource },
});

export const readKnowledgeSource = route({
  method: 'POST',
  path: '/api/knowledge/sources/:id/readings',
  access: 'staff',
  permission,
  tag,
  summary: 'Read a source again now',
  params,
  responses: { 202: KnowledgeSource },
});

export const deleteKnowledgeSource = route({
  method: 'DELETE',
  path: '/api/knowledge/sources/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete a source with all its documents',
  params,
  responses: { 204: NoContent },
});

export const listKnowledgeDocuments = route({
  method: 'GET',
  path: '/api/knowledge/sources/:id/documents',
  access: 'staff',
  permission,
  tag,
  summary: 'List the documents of a source',
  params,
  query: Strict({
    state: Type.Optional(Described(DocumentState, 'Only what is in this state.')),
    setAside: Type.Optional(
      Described(OneOf(setAsideReasons), 'Only what has text that was set aside for this reason.'),
    ),
    after: Type.Optional(Described(Id, 'Only what comes after this one: `next` of the page before.')),
    limit: PageLimit(100),
  }),
  responses: { 200: Type.Object({ documents: Type.Array(KnowledgeDocument), next: Nullable(Id) }) },
});

export const readKnowledgeDocument = route({
  method: 'GET',
  path: '/api/knowledge/documents/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Get a document with its passages and versions',
  params,
  responses: {
    200: Type.Object({
      document: KnowledgeDocument,
      passages: Type.Array(KnowledgePassage),
      versions: Type.Array(KnowledgeVersion),
    }),
  },
});

export const retryKnowledgeDocument = route({
  method: 'POST',
  path: '/api/knowledge/documents/:id/readings',
  access: 'staff',
  permission,
  tag,
  summary: 'Read a document again now',
  params,
  responses: { 202: NoContent },
});

export const getEmbeddingState = route({
  method: 'GET',
  path: '/api/knowledge/embeddings',
  access: 'staff',
  permission,
  tag,
  summary: 'Count passages not yet found by meaning, with the reason; null without an embedding model',
  responses: { 200: Nullable(EmbeddingState) },
});

export const retryEmbeddings = route({
  method: 'POST',
  path: '/api/knowledge/embeddings',
  access: 'staff',
  permission,
  tag,
  summary: 'Ask the embedding model again now',
  responses: { 204: NoContent },
});

export const listKnowledgeContradictions = route({
  method: 'GET',
  path: '/api/knowledge/contradictions',
  access: 'staff',
  permission,
  tag,
  summary: 'List passages that say the same with other numbers, the latest found first',
  responses: { 200: Type.Array(KnowledgeContradiction) },
});

export const settleKnowledgeContradiction = route({
  method: 'POST',
  path: '/api/knowledge/contradictions/settle',
  access: 'staff',
  permission,
  tag,
  summary: 'Confirm that both passages of a contradiction are right',
  refusals: ['not_found'],
  body: Strict({ olderPassageId: Id, newerPassageId: Id }),
  responses: { 204: NoContent },
});

export const suspendContradictingPassage = route({
  method: 'POST',
  path: '/api/knowledge/contradictions/passages/:id/suspend',
  access: 'staff',
  permission,
  tag,
  summary: 'Suspend a passage of a contradiction: no answer uses it until it is approved again',
  params,
  responses: { 204: NoContent },
});
