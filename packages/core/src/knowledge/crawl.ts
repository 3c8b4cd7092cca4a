/** Reading one page of a website, and where a website begins. */
import { languageOf } from '@parley/contracts/languages';
import { say } from '@parley/contracts/sayings';
import { noteValidators, type QueuedDocument, queueDocuments, settleDocument } from '@parley/db/knowledge/queued';
import type { ReadingSource } from '@parley/db/knowledge/sources';
import type { OutboundResponse } from '@parley/service/outbound';
import { gunzipSync } from 'node:zlib';
import { detectLanguage } from '../ai/language.ts';
import { isLinkTrap, isSameSite, pageAddress } from './addresses.ts';
import { CannotRead, unread } from './cannot-read.ts';
import { indexDocument } from './index-document.ts';
import { isWanted } from './patterns.ts';
import { kindOfDocument } from './document-kinds.ts';
import type { ReadContext } from './read-source.ts';
import { type Robots, userAgent } from './robots.ts';

const pageMaxBytes = 20 * 1024 * 1024;
const timeoutMs = 30_000;
const mostSitemaps = 50;
/** Links away from where a website begins. */
const deepest = 20;
/** In words that are kept for a language. */
const sampleLength = 4_000;

const isSitemap = (url: string): boolean => /\.xml(?:\.gz)?$/i.test(new URL(url).pathname);

/** Queues where a website begins: its first page, or all pages of its sitemap, whose links are then not followed. */
export async function beginWebsite(context: ReadContext, source: ReadingSource): Promise<void> {
  const url = source.url ?? '';
  if (!isSitemap(url)) return queueDocuments(context.db, source, [pageAddress(url) ?? url], 0);
  const waiting = [url];
  for (let read = 0; read < mostSitemaps; read += 1) {
    const next = waiting.shift();
    if (next === undefined) return;
    const { status, bytes } = await context.external.outbound.request(next, { maxBytes: pageMaxBytes, timeoutMs });
    if (status !== 200) throw new CannotRead(say('answered', { host: new URL(next).host, status }));
    const answer = await context.knowledgeReader.readSitemap(inflated(bytes));
    if ('unread' in answer) throw unread(answer.unread);
    const { pages, sitemaps } = answer.reading;
    waiting.push(...sitemaps.filter((each) => isSameSite(each, url)));
    await queueDocuments(context.db, source, wantedOf(source, pages), deepest);
  }
}

function inflated(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: pageMaxBytes });
  } catch {
    throw unread('too_large');
  }
}

/** The pages of the website among some addresses. */
function wantedOf({ url, rules }: ReadingSource, addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => {
    const page = pageAddress(address);
    return page !== null && isSameSite(page, url ?? '') && isWanted(new URL(page).pathname, rules) ? [page] : [];
  });
}

/** Reads a page, has it found by what it says now, and queues where it leads. @throws CannotRead, OutboundError */
export async function readPage(
  context: ReadContext,
  source: ReadingSource,
  robots: Robots,
  document: QueuedDocument,
): Promise<void> {
  const { id, externalId: url, depth } = document;
  if (depth > 0 && !isWanted(new URL(url).pathname, source.rules))
    throw new CannotRead(say('knowledge_excluded'), { isSkipped: true, drop: true });
  if (depth > 0 && isLinkTrap(url)) throw new CannotRead(say('knowledge_link_trap'), { isSkipped: true, drop: true });
  if (!robots.allows(url)) throw new CannotRead(say('knowledge_robots'), { isSkipped: true, drop: true });
  const answer = await fetchPage(context, document);
  if (answer.status === 304) return settleDocument(context.db, id, { state: 'ready', reason: null, said: null });
  const elsewhere = pageAddress(answer.url);
  if (elsewhere !== url) await insteadOf(context, source, document, elsewhere);
  const { host } = new URL(url);
  if (answer.status !== 200) {
    const isGone = answer.status === 404 || answer.status === 410;
    throw new CannotRead(say('answered', { host, status: answer.status }), { drop: isGone });
  }
  const contentType = answer.headers['content-type'] ?? null;
  const name = new URL(url).pathname;
  if (kindOfDocument(contentType ?? 'text/html', name) === undefined)
    throw new CannotRead(say('knowledge_no_text'), { isSkipped: true, drop: true });
  const read = await context.knowledgeReader.read({
    bytes: answer.bytes,
    contentType: contentType ?? 'text/html',
    name,
    url,
  });
  if ('unread' in read) throw unread(read.unread);
  const { title, markdown, language, canonical, links, mayIndex, mayFollow } = read.reading;
  if (mayFollow && depth < deepest) await queueDocuments(context.db, source, wantedOf(source, links), depth + 1);
  if (!mayIndex) throw new CannotRead(say('knowledge_noindex'), { isSkipped: true, drop: true });
  const own = canonical === null ? url : pageAddress(canonical);
  if (own !== url && own !== null && isSameSite(own, url)) await insteadOf(context, source, document, own);
  if (markdown === '') throw unread('empty');
  await indexDocument(context, {
    sourceId: source.id,
    externalId: url,
    url,
    title,
    language: languageOf(language ?? '') ?? detectLanguage(markdown.slice(0, sampleLength)),
    audience: source.audience,
    websiteIds: source.websiteIds,
    markdown,
  });
  const { etag = null, 'last-modified': lastModified = null } = answer.headers;
  await noteValidators(context.db, id, { etag, lastModified });
}

/** It is another page of the website, which is read in its place. @throws CannotRead always */
async function insteadOf(
  context: ReadContext,
  source: ReadingSource,
  { externalId: url, depth }: QueuedDocument,
  other: string | null,
): Promise<never> {
  if (other === null || !isSameSite(other, url))
    throw new CannotRead(say('knowledge_elsewhere'), { isSkipped: true, drop: true });
  await queueDocuments(context.db, source, wantedOf(source, [other]), depth);
  throw new CannotRead(say('knowledge_same_as', { url: other }), { isSkipped: true, drop: true });
}

async function fetchPage(
  { external }: ReadContext,
  { externalId: url, etag, lastModified }: QueuedDocument,
): Promise<OutboundResponse> {
  return external.outbound.request(url, {
    headers: {
      'user-agent': userAgent,
      accept: 'text/html, application/pdf;q=0.9, text/*;q=0.8, */*;q=0.1',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    },
    maxBytes: pageMaxBytes,
    timeoutMs,
  });
}
