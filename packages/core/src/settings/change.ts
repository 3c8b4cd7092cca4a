/** Changing settings: one section, any part of it, over what is stored. */
import { Problem } from '@parley/contracts/problems';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { type Settings, type SettingsSection, settingsSections } from '@parley/contracts/settings';
import { lockSettings, mergeSettings, readSettings, type StoredSettings } from '@parley/db/settings/settings';
import { refuseUnreadableUrl } from '../addresses.ts';
import { tellOthers } from '../announce.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { record } from '../data/audit.ts';
import { keepPicture } from '../images/images.ts';
import { refuseWithout } from '../people/permissions.ts';
import { completeSettings } from './complete.ts';
import { refuseMovedSecret } from './moved-secret.ts';
import { maskSettings, sealSecrets } from './secrets.ts';

/** The settings for the dashboard as they are stored now, secrets masked. */
export async function readMaskedSettings(context: Context): Promise<Settings> {
  return maskSettings(completeSettings(context.secrets, await readSettings(context.db)));
}

/**
 * Merges a part of one section into the settings and tells every process and dashboard. A mask posted back keeps the
 * stored secret, unless what it opens is another server's now; an uploaded avatar is kept as a picture.
 *
 * @throws Problem `invalid`, `forbidden` for a representative where the section is kept to administrators
 */
export async function changeSettings(context: Context, caller: StaffCaller, change: SettingsChange): Promise<Settings> {
  const section = settingsSections.find((name) => change[name] !== undefined);
  if (section === undefined) throw new Problem('invalid', 'Change one section at a time.');
  await refuseOthers(context, caller, section);
  const part = { ...change[section] };
  if ('webhookUrl' in part) refuseUnreadableUrl(`${section}.webhookUrl`, part.webhookUrl);
  // Derived from the address, and answered with it: a whole section may be posted back.
  if ('webhookHost' in part) delete part.webhookHost;
  if ('avatarUrl' in part && typeof part.avatarUrl === 'string') {
    part.avatarUrl = await keepPicture(context, part.avatarUrl, 'widgetConfig.avatarUrl', caller.user.id);
  }
  const stored = await context.db.transaction().execute(async (transaction) => {
    if (change.emailConfig) {
      const present = await lockSettings(transaction);
      refuseMovedPassword(context, present, change.emailConfig);
      Object.assign(part, encryptionOfNewServer(present, change.emailConfig));
    }
    return mergeSettings(transaction, section, sealSecrets(context.secrets, section, part));
  });
  // This process need not wait for its own announcement.
  context.settings.forget();
  await record(context, caller, {
    action: 'settings.changed',
    subject: { type: 'settings', id: section },
    details: { fields: Object.keys(part) },
  });
  await tellOthers(context, {
    control: { type: 'settings_changed' },
    frame: { type: 'settings_updated', section },
  });
  return maskSettings(completeSettings(context.secrets, stored));
}

async function refuseOthers(context: Context, caller: StaffCaller, section: SettingsSection): Promise<void> {
  if (section === 'dataConfig') await refuseWithout(context, caller, 'retention');
  if (section === 'representativesMay' && caller.user.role !== 'admin') {
    throw new Problem('forbidden', 'Only an administrator may change what representatives may do.');
  }
}

/** The stored password goes to the server, and as the user, that it was entered for, and no less guarded. */
function refuseMovedPassword(context: Context, stored: StoredSettings, part: Partial<Settings['emailConfig']>): void {
  const { emailConfig: present } = completeSettings(context.secrets, stored);
  const isWeaker = present.smtpAllowPlaintext === false && part.smtpAllowPlaintext !== false;
  refuseMovedSecret({
    path: 'emailConfig.smtpPassword',
    stored: present.smtpPassword,
    posted: part.smtpPassword,
    present,
    wanted: part,
    destination: [
      'smtpHost',
      'smtpPort',
      'smtpUser',
      'smtpSecure',
      ...(isWeaker ? (['smtpAllowPlaintext'] as const) : []),
    ],
    words: 'Enter the password again: it was entered for another server, user or kind of connection.',
  });
}

/**
 * The decision that an earlier release left open was about the server of then: another one has to encrypt until somebody
 * says otherwise.
 */
function encryptionOfNewServer(
  { emailConfig: present }: StoredSettings,
  { smtpHost, smtpAllowPlaintext }: Partial<Settings['emailConfig']>,
): Partial<Settings['emailConfig']> {
  const isNew = smtpHost !== undefined && smtpHost !== present.smtpHost;
  const isOpen = present.smtpAllowPlaintext === null && smtpAllowPlaintext === undefined;
  return isNew && isOpen ? { smtpAllowPlaintext: false } : {};
}
