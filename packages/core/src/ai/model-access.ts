/** Finds the model's server: the one that an admin has set, otherwise the one that the environment names. */
import type { AiProvider } from '@parley/contracts/assistant/settings';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import type { ExternalContext, ModelEnvironment } from '../external/services.ts';

/** Connection to a model's server, with the installation's limits. */
export interface ModelAccess extends Pick<ModelEnvironment, 'tokensPerVisitorAndDay' | 'budget'> {
  provider: AiProvider;
  apiKey: string;
  baseUrl: string | undefined;
  /** Replaces the settings' model. */
  model: string | undefined;
  /** Guarded, if an admin typed in the address; the environment's may be on a private network. */
  fetch?: ((address: string, init: RequestInit) => Promise<Response>) | undefined;
}

export type ModelContext = Pick<ExternalContext, 'external' | 'settings'>;

/** Servers of one's own often ask for no key, yet the protocol wants one. */
const noKey = 'no-key';

/** Returns the connection of these settings; null if they and the environment name none. */
export function accessOf(
  { model: environment, outbound }: Pick<ExternalContext['external'], 'model' | 'outbound'>,
  { provider, apiKey, baseUrl }: Pick<Settings['aiConfig'], 'provider' | 'apiKey' | 'baseUrl'>,
): ModelAccess | null {
  const { tokensPerVisitorAndDay, budget } = environment;
  if (provider === 'environment') {
    if (!environment.apiKey && !environment.baseUrl) return null;
    return { ...environment, provider, apiKey: environment.apiKey ?? noKey };
  }
  if (baseUrl === '') return null;
  return {
    provider,
    apiKey: apiKey === '' ? noKey : apiKey,
    baseUrl,
    model: undefined,
    fetch: (address, init) => outbound.fetch(address, init),
    tokensPerVisitorAndDay,
    budget,
  };
}

/** Returns the present connection; null if there is none. */
export async function modelAccess({ external, settings }: ModelContext): Promise<ModelAccess | null> {
  return accessOf(external, (await settings.read()).aiConfig);
}

/** Returns the present connection. @throws Problem `not_configured` */
export async function requireModel(context: ModelContext): Promise<ModelAccess> {
  const access = await modelAccess(context);
  if (!access) throw new Problem('not_configured', localize('no_model'));
  return access;
}

/** The model in use: the server's own name where the environment names one, else the settings'. */
export const modelName = (access: Pick<ModelAccess, 'model'>, settingsModel: string): string =>
  access.model ?? settingsModel;
