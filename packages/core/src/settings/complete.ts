/** What is stored are changes; what is used is complete. */
import { defaultSettings, type Settings } from '@parley/contracts/settings';
import type { StoredSettings } from '@parley/db/settings/settings';
import { DecryptionFailed, type Secrets } from '@parley/service/secrets';
import { mapSecrets } from './secrets.ts';

/**
 * The defaults under what was ever changed, secrets decrypted. A secret that can't be decrypted any more (APP_SECRET was
 * replaced without keeping the previous one) counts as none and has to be entered again.
 */
export function completeSettings(secrets: Pick<Secrets, 'decrypt'>, stored: StoredSettings): Settings {
  const decrypt = (secret: string): string => {
    if (secret === '') return '';
    try {
      return secrets.decrypt(secret);
    } catch (error) {
      if (error instanceof DecryptionFailed) return '';
      throw error;
    }
  };
  return {
    widgetConfig: { ...defaultSettings.widgetConfig, ...stored.widgetConfig },
    emailConfig: mapSecrets('emailConfig', { ...defaultSettings.emailConfig, ...stored.emailConfig }, decrypt),
    slackConfig: { ...defaultSettings.slackConfig, ...stored.slackConfig },
    tigonConfig: { ...defaultSettings.tigonConfig, ...stored.tigonConfig },
    trelloConfig: mapSecrets('trelloConfig', { ...defaultSettings.trelloConfig, ...stored.trelloConfig }, decrypt),
    aiConfig: { ...defaultSettings.aiConfig, ...stored.aiConfig },
    businessHours: { ...defaultSettings.businessHours, ...stored.businessHours },
    securityConfig: { ...defaultSettings.securityConfig, ...stored.securityConfig },
    dataConfig: { ...defaultSettings.dataConfig, ...stored.dataConfig },
    representativesMay: { ...defaultSettings.representativesMay, ...stored.representativesMay },
  };
}
