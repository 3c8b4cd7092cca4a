/** Decides whether answers need sources. A new installation with a model and a prompt answers before it has any. */
import type { AssistantState } from '@parley/contracts/assistant/answers';
import type { Settings } from '@parley/contracts/settings/settings';
import { hasPublicPassages } from '@parley/db/knowledge/sources';
import { hasActiveTools } from '@parley/db/tools/definitions';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { accessOf, modelName } from './model-access.ts';
import { readModelStatus } from './model-status.ts';
import type { StaffCaller } from '../callers.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/** Returns true if there are sources: knowledge for customers, or actions with their results. */
const hasSources = async ({ db }: Pick<Context, 'db'>): Promise<boolean> =>
  (await hasPublicPassages(db)) || hasActiveTools(db);

/** Returns the setting's present meaning: automatic is on as soon as there is a source. */
export const isOnlyFromSources = async (
  context: Pick<Context, 'db'>,
  { onlyFromSources }: Pick<Settings['aiConfig'], 'onlyFromSources'>,
): Promise<boolean> => onlyFromSources ?? hasSources(context);

/** Returns the assistant's present configuration. */
export async function readAssistantState(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external' | 'redis' | 'prefix'>,
  caller: StaffCaller,
): Promise<AssistantState> {
  await refuseWithout(context, caller, 'settings.read');
  const { aiConfig } = await context.settings.read();
  const { apiKey, baseUrl, model: named } = context.external.model;
  const access = accessOf(context.external, aiConfig);
  const model = access && modelName(access, aiConfig.model);
  const isSupplied = await hasSources(context);
  return {
    model,
    isModelFixed: access?.model !== undefined,
    status: await readModelStatus(context, access, model ?? ''),
    environment: { baseUrl: baseUrl ?? null, hasKey: apiKey !== undefined, model: named ?? null },
    hasSources: isSupplied,
    onlyFromSources: aiConfig.onlyFromSources ?? isSupplied,
  };
}
