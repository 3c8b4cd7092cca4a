/** What is stored are changes; what is used is complete. */
import { defaultSettings, type Settings } from '@parley/contracts/settings';
import type { StoredSettings } from '@parley/db/settings/settings';
import type { Secrets } from '@parley/service/secrets';
import { hostOf } from '../sealed-address.ts';
import { openSecrets } from './secrets.ts';

/**
 * The defaults under what was ever changed, secrets decrypted. A secret that can't be decrypted any more (APP_SECRET was
 * replaced without keeping the previous one) counts as none and has to be entered again.
 */
export function completeSettings(secrets: Pick<Secrets, 'decrypt'>, stored: StoredSettings): Settings {
  const slackConfig = openSecrets(secrets, 'slackConfig', { ...defaultSettings.slackConfig, ...stored.slackConfig });
  const tigonConfig = openSecrets(secrets, 'tigonConfig', { ...defaultSettings.tigonConfig, ...stored.tigonConfig });
  return {
    widgetConfig: { ...defaultSettings.widgetConfig, ...stored.widgetConfig },
    emailConfig: openSecrets(secrets, 'emailConfig', { ...defaultSettings.emailConfig, ...stored.emailConfig }),
    slackConfig: { ...slackConfig, webhookHost: hostOf(slackConfig.webhookUrl) },
    tigonConfig: { ...tigonConfig, webhookHost: hostOf(tigonConfig.webhookUrl) },
    trelloConfig: openSecrets(secrets, 'trelloConfig', { ...defaultSettings.trelloConfig, ...stored.trelloConfig }),
    aiConfig: { ...defaultSettings.aiConfig, ...stored.aiConfig },
    businessHours: { ...defaultSettings.businessHours, ...stored.businessHours },
    securityConfig: { ...defaultSettings.securityConfig, ...stored.securityConfig },
    dataConfig: { ...defaultSettings.dataConfig, ...stored.dataConfig },
    representativesMay: { ...defaultSettings.representativesMay, ...stored.representativesMay },
  };
}
