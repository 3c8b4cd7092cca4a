/**
 * Finds passages by meaning, if a model for it is configured. The vectors are stored in the database. Postgres searches
 * them with an index if its extension `vector` is available; otherwise each process has a copy, and compares its
 * vectors one by one.
 */
import type { Database } from '@parley/db/database';
import { embeddedSince, storeEmbeddings, unembedded } from '@parley/db/knowledge/embeddings';
import {
  ensureVectorIndex,
  hasVectorIndex,
  type NearPassage,
  nearestPassages,
  readablePassages,
  type Readers,
} from '@parley/db/knowledge/vectors';
import type { Logger } from '@parley/service/logger';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { CallFailed, quote } from '../external/answer.ts';
import type { EmbeddingAccess } from '../external/services.ts';

export interface EmbeddingContext {
  db: Database;
  log?: Logger;
  external?: { embeddings: EmbeddingAccess | null };
}

interface EmbeddingWorker extends EmbeddingContext {
  log: Logger;
  external: { embeddings: EmbeddingAccess | null };
}

/** The requester doesn't wait longer, and gets the passages found by words. */
const patienceMs = 1_500;
const batchPatienceMs = 60_000;
const batch = 64;
const batchesAtOnce = 20;
/** Number of passages found by meaning that are compared with those found by words. */
const nearest = 50;
/** Less alike than this is about something else: see `bench/answers`. */
const leastAlike = 0.35;
const page = 5_000;

/** How many texts a server takes at once, by server and model, where it has refused as many as `batch`. */
const batchSizes = new Map<string, number>();
const smallestBatch = 8;
/** Statuses for a refused request: fewer texts may work, if its message mentions that. */
const refusals: ReadonlySet<number> = new Set([400, 422]);
const aboutSize =
  /batch|too (?:many|large|long|big)|size|limit|max(?:imum)?\b|at most|no more than|length|exceed|tokens|larger|longer/i;

/** Returns true if a server reports too many texts, or one that is too long. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false;
  return error.status === 413 || (refusals.has(Number(error.status)) && aboutSize.test(error.message));
}

/**
 * Returns the vectors of texts, each of length 1. If a server refuses so many texts at once, it gets half of them, and
 * no more from then on; a single refused text is shortened by half, once.
 *
 * @throws errors of the client
 */
async function embed(access: EmbeddingAccess, texts: string[], timeoutMs: number): Promise<number[][]> {
  const server = `${access.baseUrl ?? ''} ${access.model}`;
  const vectors: number[][] = [];
  for (let size = batchSizes.get(server) ?? batch; vectors.length < texts.length; ) {
    const some = texts.slice(vectors.length, vectors.length + size);
    try {
      vectors.push(...(await embedAtOnce(access, some, timeoutMs)));
      size = batchSizes.get(server) ?? batch;
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      const [text = ''] = some;
      if (some.length === 1) vectors.push(...(await embedAtOnce(access, [text.slice(0, text.length / 2)], timeoutMs)));
      size = Math.ceil(some.length / 2);
      // Below that it is one of the texts that is refused, not their number.
      if (size >= smallestBatch) batchSizes.set(server, size);
    }
  }
  return vectors;
}

/** Asks a server once. */
async function embedAtOnce(access: EmbeddingAccess, texts: string[], timeoutMs: number): Promise<number[][]> {
  // Takes megabytes, and many processes never ask.
  const { OpenAI } = await import('openai');
  const client = new OpenAI({
    apiKey: access.apiKey,
    ...(access.baseUrl ? { baseURL: access.baseUrl } : {}),
    maxRetries: 0,
    timeout: timeoutMs,
    organization: null,
    project: null,
  });
  const { data } = await client.embeddings.create(
    { model: access.model, input: texts, encoding_format: 'float' },
    { signal: AbortSignal.timeout(timeoutMs) },
  );
  if (data.length !== texts.length) throw new Error('The embedding model has not answered for every text.');
  return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => ofLengthOne(embedding));
}

/** Returns the parts of a failure that a log may contain: the server's text without the key, which some repeat. */
const failureOf = (error: unknown, { apiKey }: EmbeddingAccess): { kind: string; reason: string } =>
  error instanceof Error
    ? { kind: error.name, reason: quote(error.message, [apiKey]) }
    : { kind: 'unknown', reason: '' };

/** Embeds one text. @throws CallFailed with the server's text */
export async function tryEmbeddings(access: EmbeddingAccess): Promise<void> {
  try {
    await embed(access, ['ok'], batchPatienceMs);
  } catch (error) {
    throw new CallFailed(refusalOf(error, access), { transient: true });
  }
}

const refusalOf = (error: unknown, access: EmbeddingAccess): LocalizedText =>
  localize('embeddings_failed', { model: access.model, words: failureOf(error, access).reason });

function ofLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((each) => each / length) : vector.map(() => 0);
}

/** Embeds new and changed passages; returns their number, and the reason for stopping. */
export async function embedPassages({
  db,
  log,
  external,
}: EmbeddingWorker): Promise<{ done: number; failure: LocalizedText | null }> {
  const access = external.embeddings;
  let done = 0;
  for (let asked = 0; access && asked < batchesAtOnce; asked += 1) {
    const passages = await unembedded(db, access.model, batch);
    if (passages.length === 0) break;
    try {
      const vectors = await embed(
        access,
        passages.map(({ text }) => text),
        batchPatienceMs,
      );
      await storeEmbeddings(
        db,
        access.model,
        passages.map((passage, at) => ({ ...passage, embedding: vectors[at] ?? [] })),
      );
    } catch (error) {
      // Until it answers, passages are found by their words alone.
      log.warn(failureOf(error, access), 'the embedding model gave no answer');
      return { done, failure: refusalOf(error, access) };
    }
    done += passages.length;
  }
  return { done, failure: null };
}

