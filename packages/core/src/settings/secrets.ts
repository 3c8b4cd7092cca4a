/** Secrets among the settings: encrypted at rest, answered as a mask, and kept when the mask comes back. */
import { secretFields, secretMask, type Settings, type SettingsSection } from '@parley/contracts/settings';

const secretNames: Partial<Record<SettingsSection, readonly string[]>> = secretFields;

/**
 * A section with each of its secret fields replaced; `undefined` leaves the field out.
 * @example mapSecrets('emailConfig', change, (secret) => secrets.encrypt(secret))
 */
export function mapSecrets<Part extends object>(
  section: SettingsSection,
  part: Part,
  replace: (secret: string) => string | undefined,
): Part {
  const names = secretNames[section] ?? [];
  if (names.length === 0) return part;
  const entries = Object.entries(part).flatMap(([name, value]) => {
    if (!names.includes(name) || typeof value !== 'string') return [[name, value]];
    const replaced = replace(value);
    return replaced === undefined ? [] : [[name, replaced]];
  });
  // The same names with the same types, but for a secret left out.
  return Object.fromEntries(entries) as Part;
}

/** The settings as a call answers them: the mask for a stored secret, nothing for none. */
export function maskSettings(settings: Settings): Settings {
  const mask = (secret: string): string => (secret === '' ? '' : secretMask);
  return {
    ...settings,
    emailConfig: mapSecrets('emailConfig', settings.emailConfig, mask),
    trelloConfig: mapSecrets('trelloConfig', settings.trelloConfig, mask),
  };
}
