/** Reading one page of a website, and where a website begins. */
import { localize } from '@parley/contracts/i18n/server-texts';
import {
  countPatterns,
  noteValidators,
  type QueuedDocument,
  queueDocuments,
  readPageText,
  settleDocument,
} from '@parley/db/knowledge/queued';
import type { ReadingSource } from '@parley/db/knowledge/sources';
import type { OutboundResponse } from '@parley/service/outbound';
import { gunzipSync } from 'node:zlib';
import { countedPages, isLinkTrap, isSameSite, pageAddress } from './addresses.ts';
import { CannotRead, reasonOf, unread } from './cannot-read.ts';
import { indexReading } from './index-document.ts';
import { isWanted } from './patterns.ts';
import { kindOfDocument } from './document-kinds.ts';
import type { ReadContext } from './read-source.ts';
import { type Robots, userAgent } from './robots.ts';

const pageMaxBytes = 20 * 1024 * 1024;
const timeoutMs = 30_000;
/** Links away from where a website begins. */
const deepest = 20;

/** The source's own sitemaps are read before any page, those of robots.txt after linked pages. */
const listDepth = { named: -1, ofRobots: deepest + 1 };
const isList = (depth: number): boolean => depth < 0 || depth > deepest;

const isCalledSitemap = (url: string): boolean => /\.xml$|\.gz$|sitemap[^/]*\.txt$/i.test(new URL(url).pathname);
const sitemapRoot = /<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]/i;

/** Whether bytes are a list of pages, whatever they are called. */
const isSitemap = (bytes: Buffer): boolean => sitemapRoot.test(bytes.subarray(0, 4_096).toString('latin1'));

/**
 * Queues the start of a website: its first page and the sitemaps from robots.txt, or the source's own sitemap, with
 * pages that are not searched for links.
 */
export async function beginWebsite(context: ReadContext, source: ReadingSource, { sitemaps }: Robots): Promise<void> {
  const url = source.url ?? '';
  if (isCalledSitemap(url)) return queueDocuments(context.db, source, [url], listDepth.named);
  await queueDocuments(context.db, source, [pageAddress(url) ?? url], 0);
  await queueLists(context, source, sitemaps, listDepth.ofRobots);
}

const queueLists = ({ db }: ReadContext, source: ReadingSource, lists: readonly string[], depth: number) =>
  queueDocuments(
    db,
    source,
    lists.filter((list) => URL.canParse(list) && isSameSite(list, source.url ?? '')),
    depth,
  );

/** Queues the pages of a sitemap. @throws CannotRead always: it is no page to answer from */
async function readList(context: ReadContext, source: ReadingSource, bytes: Buffer, depth: number): Promise<never> {
  const answer = await context.knowledgeReader.readSitemap(inflated(bytes));
  if ('unread' in answer) throw unread(answer.unread);
  const { pages, sitemaps } = answer.reading;
  await queueLists(context, source, sitemaps, isList(depth) ? depth : listDepth.named);
  await queuePages(context, source, wantedOf(source, pages), deepest);
  throw new CannotRead(localize('knowledge_sitemap'), { isSkipped: true, drop: true });
}

/** Queues pages, a limited number of counted ones, and an entry that reports the limit. */
async function queuePages(
  { db }: ReadContext,
  source: ReadingSource,
  pages: readonly string[],
  depth: number,
): Promise<void> {
  const counted = new Map(pages.flatMap((page) => countedPages(page) ?? []).map(({ pattern, max }) => [pattern, max]));
  const known = counted.size === 0 ? new Map() : await countPatterns(db, source, [...counted.keys()]);
  const left = new Map([...counted].map(([pattern, max]) => [pattern, max + 1 - (known.get(pattern)?.found ?? 0)]));
  const queued = pages.filter((page) => {
    const pattern = countedPages(page)?.pattern;
    if (pattern === undefined) return true;
    const room = left.get(pattern) ?? 0;
    left.set(pattern, room - 1);
    return room > 0;
  });
  await queueDocuments(db, source, queued, depth);
}