/** Whether vectors are searched by an index, as it was found a moment ago. */
interface Known {
  of: string;
  isIndexed: boolean;
  at: number;
}

const known = new WeakMap<Database, Known>();
const knownForMs = 30_000;

/** The one place that decides how vectors are searched. */
async function isIndexed(db: Database, model: string, dimensions: number): Promise<boolean> {
  const of = `${model} ${dimensions}`;
  const before = known.get(db);
  if (before?.of === of && Date.now() - before.at < knownForMs) return before.isIndexed;
  const found = await hasVectorIndex(db, model, dimensions);
  known.set(db, { of, isIndexed: found, at: Date.now() });
  if (found) copies.delete(db);
  return found;
}

/** Last logged state of the index, and the time before which it isn't retried after a failure. */
const announced = new WeakMap<Database, { state: string; notBefore: number }>();
const afterFailureMs = 3600_000;

/** Creates a Postgres index for the vectors, if possible; returns 1 if it was made, otherwise 0, for the log. */
export async function indexVectors({ db, log, external }: EmbeddingWorker): Promise<number> {
  const access = external.embeddings;
  const before = announced.get(db);
  if (!access || (before && Date.now() < before.notBefore)) return 0;
  try {
    const state = (await ensureVectorIndex(db, access.model)) ?? 'indexed';
    if (state === before?.state) return 0;
    announced.set(db, { state, notBefore: 0 });
    known.delete(db);
    log.info({ state }, state === 'indexed' ? 'vectors are searched by an index' : 'vectors are compared one by one');
    return state === 'indexed' ? 1 : 0;
  } catch (error) {
    announced.set(db, { state: 'failed', notBefore: Date.now() + afterFailureMs });
    log.warn({ err: error }, 'no index of vectors could be made: they are compared one by one');
    return 0;
  }
}

interface Copy {
  model: string;
  until: Date;
  vectors: Map<string, Float32Array>;
}

const copies = new WeakMap<Database, Copy>();

async function copyOf(db: Database, model: string): Promise<Copy> {
  const before = copies.get(db);
  const copy =
    before?.model === model ? before : { model, until: new Date(0), vectors: new Map<string, Float32Array>() };
  copies.set(db, copy);
  for (;;) {
    const rows = await embeddedSince(db, model, copy.until, page);
    for (const { id, embedding, embeddedAt } of rows) {
      copy.vectors.set(id, Float32Array.from(embedding));
      copy.until = embeddedAt;
    }
    if (rows.length < page) return copy;
  }
}

/** Returns the nearest readable passages, from an index or one by one. */
async function nearestOf(
  { db, log }: EmbeddingContext,
  model: string,
  asked: readonly number[],
  readers: Readers,
): Promise<NearPassage[]> {
  try {
    if (await isIndexed(db, model, asked.length))
      return await nearestPassages(db, { ...readers, model, vector: asked, floor: leastAlike, limit: nearest });
  } catch (error) {
    known.delete(db);
    log?.warn({ err: error }, 'the index of vectors gave no answer: they are compared one by one');
  }
  const alike = likeness((await copyOf(db, model)).vectors, asked);
  const scores = new Map(alike.map(({ id, score }) => [id, score]));
  const found: NearPassage[] = [];
  for (let at = 0; at < alike.length && found.length < nearest; at += atOnce) {
    const ids = alike.slice(at, at + atOnce).map(({ id }) => id);
    const may = await readablePassages(db, ids, readers, nearest - found.length);
    found.push(...may.map((id) => ({ id, score: scores.get(id) ?? 0 })));
  }
  return found;
}

const atOnce = 1_000;

const nearestFirst = (a: NearPassage, b: NearPassage): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** Those that are alike enough, the nearest first. Another model's, by their length, are like nothing. */
function likeness(vectors: Iterable<[string, ArrayLike<number>]>, asked: readonly number[]): NearPassage[] {
  const alike: NearPassage[] = [];
  for (const [id, vector] of vectors) {
    if (vector.length !== asked.length) continue;
    let score = 0;
    for (let at = 0; at < vector.length; at += 1) score += (vector[at] ?? 0) * (asked[at] ?? 0);
    if (score >= leastAlike) alike.push({ id, score });
  }
  return alike.toSorted(nearestFirst);
}

/** Returns the vectors of texts; null without a model, or if it gives no answer. */
export async function meaningOf({ log, external }: EmbeddingContext, texts: string[]): Promise<number[][] | null> {
  const access = external?.embeddings;
  if (!access || texts.length === 0) return null;
  try {
    return await embed(access, texts, batchPatienceMs);
  } catch (error) {
    log?.warn(failureOf(error, access), 'the embedding model gave no answer');
    return null;
  }
}

/** Returns the ids of the readable passages nearest in meaning to a question, nearest first; none without a model. */
export async function alikeInMeaning(
  context: EmbeddingContext,
  question: string,
  readers: Readers,
  /** Beside those that are kept, by their ids. */
  others: ReadonlyMap<string, readonly number[]> = new Map(),
): Promise<string[]> {
  const access = context.external?.embeddings;
  if (!access || question.trim() === '') return [];
  try {
    const [asked = []] = await embed(access, [question], patienceMs);
    const kept = await nearestOf(context, access.model, asked, readers);
    return [...kept, ...likeness(others, asked)]
      .toSorted(nearestFirst)
      .slice(0, nearest)
      .map(({ id }) => id);
  } catch (error) {
    context.log?.warn(failureOf(error, access), 'knowledge is found without the embedding model');
    return [];
  }
}
