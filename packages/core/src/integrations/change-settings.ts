/** Changes settings: any part of one section, merged into the stored one. */
import { isDeepStrictEqual } from 'node:util';
import { isTimeZone } from '@parley/contracts/schedules/time-zones';
import { integrations } from '@parley/contracts/channels/integrations';
import { guardedOf, hostsOf, secretsOf } from '@parley/contracts/settings/secret-fields';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { localize } from '@parley/contracts/i18n/server-texts';
import { templateFaults } from '@parley/contracts/messages/reply-template';
import {
  type Settings,
  type SettingsSection,
  sectionSchemas,
  settingsSections,
} from '@parley/contracts/settings/settings';
import { provenSections } from '@parley/contracts/users/step-up';
import { lockSettings } from '@parley/db/settings/settings';
import { validateUrl } from '../validate-url.ts';
import { refuseChanged } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import { integrationOf } from './channels.ts';
import type { Context } from '../context.ts';
import { storeImage } from '../images/images.ts';
import { refuseMovedClient } from '../mail/oauth/settings-change.ts';
import type { ExternalContext } from '../external/services.ts';
import { canMailRouteChange, mailRouteChange } from '../users/account-mails.ts';
import { ratingFilter } from '../ratings/question.ts';
import { refuseLockingOut } from '../users/only-providers.ts';
import { sinceNow } from '../permissions/second-factor-due.ts';
import { refuseKey, refuseUnproven } from '../permissions/proven.ts';
import { checkedNetworks } from '../users/networks.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { completeSettings } from '../settings/complete.ts';
import { changedFields, mergeSection, maskedNow, publishSettingsChanged } from '../settings/merge.ts';
import { maskSettings } from '../settings/secrets.ts';

/**
 * Merges a part of one section into the settings and notifies every process and dashboard, and the admins by mail if
 * the delivery of messages changes. A mask keeps the stored secret, unless its server changes; an uploaded avatar is
 * stored as a picture.
 *
 * @throws Problem `invalid`, `forbidden` for a representative if the section is limited to admins, `session_required`
 * to an API key and `step_up_required` for `provenSections` and the delivery of messages, and as `refuseChanged`
 */
export async function changeSettings(
  context: ExternalContext,
  caller: StaffCaller,
  change: SettingsChange,
): Promise<Settings> {
  await refuseWithout(context, caller, 'settings.change');
  const section = settingsSections.find((name) => change[name] !== undefined);
  if (section === undefined) throw new Problem('invalid', localize('one_section'));
  await refuseOthers(context, caller, section, change);
  if (change.signInConfig?.onlyProviders) await refuseLockingOut(context, caller);
  const schema = sectionSchemas[section];
  const { expected, ...wanted } = change[section] ?? {};
  const part: Record<string, unknown> = wanted;
  for (const [name, kind] of secretsOf(schema)) {
    if (kind === 'address') validateUrl(`${section}.${name}`, part[name]);
  }
  // Derived from the address, and answered with it: a whole section may be posted back.
  for (const name of hostsOf(schema).keys()) delete part[name];
  if (section === 'networkConfig' && change.networkConfig?.allowed) {
    part.allowed = checkedNetworks(change.networkConfig.allowed, caller.address);
  }
  if (section === 'widgetConfig' && typeof part.avatarUrl === 'string') {
    part.avatarUrl = await storeImage(context, part.avatarUrl, 'widgetConfig.avatarUrl', caller.user.id);
  }
  if (change.ratingConfig?.filter) part.filter = await ratingFilter(context, change.ratingConfig.filter);
  const [faulty] = templateFaults(change.emailConfig?.signature ?? '');
  if (faulty) throw fieldProblem('invalid', 'emailConfig.signature', faulty);
  // Controlled by the server: the time when the requirement was last widened.
  if (section === 'securityConfig') delete part.secondFactorSince;
  const { timezone } = change.businessHours ?? {};
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw fieldProblem('invalid', 'businessHours.timezone', localize('must_be_time_zone'));
  }
  const { stored, before } = await context.db.transaction().execute(async (transaction) => {
    const present = completeSettings(context.secrets, await lockSettings(transaction));
    const seen = maskSettings(present)[section];
    await refuseChanged(transaction, { id: section, present: seen, change: wanted, expected });
    channelOf(section)?.refuseChange?.(present, change);
    if (section === 'mailOauthConfig') refuseMovedClient(present, change);
    if (section === 'securityConfig') Object.assign(part, sinceNow(present.securityConfig, part));
    const merged = await mergeSection(context, transaction, caller, { section, part, present });
    return { stored: merged, before: present };
  });
  const after = completeSettings(context.secrets, stored);
  await publishSettingsChanged(context, section);
  await mailRedirection(context, caller, { section, before, after });
  return maskSettings(after);
}

