/** Changing settings: one section, any part of it, over what is stored. */
import { Problem } from '@parley/contracts/problems';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { secretMask, type Settings, type SettingsSection, settingsSections } from '@parley/contracts/settings';
import { lockSettings, mergeSettings, readSettings, type StoredSettings } from '@parley/db/settings/settings';
import { refuseUnreadableUrl } from '../addresses.ts';
import { tellOthers } from '../announce.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { record } from '../data/audit.ts';
import { keepPicture } from '../images/images.ts';
import { refuseWithout } from '../people/permissions.ts';
import { completeSettings } from './complete.ts';
import { mapSecrets, maskSettings } from './secrets.ts';

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
  if ('avatarUrl' in part && typeof part.avatarUrl === 'string') {
    part.avatarUrl = await keepPicture(context, part.avatarUrl, 'widgetConfig.avatarUrl', caller.user.id);
  }
  const stored = await context.db.transaction().execute(async (transaction) => {
    if (change.emailConfig) refuseMovedPassword(context, await lockSettings(transaction), change.emailConfig);
    return mergeSettings(transaction, section, encryptSecrets(context, section, part));
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

/** A stored password goes to the server it was entered for: for another one it has to be entered again. */
function refuseMovedPassword(context: Context, present: StoredSettings, part: Partial<Settings['emailConfig']>): void {
  if (part.smtpPassword !== undefined && part.smtpPassword !== secretMask) return;
  const { emailConfig } = completeSettings(context.secrets, present);
  const { smtpHost = emailConfig.smtpHost, smtpPort = emailConfig.smtpPort } = part;
  if (emailConfig.smtpPassword === '') return;
  if (smtpHost === emailConfig.smtpHost && smtpPort === emailConfig.smtpPort) return;
  const message = 'Enter the password again for the new server.';
  throw new Problem('invalid', message, { errors: [{ path: 'emailConfig.smtpPassword', message }] });
}

function encryptSecrets<S extends SettingsSection>(context: Context, section: S, part: object): Partial<Settings[S]> {
  const encrypted = mapSecrets(section, part, (secret) => {
    if (secret === secretMask) return undefined;
    return secret === '' ? '' : context.secrets.encrypt(secret);
  });
  // The contract has checked the part against its section.
  return encrypted;
}
