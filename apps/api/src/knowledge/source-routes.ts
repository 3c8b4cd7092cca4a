import * as routes from '@parley/contracts/routes/knowledge-sources';
import { readEmbeddingState, retryEmbeddings } from '@parley/core/knowledge/embedding-state';
import { listContradictions, settleContradiction, suspendPassage } from '@parley/core/knowledge/find-contradictions';
import {
  addFile,
  addSource,
  deleteSource,
  listSources,
  readDocumentDetails,
  readSourceAgain,
  retryDocument,
  sourceDocuments,
  updateSource,
} from '@parley/core/knowledge/sources';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const knowledgeSourceRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, routes.listKnowledgeSources, async ({ caller }) => listSources(context, caller));
  handleRoute(app, routes.addKnowledgeSource, async ({ body, caller }) => addSource(context, caller, body));
  handleRoute(app, routes.addKnowledgeFile, async ({ body: { content, ...file }, caller }) =>
    addFile(context, caller, { ...file, bytes: Buffer.from(content, 'base64') }),
  );
  handleRoute(app, routes.updateKnowledgeSource, async ({ params, body, caller }) =>
    updateSource(context, caller, params.id, body),
  );
  handleRoute(app, routes.readKnowledgeSource, async ({ params, caller }) =>
    readSourceAgain(context, caller, params.id),
  );
  handleRoute(app, routes.deleteKnowledgeSource, async ({ params, caller }) =>
    deleteSource(context, caller, params.id),
  );
  handleRoute(app, routes.listKnowledgeDocuments, async ({ params, query, caller }) =>
    sourceDocuments(context, caller, params.id, query),
  );
  handleRoute(app, routes.readKnowledgeDocument, async ({ params, caller }) =>
    readDocumentDetails(context, caller, params.id),
  );
  handleRoute(app, routes.getEmbeddingState, async ({ caller }) => readEmbeddingState(context, caller));
  handleRoute(app, routes.retryEmbeddings, async ({ caller }) => retryEmbeddings(context, caller));
  handleRoute(app, routes.retryKnowledgeDocument, async ({ params, caller }) =>
    retryDocument(context, caller, params.id),
  );
  handleRoute(app, routes.listKnowledgeContradictions, async ({ caller }) => listContradictions(context, caller));
  handleRoute(app, routes.settleKnowledgeContradiction, async ({ body, caller }) =>
    settleContradiction(context, caller, body),
  );
  handleRoute(app, routes.suspendContradictingPassage, async ({ params, caller }) =>
    suspendPassage(context, caller, params.id),
  );
};
