/**
 * What is found of a question: `npm run bench -- answers` (`--write` puts the tables into docs/performance.md). The
 * corpus is a made-up company's website (`e2e/outside/company`); no model is asked but a stand-in for embeddings.
 */
import { answerable, type CompanyQuestion, injections, pages, poisoned, unanswerable } from '@parley/e2e/outside/company/company';
import { insertArticle, matchingArticles } from '@parley/db/articles/articles';
import { createGeneratedDatabase } from '@parley/db/generate/database';
import { articleSourceId } from '@parley/db/knowledge/documents';
import { alikeInMeaning, embedPassages } from '@parley/core/knowledge/embeddings';
import { indexDocument } from '@parley/core/knowledge/index-document';
import { findPassages } from '@parley/core/knowledge/passages';
import { createTestContext, withExternalServices } from '@parley/core/testing';
import { writePart } from '../page.ts';
import { embedding, startEmbeddingServer } from './embedding-server.ts';
import { type Findings, section } from './report.ts';

const recalledAmong = 5;
const server = await startEmbeddingServer();
const house = withExternalServices(await createTestContext());
const embeddings = { apiKey: 'none', baseUrl: server.url, model: 'character-groups' };
const withVectors = { ...house, external: { ...house.external, embeddings } };
