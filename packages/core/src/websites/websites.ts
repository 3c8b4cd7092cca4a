/** The websites the widget may live on. */
import type { WebsiteFiles } from '@parley/contracts/messages/attachments';
import type { Website } from '@parley/contracts/entities';
import type { WebsiteForms } from '@parley/contracts/forms/forms';
import type { WebsiteProactive } from '@parley/contracts/proactive/proactive';
import type { WebsiteLook } from '@parley/contracts/settings/settings';
import type { WebsiteHelp } from '@parley/contracts/knowledge/help';
import type { LiveVisitorMode } from '@parley/contracts/visitors/live-visitors';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { isForeignKeyViolation, isUniqueViolation } from '@parley/db/database';
import * as websites from '@parley/db/websites/websites';
import { endVerifiedSessions } from '@parley/db/visitors/tokens';
import { randomToken } from '@parley/service/secrets';
import { publishChange } from '../live/publish-change.ts';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import { publishControl, type Context } from '../context.ts';
import { differencesOf } from '../audit/differences.ts';
import { type AuditedAction, recordAudit } from '../audit/record.ts';
import { storeImage } from '../images/images.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';
import { forgetVisits } from './visits.ts';
import { normaliseDomain } from './domain.ts';

const unknownWebsite = () => new Problem('not_found', localize('no_such_website'));

export interface WebsiteDraft {
  /** Domain as an admin typed or pasted it. */
  domain: string;
  /** The domain unless given. */
  name?: string;
  isActive?: boolean;
  allowedPages?: string[];
  whitelistMode?: boolean;
}

/** All websites, by domain. */
export async function listWebsites(context: Pick<Context, 'db'>): Promise<Website[]> {
  return websites.listWebsites(context.db);
}

/** Adds a website under its hostname. @throws Problem `invalid` for no domain, `conflict` for one that is there */
export async function addWebsite(context: Context, caller: StaffCaller, draft: WebsiteDraft): Promise<Website> {
  await refuseWithout(context, caller, 'websites.manage');
  const domain = normaliseDomain(draft.domain);
  const website = await websites.insertWebsite(context.db, { ...draft, domain, name: draft.name?.trim() || domain });
  if (!website) {
    throw fieldProblem('conflict', 'domain', localize('website_listed', { domain }));
  }
  await announced(context, caller, { action: 'website.added', subject: about(website.id), details: { domain } });
  return website;
}

/**
 * Updates a website.
 * @throws Problem `not_found`, `conflict` for another website's host, `forbidden` if a user without the right to it
 * lets the assistant see pictures
 */
export async function updateWebsite(
  context: Context,
  caller: StaffCaller,
  id: string,
  {
    help: wished,
    expected,
    ...change
  }: AsSeen<
    Omit<WebsiteDraft, 'domain'> & {
      files?: WebsiteFiles;
      help?: WebsiteHelp;
      scheduleId?: string | null;
      teamId?: string | null;
      promisesReplies?: boolean;
      mailAfterMinutes?: number | null;
      pushWorker?: string | null;
      liveVisitors?: LiveVisitorMode;
      look?: WebsiteLook;
      forms?: WebsiteForms;
      proactive?: WebsiteProactive;
    },
    Website
  >,
): Promise<Website> {
  await refuseWithout(context, caller, 'websites.manage');
  if (change.files?.filesToAssistant && !(await can(context, caller, 'websites.secrets'))) {
    const present = await websites.findWebsite(context.db, id);
    if (present && !present.files.filesToAssistant) {
      throw new Problem('forbidden', localize('admins_only'));
    }
  }
  const help = wished && { ...wished, host: wished.host && normaliseDomain(wished.host) };
  const look = change.look && {
    ...change.look,
    ...(change.look.avatarUrl !== undefined && {
      avatarUrl: await storeImage(context, change.look.avatarUrl, 'look.avatarUrl', caller.user.id),
    }),
  };
  const changed = { ...change, ...(help && { help }), ...(look && { look }) };
  const { before, website } = await context.db.transaction().execute(async (db) => {
    const read = () => websites.findWebsite(db, id);
    const present = await holdAsSeen(db, {
      table: 'websites',
      id,
      read,
      change: changed,
      expected,
      unknown: unknownWebsite,
    });
    const updated = await websites.updateWebsite(db, id, changed).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw fieldProblem('conflict', 'help.host', localize('help_host_taken'));
      if (isForeignKeyViolation(error, 'websites_team_id_fkey'))
        throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
      if (isForeignKeyViolation(error) && changed.forms)
        throw fieldProblem('invalid', 'forms', localize('no_such_form'));
      if (isForeignKeyViolation(error)) throw fieldProblem('invalid', 'scheduleId', localize('no_such_schedule'));
      throw error;
    });
    if (!updated) throw unknownWebsite();
    return { before: present, website: updated };
  });
  if (before.liveVisitors !== website.liveVisitors) await forgetVisits(context, id);
  const details = differencesOf(before, website, Object.keys(changed));
  await announced(context, caller, { action: 'website.updated', subject: about(id), details: { ...details } });
  return website;
}

/** Removes a website; its conversations stay. @throws Problem `not_found` */
export async function deleteWebsite(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'websites.manage');
  if (!(await websites.deleteWebsite(context.db, id))) throw await goneOr(context.db, id, unknownWebsite);
  await announced(context, caller, { action: 'website.deleted', subject: about(id) });
}

/** The secret the website's own server signs its users' emails with; made when first asked for. */
export async function readIdentitySecret(context: Context, caller: StaffCaller, id: string): Promise<string> {
  await refuseWithout(context, caller, 'websites.secrets');
  const stored = await websites.readIdentitySecret(context.db, id);
  // Two users who ask first at the same time get the same secret.
  const encrypted = stored ?? (await websites.ensureIdentitySecret(context.db, id, newIdentitySecret(context)));
  if (encrypted === undefined) throw unknownWebsite();
  await recordAudit(context, caller, { action: 'website.identity_secret_read', subject: about(id) });
  return context.secrets.decrypt(encrypted);
}

/**
 * Replaces that secret; hashes made with the old one become invalid, and so do the tokens of all visitors it vouched
 * for.
 *
 * @throws Problem `not_found`
 */
export async function rotateIdentitySecret(context: Context, caller: StaffCaller, id: string): Promise<string> {
  await refuseWithout(context, caller, 'websites.secrets');
  const identitySecret = newIdentitySecret(context);
  if (!(await websites.updateWebsite(context.db, id, { identitySecret }))) throw unknownWebsite();
  await endVerifiedSessions(context.db, id);
  await recordAudit(context, caller, { action: 'website.identity_secret_replaced', subject: about(id) });
  // Gateways check all their visitors again.
  await publishControl(context, { type: 'websites_changed' });
  return context.secrets.decrypt(identitySecret);
}

const newIdentitySecret = ({ secrets }: Pick<Context, 'secrets'>): string => secrets.encrypt(randomToken());

const about = (id: string) => ({ type: 'website', id });

async function announced(context: Context, caller: StaffCaller, activity: AuditedAction): Promise<void> {
  await recordAudit(context, caller, activity);
  await publishChange(context, { control: { type: 'websites_changed' }, frame: { type: 'websites_updated' } });
}
