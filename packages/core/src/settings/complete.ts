/** Completes the stored changes with the defaults. */
import { hostsOf } from '@parley/contracts/settings/secret-fields';
import { defaultSettings, type Settings, sectionSchemas, settingsSections } from '@parley/contracts/settings/settings';
import type { StoredSettings } from '@parley/db/settings/settings';
import type { Secrets } from '@parley/service/secrets';
import { hostOf } from '../encrypted-address.ts';
import { openSecrets } from './secrets.ts';

/**
 * Completes the stored changes with the defaults, secrets decrypted. A secret that can't be decrypted any more
 * (APP_SECRET was replaced without keeping the previous one) counts as none and has to be entered again.
 */
export function completeSettings(secrets: Pick<Secrets, 'decrypt'>, stored: StoredSettings): Settings {
  const sections = settingsSections.map((section) => {
    const complete: Record<string, unknown> = openSecrets(secrets, section, {
      ...defaultSettings[section],
      ...stored[section],
    });
    for (const [name, field] of hostsOf(sectionSchemas[section])) complete[name] = hostOf(String(complete[field]));
    return [section, complete];
  });
  // Every section there is, and of each every field.
  return Object.fromEntries(sections) as Settings;
}
