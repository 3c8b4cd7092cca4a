/** Reading a source: document by document, each kept as soon as it is read, so that it goes on after being killed anywhere. */
import { englishOf, localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import {
  keepDocument,
  nextDocument,
  type QueuedDocument,
  readingSoFar,
  settleDocument,
} from '@parley/db/knowledge/queued';
import { beginReading, endReading, type ReadingSource, sourceToRead } from '@parley/db/knowledge/sources';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExternalContext } from '../external/services.ts';
import { CannotRead, reasonOf, unread } from './cannot-read.ts';
import { beginWebsite, readPage } from './crawl.ts';
import { indexReading } from './index-document.ts';
import type { KnowledgeReader } from './reader.ts';
import { readRobots, type Robots } from './robots.ts';

export type ReadContext = ExternalContext & { knowledgeReader: KnowledgeReader };

/** So long at a time: others wait for the worker too. */
const sliceMs = 20_000;

/** Goes on reading a source; answers whether there is more to read. */
export async function readSource(context: ReadContext, id: string, stopping: AbortSignal): Promise<boolean> {
  const source = await sourceToRead(context.db, id);
  if (!source) return false;
  try {
    if (source.kind === 'git') await readGit(context, source);
    else if (await readQueued(context, source, stopping)) return true;
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    await endReading(context.db, source, { state: 'failed', ...reason });
    return false;
  }
  const { left, readable, failure } = await readingSoFar(context.db, source);
  if (readable === 0) {
    await endReading(context.db, source, { state: 'failed', ...(failure ?? kept(localize('knowledge_nothing'))) });
    return false;
  }
  const isFull = source.kind === 'website' && left > 0;
  const limited = isFull ? kept(localize('knowledge_page_limit', { max: source.rules.maxPages })) : noReason;
  await endReading(context.db, source, { state: 'ready', ...limited });
  return false;
}

/** It failed for a reason of our own, and too often. */
export async function giveUpSource(context: Pick<ReadContext, 'db'>, id: string): Promise<void> {
  const source = await sourceToRead(context.db, id);
  if (source) await endReading(context.db, source, { state: 'failed', ...kept(localize('knowledge_gave_up')) });
}

const noReason = { reason: null, localized: null };
const kept = (localized: LocalizedText) => ({ reason: englishOf(localized), localized });

/** Reads the queued documents; returns true if the time ran out before the end. */
async function readQueued(context: ReadContext, source: ReadingSource, stopping: AbortSignal): Promise<boolean> {
  const until = Date.now() + sliceMs;
  const robots = source.kind === 'website' ? await readRobots(context, source.url ?? '') : null;
  if (source.state === 'waiting') {
    if (robots) await beginWebsite(context, source, robots);
    await beginReading(context.db, source);
  }
  for (;;) {
    const document = await nextDocument(context.db, source);
    if (!document) return false;
    if (Date.now() > until || stopping.aborted) return true;
    await readOne(context, source, robots, document);
    // The source was deleted or is read again by another run.
    const now = await sourceToRead(context.db, source.id);
    if (now?.runId !== source.runId) return false;
    if (robots) await sleep(robots.pauseMs);
  }
}

async function readOne(
  context: ReadContext,
  source: ReadingSource,
  robots: Robots | null,
  document: QueuedDocument,
): Promise<void> {
  try {
    if (robots) await readPage(context, source, robots, document);
    else await readFile(context, source, document);
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    const isSkipped = error instanceof CannotRead && error.isSkipped;
    const drop = error instanceof CannotRead && error.drop;
    await settleDocument(context.db, document.id, { state: isSkipped ? 'skipped' : 'failed', drop, ...reason });
  }
}

/** Reads an uploaded file, once per upload: its text is stored. */
async function readFile(context: ReadContext, source: ReadingSource, document: QueuedDocument): Promise<void> {
  const { id, externalId: name, original } = document;
  if (!original) return settleDocument(context.db, id, { state: 'ready', ...noReason });
  await indexBytes(context, source, name, original, null);
}

async function indexBytes(
  context: ReadContext,
  source: ReadingSource,
  name: string,
  bytes: Uint8Array,
  url: string | null,
): Promise<string> {
  const read = await context.knowledgeReader.read({ bytes, contentType: null, name, url });
  if ('unread' in read) throw unread(read.unread);
  return indexReading(context, source, { externalId: name, url }, read.reading);
}

async function readGit(context: ReadContext, source: ReadingSource): Promise<void> {
  const { include, exclude, maxPages } = source.rules;
  const answer = await context.knowledgeReader.readRepository({
    url: source.url ?? '',
    allowPrivate: context.external.addresses.allowPrivate === true,
    include,
    exclude,
    maxFiles: maxPages,
  });
  if ('unread' in answer) throw unread(answer.unread);
  await beginReading(context.db, source);
  for (const { path, bytes } of answer.reading.files) {
    try {
      await keepDocument(context.db, source, await indexBytes(context, source, path, bytes, null));
    } catch (error) {
      // A file without text is none to answer from.
      if (!reasonOf(error)) throw error;
    }
  }
}
