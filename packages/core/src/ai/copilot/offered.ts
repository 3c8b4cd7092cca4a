/** Finds out which copilot features are offered, generally and in a conversation. Without a model there are none. */
import { type CopilotFeature, copilotFeatures } from '@parley/contracts/assistant/copilot';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { conversationState } from '@parley/db/conversations/read';
import type { ExternalContext } from '../../external/services.ts';
import { type ModelAccess, modelAccess, requireModel } from '../model-access.ts';
import { isOutOfTokens, limitsOf } from '../budget.ts';

/** Without a model only `answers` is left, which returns sources. */
export async function offeredCopilot(context: Pick<ExternalContext, 'external' | 'settings'>): Promise<{
  features: CopilotFeature[];
  exceptWebsiteIds: string[];
}> {
  const { copilotConfig } = await context.settings.read();
  return {
    features: (await modelAccess(context)) ? copilotFeatures.filter((feature) => copilotConfig[feature]) : [],
    exceptWebsiteIds: copilotConfig.exceptWebsiteIds,
  };
}

export interface Offered {
  access: ModelAccess;
  settings: Settings;
}

/** @throws Problem `not_configured` without a model and where it is switched off, `rate_limited` when the day's tokens are spent */
export async function requireFeature(
  context: Pick<ExternalContext, 'external' | 'settings' | 'redis' | 'prefix'>,
  feature: CopilotFeature,
): Promise<Offered> {
  const access = await requireModel(context);
  const settings = await context.settings.read();
  if (!settings.copilotConfig[feature]) throw new Problem('not_configured', localize('copilot_off'));
  if (await isOutOfTokens(context, limitsOf(access, settings.aiConfig))) {
    throw new Problem('rate_limited', localize('copilot_budget_spent'), { retryAfterSeconds: 60 * 60 });
  }
  return { access, settings };
}

/**
 * Requires a feature in a conversation. @throws Problem as `requireFeature`; `not_found`, `not_configured` on an
 * excepted website
 */
export async function requireFeatureIn(
  context: Pick<ExternalContext, 'db' | 'external' | 'settings' | 'redis' | 'prefix'>,
  feature: CopilotFeature,
  conversationId: string,
) {
  const offered = await requireFeature(context, feature);
  const conversation = await conversationState(context.db, conversationId);
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  const { websiteId } = conversation;
  if (websiteId !== null && offered.settings.copilotConfig.exceptWebsiteIds.includes(websiteId)) {
    throw new Problem('not_configured', localize('copilot_off'));
  }
  return { ...offered, conversation };
}
