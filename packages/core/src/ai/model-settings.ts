/** Rules for a change of the model's connection, and the list of what its server offers. */
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import type { StaffCaller } from '../callers.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { refuseMovedSecret } from '../settings/moved-secret.ts';
import { validateUrl } from '../validate-url.ts';
import { modelName, requireModel } from './model-access.ts';
import { listServerModels, ModelFailed } from './model.ts';
import { noteModelCall } from './model-status.ts';

/**
 * Asks for the key again where it would go to another server.
 * @throws Problem `invalid`
 */
export function refuseMovedModelKey({ aiConfig: present }: Settings, { aiConfig: part = {} }: SettingsChange): void {
  validateUrl('aiConfig.baseUrl', part.baseUrl);
  refuseMovedSecret({
    path: 'aiConfig.apiKey',
    stored: present.apiKey,
    posted: part.apiKey,
    present,
    wanted: part,
    destination: ['baseUrl'],
    words: localize('key_moved'),
  });
}

/** Models of other kinds that OpenAI lists among those that chat. */
const otherKinds = /embed|whisper|tts|dall-e|image|moderation|transcribe|realtime|audio|sora|babbage|davinci|rerank/i;

/**
 * Returns the names of the models that the server of the stored settings lists.
 * @throws Problem `not_configured`, `other_side_failed` with the server's text
 */
export async function listModels(context: ExternalContext, caller: StaffCaller): Promise<{ models: string[] }> {
  await refuseWithout(context, caller, 'integrations.test');
  const access = await requireModel(context);
  try {
    const models = await listServerModels(access);
    return { models: [...new Set(models)].filter((name) => !otherKinds.test(name)).toSorted() };
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    // A server without a list may still answer; one that refuses the key doesn't.
    if (error.status === 401 || error.status === 403) {
      const { aiConfig } = await context.settings.read();
      await noteModelCall(context, access, modelName(access, aiConfig.model), error);
    }
    throw new Problem('other_side_failed', error.localized ?? error.message, { cause: error });
  }
}
