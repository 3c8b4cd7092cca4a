/**
 * Remembers how the last calls of the model ended, so that the screen shows whether the assistant works. Stored in
 * Redis under the connection: a changed one starts without a result.
 */
import { createHash } from 'node:crypto';
import type { ModelStatus } from '@parley/contracts/assistant/answers';
import { LocalizedText } from '@parley/contracts/i18n/localized-text';
import { Nullable, Timestamp } from '@parley/contracts/schema';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { ExternalContext } from '../external/services.ts';
import type { ModelAccess } from './model-access.ts';
import type { ModelFailed } from './model.ts';

type StatusContext = Pick<ExternalContext, 'redis' | 'prefix'>;

const keptSeconds = 30 * 24 * 60 * 60;
const refusedKey: ReadonlySet<number | null> = new Set([401, 403]);

const Failure = Type.Object({
  at: Timestamp,
  text: Type.String(),
  localized: Nullable(LocalizedText),
  isKeyRefused: Type.Boolean(),
});
const failureSchema = Compile(Failure);

/** The key is part of the name by its hash alone. */
function keyOf({ prefix }: StatusContext, { baseUrl, apiKey }: ModelAccess, model: string): string {
  const connection = createHash('sha256')
    .update(JSON.stringify([baseUrl, apiKey, model]))
    .digest('hex')
    .slice(0, 24);
  return keys(prefix).key('ai-model', connection);
}

/** Remembers how a call ended. A refused text says nothing about the connection. Never throws: it is only a hint. */
export async function noteModelCall(
  context: StatusContext,
  access: ModelAccess,
  model: string,
  failure: ModelFailed | null,
): Promise<void> {
  if (failure?.kind === 'refused') return;
  const key = keyOf(context, access, model);
  const at = new Date().toISOString();
  const kept = failure && {
    at,
    text: failure.message,
    localized: failure.localized ?? null,
    isKeyRefused: refusedKey.has(failure.status),
  };
  await context.redis
    .multi()
    .hset(key, kept ? { failure: JSON.stringify(kept), last: 'failure' } : { answeredAt: at, last: 'answer' })
    .expire(key, keptSeconds)
    .exec()
    .catch(() => undefined);
}

/** Returns how the last calls ended. */
export async function readModelStatus(
  context: StatusContext,
  access: ModelAccess | null,
  model: string,
): Promise<ModelStatus> {
  if (!access) return { state: 'needs_model', answeredAt: null, failure: null };
  const kept: Record<string, string | undefined> = await context.redis
    .hgetall(keyOf(context, access, model))
    .catch(() => ({}));
  const { answeredAt = null, failure: stored = 'null', last } = kept;
  const parsed: unknown = JSON.parse(stored);
  const failure = failureSchema.Check(parsed) ? parsed : null;
  const failed = failure?.isKeyRefused ? 'key_refused' : 'failing';
  return {
    state: last === 'failure' ? failed : last === 'answer' ? 'working' : 'untested',
    answeredAt,
    failure: failure && { at: failure.at, text: failure.text, localized: failure.localized },
  };
}