/** @throws CannotRead for a page that counts further up than is read */
async function refuseCounted({ db }: ReadContext, source: ReadingSource, url: string): Promise<void> {
  const counted = countedPages(url);
  if (!counted) return;
  const { pattern, max } = counted;
  const ready = (await countPatterns(db, source, [pattern])).get(pattern)?.ready ?? 0;
  if (ready >= max) throw new CannotRead(localize('knowledge_counts_up', { max }), { isSkipped: true, drop: true });
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

/** Reads a page, updates its index, and queues its links. @throws CannotRead, OutboundError */
export async function readPage(
  context: ReadContext,
  source: ReadingSource,
  robots: Robots,
  document: QueuedDocument,
): Promise<void> {
  const { id, externalId: url, depth } = document;
  if (depth > 0 && !isList(depth) && !isWanted(new URL(url).pathname, source.rules))
    throw new CannotRead(localize('knowledge_excluded'), { isSkipped: true, drop: true });
  if (depth > 0 && isLinkTrap(url))
    throw new CannotRead(localize('knowledge_link_trap'), { isSkipped: true, drop: true });
  await refuseCounted(context, source, url);
  // A list that robots.txt names is there for programs to read.
  if (!isList(depth) && !robots.allows(url))
    throw new CannotRead(localize('knowledge_robots'), { isSkipped: true, drop: true });
  const answer = await fetchPage(context, document);
  if (answer.status === 304) return settleDocument(context.db, id, { state: 'ready', reason: null, localized: null });
  const { host } = new URL(url);
  const elsewhere = pageAddress(answer.url);
  if (!isList(depth) && elsewhere !== url && !(depth === 0 && isSitemap(answer.bytes)))
    await insteadOf(context, source, document, elsewhere);
  if (answer.status !== 200) {
    const isGone = answer.status === 404 || answer.status === 410;
    throw new CannotRead(localize('answered', { host, status: answer.status }), { drop: isGone });
  }
  if (isList(depth) || (depth === 0 && isSitemap(answer.bytes))) await readList(context, source, answer.bytes, depth);
  const contentType = answer.headers['content-type'] ?? null;
  const name = new URL(url).pathname;
  if (kindOfDocument(contentType ?? 'text/html', name) === undefined)
    throw new CannotRead(localize('knowledge_no_text'), { isSkipped: true, drop: true });
  const read = await context.knowledgeReader.read({
    bytes: answer.bytes,
    contentType: contentType ?? 'text/html',
    name,
    url,
  });
  if ('unread' in read) throw unread(read.unread);
  const { markdown, canonical, links, mayIndex, mayFollow } = read.reading;
  if (mayFollow && depth < deepest) await queuePages(context, source, wantedOf(source, links), depth + 1);
  if (!mayIndex) throw new CannotRead(localize('knowledge_noindex'), { isSkipped: true, drop: true });
  const own = canonical === null ? url : pageAddress(canonical);
  if (own !== url && own !== null && (await hasSameText(context, source, robots, { url, markdown, own })))
    await insteadOf(context, source, document, own);
  if (markdown === '') throw unread('empty');
  await indexReading(context, source, { externalId: url, url }, read.reading);
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
    throw new CannotRead(localize('knowledge_elsewhere'), { isSkipped: true, drop: true });
  await queueDocuments(context.db, source, wantedOf(source, [other]), depth);
  throw new CannotRead(localize('knowledge_same_as', { url: other }), { isSkipped: true, drop: true });
}

/** Share of equal words in copies of a text that differ only in a counter or a date. */
const sameWords = 0.8;

/** Returns the words of a text without the addresses of its links. */
const wordsOf = (markdown: string): Set<string> =>
  new Set(
    markdown
      .replaceAll(/\]\([^()\s]*\)/g, ']')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

/** Returns true if another text contains nearly all words of a text, and all of its numbers. */
function isCopy(text: string, other: string): boolean {
  const [ours, theirs] = [wordsOf(text), wordsOf(other)];
  const shared = [...ours].filter((word) => theirs.has(word)).length;
  const numbers = [...ours].filter((word) => /^\d+$/.test(word));
  return shared >= sameWords * Math.max(ours.size, theirs.size, 1) && numbers.every((number) => theirs.has(number));
}

/**
 * Returns true if the page that another names as its original exists, may be read, and has the same text. An old
 * version, a missing page or one that leads back does not replace it.
 */
async function hasSameText(
  context: ReadContext,
  source: ReadingSource,
  robots: Robots,
  { url, markdown, own }: { url: string; markdown: string; own: string },
): Promise<boolean> {
  if (wantedOf(source, [own]).length === 0 || !robots.allows(own)) return false;
  const known = await readPageText(context.db, source, own);
  if (known !== undefined) return isCopy(markdown, known);
  try {
    const answer = await fetchPage(context, { externalId: own, etag: null, lastModified: null });
    if (answer.status !== 200 || pageAddress(answer.url) === url) return false;
    const read = await context.knowledgeReader.read({
      bytes: answer.bytes,
      contentType: answer.headers['content-type'] ?? 'text/html',
      name: new URL(own).pathname,
      url: own,
    });
    return 'reading' in read && read.reading.mayIndex && isCopy(markdown, read.reading.markdown);
  } catch (error) {
    if (reasonOf(error)) return false;
    throw error;
  }
}

async function fetchPage(
  { external }: ReadContext,
  { externalId: url, etag, lastModified }: Pick<QueuedDocument, 'externalId' | 'etag' | 'lastModified'>,
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
