/** Making a document findable, and taking it away again. */
import { createHash } from 'node:crypto';
import type { Audience } from '@parley/contracts/knowledge/knowledge';
import { deleteDocument, storeDocument } from '@parley/db/knowledge/documents';
import type { Context } from '../context.ts';
import { splitMarkdown } from './split.ts';

export interface DocumentToIndex {
  sourceId: string;
  /** Id at the source; indexing under the same id again replaces the previous version. */
  externalId: string;
  /** Public address, if there is one. */
  url: string | null;
  title: string;
  language: string;
  audience: Audience;
  /** Websites with visitors who may be answered from it; empty for all. */
  websiteIds: readonly string[];
  markdown: string;
}

/**
 * Indexes a document's present text. Repeating it changes nothing; a change becomes its next version, and unchanged
 * passages keep their ids. Runs within the caller's transaction, if `db` is one.
 */
export async function indexDocument(
  { db }: Pick<Context, 'db'>,
  document: DocumentToIndex,
): Promise<{ id: string; changed: boolean }> {
  const { title, language, markdown } = document;
  const hashed = JSON.stringify([title, language, markdown]);
  return storeDocument(db, {
    ...document,
    sha: createHash('sha256').update(hashed).digest('hex'),
    passages: splitMarkdown(markdown),
  });
}

/** Nothing of it is found any more; false when it was unknown. Within the caller's transaction, where `db` is one. */
export async function removeDocument(
  { db }: Pick<Context, 'db'>,
  { sourceId, externalId }: Pick<DocumentToIndex, 'sourceId' | 'externalId'>,
): Promise<boolean> {
  return deleteDocument(db, sourceId, externalId);
}
