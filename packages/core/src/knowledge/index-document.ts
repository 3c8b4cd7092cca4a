/** Making a document findable, and taking it away again. */
import { createHash } from 'node:crypto';
import type { Audience, SetAside } from '@parley/contracts/knowledge/knowledge';
import { deleteDocument, storeDocument } from '@parley/db/knowledge/documents';
import type { ReadingSource } from '@parley/db/knowledge/sources';
import type { Context } from '../context.ts';
import { languageOf } from '@parley/contracts/text/languages';
import { detectLanguage } from '../text/language.ts';
import type { DocumentReading } from './reader.ts';
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
  /** Equal in translations of one text; none if null. */
  translationKey?: string | null;
  /** Day of the text. */
  datedOn?: string | null;
  /** Texts of the document that are no source. */
  setAside?: readonly SetAside[];
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

/** Characters for detecting the language of a document that declares none. */
const sampleLength = 4_000;

/** Returns the same key for translations of a page: those it names, and those with its path in another language. */
function translationKeyOf(url: string, translations: readonly string[]): string {
  const [first = url] = [url, ...translations].map(withoutLanguage).toSorted();
  return first;
}

/** Returns an address with `*` in place of a segment or host that names a language. */
function withoutLanguage(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  const [subdomain = '', ...domain] = host.split('.');
  const site = languageOf(subdomain) && /^[a-z]{2}(?:-[a-z]{2})?$/i.test(subdomain) ? ['*', ...domain].join('.') : host;
  const path = pathname.replace(/(?<=^\/)[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/i, (tag) => (languageOf(tag) ? '*' : tag));
  return `${protocol}//${site}${path}`;
}

/** Indexes a document of a source as it was read. Returns its id. */
export async function indexReading(
  context: Pick<Context, 'db'>,
  source: Pick<ReadingSource, 'id' | 'audience' | 'websiteIds'>,
  { externalId, url }: Pick<DocumentToIndex, 'externalId' | 'url'>,
  { title, markdown, language, translations, datedOn, setAside }: DocumentReading,
): Promise<string> {
  const { id } = await indexDocument(context, {
    sourceId: source.id,
    externalId,
    url,
    title,
    language: languageOf(language ?? '') ?? detectLanguage(markdown.slice(0, sampleLength)),
    audience: source.audience,
    websiteIds: source.websiteIds,
    markdown,
    translationKey: url === null ? null : translationKeyOf(url, translations),
    datedOn,
    setAside,
  });
  return id;
}

/** Nothing of it is found any more; false when it was unknown. Within the caller's transaction, where `db` is one. */
export async function removeDocument(
  { db }: Pick<Context, 'db'>,
  { sourceId, externalId }: Pick<DocumentToIndex, 'sourceId' | 'externalId'>,
): Promise<boolean> {
  return deleteDocument(db, sourceId, externalId);
}
