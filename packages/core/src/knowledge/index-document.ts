/** Making a document findable, and taking it away again. */
import { createHash } from 'node:crypto';
import type { Audience } from '@parley/contracts/knowledge';
import { deleteDocument, storeDocument } from '@parley/db/knowledge/documents';
import type { Context } from '../context.ts';
import { splitMarkdown } from './split.ts';

export interface DocumentToIndex {
  sourceId: string;
  /** What its source calls it; indexing under the same again is the next version of it. */
  externalId: string;
  /** Where everybody may read it. */
  url: string | null;
  title: string;
  language: string;
  audience: Audience;
  /** Whose visitors are answered from it; none for all. */
  websiteIds: readonly string[];
  markdown: string;
}

/**
 * Has a document found by what it says now. Doing it again changes nothing; what has changed becomes its next version,
 * and passages that stay as they were keep their ids. Within the caller's transaction, where `db` is one.
 */
export async function indexDocument(
  { db }: Pick<Context, 'db'>,
  document: DocumentToIndex,
): Promise<{ id: string; changed: boolean }> {
  const { title, language, markdown } = document;
  const said = JSON.stringify([title, language, markdown]);
  return storeDocument(db, {
    ...document,
    sha: createHash('sha256').update(said).digest('hex'),
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
