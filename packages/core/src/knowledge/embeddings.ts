/**
 * Finding by meaning, where a model for it is configured: what it makes of each passage is kept in the database, and a
 * copy in each process that asks, compared with a question one by one. No extension of Postgres is needed for it.
 */
import type { Database } from '@parley/db/database';
import { embeddedSince, storeEmbeddings, unembedded } from '@parley/db/knowledge/embeddings';
import type { Logger } from '@parley/service/logger';
import OpenAI from 'openai';
import type { EmbeddingAccess, ExternalContext } from '../integrations/external-services.ts';

export interface EmbeddingContext {
  db: Database;
  log?: Logger;
  external?: { embeddings: EmbeddingAccess | null };
}

/** Whoever asks waits no longer for it, and gets what was found by words. */
const patienceMs = 1_500;
const batchPatienceMs = 60_000;
const batch = 64;
const batchesAtOnce = 20;
/** Passages found by meaning that are compared with those found by words. */
const nearest = 50;
/** Less alike than this is about something else: see `bench/answers`. */
const leastAlike = 0.35;
const page = 5_000;

/** What a model makes of texts, each of length 1. @throws what the client throws */
async function embed(access: EmbeddingAccess, texts: string[], timeoutMs: number): Promise<number[][]> {
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

function ofLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((each) => each / length) : vector.map(() => 0);
}

/** Has the model asked about passages that are new or have changed; answers how many. */
export async function embedPassages({ db, log, external }: ExternalContext): Promise<number> {
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
      // What is said of it may repeat the key. They are found by words meanwhile.
      log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'the embedding model gave no answer');
      break;
    }
    done += passages.length;
  }
  return done;
}

interface Copy {
  model: string;
  until: Date;
  vectors: Map<string, Float32Array>;
}

const copies = new WeakMap<Database, Copy>();

async function copyOf(db: Database, model: string): Promise<Copy> {
  const known = copies.get(db);
  const copy = known?.model === model ? known : { model, until: new Date(0), vectors: new Map<string, Float32Array>() };
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

/** What texts mean; null without a model, or where it gives no answer. */
export async function meaningOf({ log, external }: EmbeddingContext, texts: string[]): Promise<number[][] | null> {
  const access = external?.embeddings;
  if (!access || texts.length === 0) return null;
  try {
    return await embed(access, texts, batchPatienceMs);
  } catch (error) {
    log?.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'the embedding model gave no answer');
    return null;
  }
}

/** The ids of the passages that mean most nearly what a question does, the nearest first; none without a model. */
export async function alikeInMeaning(
  { db, log, external }: EmbeddingContext,
  question: string,
  /** Beside those that are kept, by their ids. */
  others: ReadonlyMap<string, readonly number[]> = new Map(),
): Promise<string[]> {
  const access = external?.embeddings;
  if (!access || question.trim() === '') return [];
  try {
    const [[asked = []], copy] = await Promise.all([embed(access, [question], patienceMs), copyOf(db, access.model)]);
    const scored: { id: string; score: number }[] = [];
    for (const [id, vector] of [...copy.vectors, ...others]) {
      let score = 0;
      for (let at = 0; at < vector.length; at += 1) score += (vector[at] ?? 0) * (asked[at] ?? 0);
      if (score >= leastAlike) scored.push({ id, score });
    }
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, nearest)
      .map(({ id }) => id);
  } catch (error) {
    log?.warn(
      { kind: error instanceof Error ? error.name : 'unknown' },
      'knowledge is found without the embedding model',
    );
    return [];
  }
}
