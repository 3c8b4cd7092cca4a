/**
 * Stores the reason why passages are not found by meaning, for users who manage them, in Redis until the model answers
 * again.
 */
import type { EmbeddingState } from '@parley/contracts/knowledge/knowledge';
import { Problem } from '@parley/contracts/problems';
import { englishOf, type LocalizedText, localizedOf, localize } from '@parley/contracts/i18n/server-texts';
import { countUnembedded } from '@parley/db/knowledge/embeddings';
import { keys } from '@parley/service/redis';
import type { ExternalContext } from '../external/services.ts';
import { embedPassages } from './embeddings.ts';
import type { StaffCaller } from '../callers.ts';
import { refuseWithout } from '../permissions/permissions.ts';

type EmbeddingContext = Pick<ExternalContext, 'db' | 'log' | 'external' | 'redis' | 'prefix'>;

/** The model is asked again much sooner. */
const keptSeconds = 60 * 60;

const keyOf = ({ prefix }: Pick<EmbeddingContext, 'prefix'>, model: string): string =>
  keys(prefix).key('embedding-failure', model);

/** Embeds passages, and stores the reason if the model gives no answer. Returns the number of passages. */
export async function embedAndNote(context: EmbeddingContext): Promise<number> {
  const { embeddings } = context.external;
  if (!embeddings) return 0;
  const { done, failure } = await embedPassages(context);
  const key = keyOf(context, embeddings.model);
  if (failure) {
    const kept: KeptFailure = { reason: englishOf(failure), reasonLocalized: localizedOf(failure) ?? null };
    await context.redis.set(key, JSON.stringify(kept), 'EX', keptSeconds);
  } else await context.redis.del(key);
  return done;
}

interface KeptFailure {
  reason: string;
  reasonLocalized: LocalizedText | null;
}

/** Returns how many passages are not found by meaning yet, and why; null where there is no model for it. */
export async function readEmbeddingState(
  context: EmbeddingContext & Pick<ExternalContext, 'settings'>,
  caller: StaffCaller,
): Promise<EmbeddingState | null> {
  await refuseWithout(context, caller, 'articles.manage');
  const { embeddings } = context.external;
  if (!embeddings) return null;
  const [waiting, kept] = await Promise.all([
    countUnembedded(context.db, embeddings.model),
    context.redis.get(keyOf(context, embeddings.model)),
  ]);
  const failure = kept === null || waiting === 0 ? undefined : (JSON.parse(kept) as KeptFailure);
  return { waiting, reason: failure?.reason ?? null, reasonLocalized: failure?.reasonLocalized ?? null };
}

/** Has the model asked again now. @throws Problem `not_configured` without one */
export async function retryEmbeddings(
  context: Pick<ExternalContext, 'external' | 'queues' | 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (!context.external.embeddings) throw new Problem('not_configured', localize('no_model'));
  await context.queues.add('maintenance', { task: 'embed-passages' });
}
