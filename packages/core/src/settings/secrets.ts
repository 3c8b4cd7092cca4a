/** Handles secrets in settings: encrypted when stored, returned as a mask, and kept when the mask is sent back. */
import { type SecretKind, secretsOf } from '@parley/contracts/settings/secret-fields';
import {
  secretMask,
  type Settings,
  type SettingsSection,
  sectionSchemas,
  settingsSections,
} from '@parley/contracts/settings/settings';
import { DecryptionFailed, type Secrets } from '@parley/service/secrets';
import { isEncrypted, needsEncryption, openAddress, encryptAddress, decryptAddress } from '../encrypted-address.ts';

/**
 * A section with each of its secret fields replaced; `undefined` leaves the field out.
 * @example mapSecrets('emailConfig', change, (secret) => (secret === '' ? '' : secretMask))
 */
export function mapSecrets<Part extends object>(
  section: SettingsSection,
  part: Part,
  replace: (secret: string, kind: SecretKind) => string | undefined,
): Part {
  const kinds = secretsOf(sectionSchemas[section]);
  if (kinds.size === 0) return part;
  const entries = Object.entries(part).flatMap(([name, value]) => {
    const kind = kinds.get(name);
    if (kind === undefined || typeof value !== 'string') return [[name, value]];
    const replaced = replace(value, kind);
    return replaced === undefined ? [] : [[name, replaced]];
  });
  // The names and types are the same, except that a secret may be left out.
  return Object.fromEntries(entries) as Part;
}

/** A part of a section as it is stored: its secrets encrypted, one that came back as its mask left out. */
export function encryptSecrets<Part extends object>(secrets: Secrets, section: SettingsSection, part: Part): Part {
  return mapSecrets(section, part, (secret, kind) => {
    if (secret === secretMask || isEncrypted(secret)) return undefined;
    if (kind === 'address') return encryptAddress(secrets, secret);
    return secret === '' ? '' : secrets.encrypt(secret);
  });
}

/** A section as it is used: its secrets readable, and empty where they can't be decrypted any more. */
export function openSecrets<Part extends object>(
  secrets: Pick<Secrets, 'decrypt'>,
  section: SettingsSection,
  part: Part,
): Part {
  return mapSecrets(section, part, (stored, kind) => {
    if (kind === 'address') return openAddress(secrets, stored);
    if (stored === '') return '';
    try {
      return secrets.decrypt(stored);
    } catch (error) {
      if (error instanceof DecryptionFailed) return '';
      throw error;
    }
  });
}

/**
 * Returns the secrets of a stored section that are in the clear or under the previous secret, encrypted again.
 * @throws DecryptionFailed
 */
export function renewedSecrets<S extends SettingsSection>(
  secrets: Secrets,
  section: S,
  stored: Partial<Settings[S]>,
): Partial<Settings[S]> {
  const kinds = secretsOf(sectionSchemas[section]);
  const only = Object.fromEntries(Object.entries(stored).filter(([name]) => kinds.has(name)));
  // Some of the section's own fields.
  return mapSecrets(section, only, (value, kind) => {
    if (kind === 'address') {
      return needsEncryption(secrets, value) ? encryptAddress(secrets, decryptAddress(secrets, value)) : undefined;
    }
    return value === '' || !secrets.needsRotation(value) ? undefined : secrets.encrypt(secrets.decrypt(value));
  }) as Partial<Settings[S]>;
}

/** The settings as a call answers them: the mask for a stored secret, nothing for none. */
export function maskSettings(settings: Settings): Settings {
  const mask = (secret: string): string => (secret === '' ? '' : secretMask);
  const masked = settingsSections.map((section) => [section, mapSecrets(section, settings[section], mask)]);
  // Every section there is, its secrets masked.
  return Object.fromEntries(masked) as Settings;
}