/** Notifies the admins of a changed delivery of messages, through the previous mail server. */
async function mailRedirection(
  context: ExternalContext,
  caller: StaffCaller,
  { section, before, after }: { section: SettingsSection; before: Settings; after: Settings },
): Promise<void> {
  const changed = changedFields(section, before, after);
  const fields = guardedOf(sectionSchemas[section]).filter((name) => changed.includes(name));
  if (fields.length === 0) return;
  if (!canMailRouteChange(context, before.emailConfig)) {
    context.log.warn({ section, fields, by: caller.user.id }, 'no mail server to tell the admins by');
  }
  const { user, address = null } = caller;
  await mailRouteChange(context, { section, fields, by: user.name, address, emailConfig: before.emailConfig });
}

/** Returns the channel that the section configures, if any. */
function channelOf(section: SettingsSection) {
  const channel = integrations.find(({ settings }) => settings.name === section);
  return channel && integrationOf(channel.id);
}

async function refuseOthers(
  context: Context,
  caller: StaffCaller,
  section: SettingsSection,
  change: SettingsChange,
): Promise<void> {
  await refuseRedirecting(context, caller, section, change);
  const isProven = provenSections.includes(section);
  if (isProven) refuseKey(caller);
  if (section === 'dataConfig') await refuseWithout(context, caller, 'settings.retention');
  const { sessionTimeout: _theirs, expected: _seen, ...kept } = change.securityConfig ?? {};
  if (Object.keys(kept).length > 0 && !(await can(context, caller, 'security.manage'))) {
    throw new Problem('forbidden', localize('second_factor_kept'));
  }
  if (section === 'signInConfig' && !(await can(context, caller, 'security.manage'))) {
    throw new Problem('forbidden', localize('rules_of_sign_in_kept'));
  }
  if (section === 'representativesMay' && !(await can(context, caller, 'access.manage'))) {
    throw new Problem('forbidden', localize('rights_kept'));
  }
  if (section === 'auditConfig' || section === 'networkConfig') await refuseWithout(context, caller, 'security.manage');
  if (isProven) refuseUnproven(caller);
}

/**
 * Refuses to change the delivery of messages: an attacker's mail server would receive every link to a new password.
 *
 * @throws Problem `forbidden`, `session_required`, `step_up_required`
 */
async function refuseRedirecting(
  context: Context,
  caller: StaffCaller,
  section: SettingsSection,
  change: SettingsChange,
): Promise<void> {
  const wanted = { ...change[section] };
  const guarded = guardedOf(sectionSchemas[section]).filter((name) => name in wanted);
  if (guarded.length === 0) return;
  const present = (await maskedNow(context))[section];
  if (guarded.every((name) => isDeepStrictEqual(Reflect.get(wanted, name), Reflect.get(present, name)))) return;
  refuseKey(caller);
  if (!(await can(context, caller, 'security.manage'))) throw new Problem('forbidden', localize('routes_kept'));
  refuseUnproven(caller);
}
