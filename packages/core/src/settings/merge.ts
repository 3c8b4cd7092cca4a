/** Stores a change of one section of the settings and announces it. */
import { isDeepStrictEqual } from 'node:util';
import type { Settings, SettingsSection } from '@parley/contracts/settings/settings';
import type { Transaction } from '@parley/db/database';
import { mergeSettings, readSettings, type StoredSettings } from '@parley/db/settings/settings';
import { fieldsOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { completeSettings } from './complete.ts';
import { maskSettings, encryptSecrets } from './secrets.ts';

/** Returns the settings as they are stored now, secrets masked. */
export async function readMaskedSettings(
  context: Pick<Context, 'db' | 'settings' | 'secrets'>,
  caller: StaffCaller,
): Promise<Settings> {
  await refuseWithout(context, caller, 'settings.read');
  return maskedNow(context);
}

/** Returns the current settings with secrets masked, for callers with checked rights. */
export async function maskedNow(context: Pick<Context, 'db' | 'secrets'>): Promise<Settings> {
  return maskSettings(completeSettings(context.secrets, await readSettings(context.db)));
}

/** Merges a part into a section of locked settings, and records the actor. `publishSettingsChanged` follows the commit. */
export async function mergeSection(
  { secrets }: Pick<Context, 'secrets'>,
  transaction: Transaction,
  caller: StaffCaller,
  { section, part, present }: { section: SettingsSection; part: Record<string, unknown>; present: Settings },
): Promise<StoredSettings> {
  const merged = await mergeSettings(transaction, section, encryptSecrets(secrets, section, part));
  await recordAudit({ db: transaction }, caller, {
    action: 'settings.changed',
    subject: { type: 'settings', id: section },
    details: { fields: Object.keys(part), ...whatChanged(section, present, completeSettings(secrets, merged)) },
  });
  return merged;
}

/** Notifies every process and dashboard. */
export async function publishSettingsChanged(context: Context, section: SettingsSection): Promise<void> {
  // This process need not wait for its own announcement.
  context.settings.forget();
  await publishChange(context, {
    control: { type: 'settings_changed' },
    frame: { type: 'settings_updated', section },
  });
}

/** Returns a section's changed fields before and after; secrets are masked. */
function whatChanged(
  section: SettingsSection,
  present: Settings,
  next: Settings,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const [masked, maskedNext] = [maskSettings(present)[section], maskSettings(next)[section]];
  const names = changedFields(section, present, next);
  return { before: fieldsOf(masked, names), after: fieldsOf(maskedNext, names) };
}

/** Returns the names of a section's fields that differ. */
export const changedFields = (section: SettingsSection, present: Settings, next: Settings): string[] =>
  Object.entries(next[section]).flatMap(([name, value]) =>
    isDeepStrictEqual(value, Reflect.get(present[section], name)) ? [] : [name],
  );
