import { defaultVisitorFiles, type WebsiteFiles } from '@parley/contracts/messages/attachments';
import type { Website } from '@parley/contracts/entities';
import type { WebsiteForms } from '@parley/contracts/forms/forms';
import type { WebsiteHelp } from '@parley/contracts/knowledge/help';
import type { WebsiteProactive } from '@parley/contracts/proactive/proactive';
import type { WebsiteLook } from '@parley/contracts/settings/settings';
import type { LiveVisitorMode } from '@parley/contracts/visitors/live-visitors';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { WebsitesTable } from '../tables/users.ts';

const columns = [
  'id',
  'domain',
  'name',
  'isActive',
  'allowedPages',
  'whitelistMode',
  'files',
  'helpHost',
  'helpInWidget',
  'scheduleId',
  'teamId',
  'promisesReplies',
  'mailAfterMinutes',
  'pushWorker',
  'liveVisitors',
  'look',
  'formBefore',
  'formAway',
  'formHandOff',
  'proactive',
  'firstSeenAt',
  'createdAt',
] as const;

function toWebsite({
  helpHost: host,
  helpInWidget: inWidget,
  formBefore: before,
  formAway: away,
  formHandOff: handOff,
  ...row
}: Pick<Selectable<WebsitesTable>, (typeof columns)[number]>): Website {
  return {
    ...row,
    help: { host, inWidget },
    forms: { before, away, handOff },
    files: row.files ?? defaultVisitorFiles,
    firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** All of them, by domain. */
export async function listWebsites(db: Database): Promise<Website[]> {
  const rows = await db.selectFrom('websites').select(columns).orderBy('domain').execute();
  return rows.map(toWebsite);
}

/** Returns a website, switched off or on, without its identity secret. */
export async function findWebsite(db: Database, id: string): Promise<Website | undefined> {
  const row = await db.selectFrom('websites').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toWebsite(row);
}

export interface NewWebsite {
  domain: string;
  name: string;
  isActive?: boolean;
  allowedPages?: string[];
  whitelistMode?: boolean;
  scheduleId?: string | null;
  teamId?: string | null;
  promisesReplies?: boolean;
  mailAfterMinutes?: number | null;
  pushWorker?: string | null;
  liveVisitors?: LiveVisitorMode;
  /** Encrypted. */
  identitySecret?: string | null;
}

/** Undefined when the domain is registered already. */
export async function insertWebsite(db: Database, website: NewWebsite): Promise<Website | undefined> {
  const row = await db
    .insertInto('websites')
    .values(website)
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toWebsite(row);
}

/** Undefined when unknown. */
export async function updateWebsite(
  db: Database,
  id: string,
  {
    files,
    help,
    look,
    forms,
    proactive,
    ...change
  }: Partial<Omit<NewWebsite, 'domain'>> & {
    files?: WebsiteFiles;
    help?: WebsiteHelp;
    look?: WebsiteLook;
    forms?: WebsiteForms;
    proactive?: WebsiteProactive;
  },
): Promise<Website | undefined> {
  const row = await db
    .updateTable('websites')
    .set({
      ...change,
      ...(look && { look: JSON.stringify(look) }),
      ...(forms && { formBefore: forms.before, formAway: forms.away, formHandOff: forms.handOff }),
      ...(proactive && { proactive: JSON.stringify(proactive) }),
      ...(files && { files: JSON.stringify(files) }),
      ...(help && { helpHost: help.host, helpInWidget: help.inWidget }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toWebsite(row);
}

/** A page of it asked for the widget. False when one had before. */
export async function markWebsiteSeen(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set({ firstSeenAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('firstSeenAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes it; its conversations keep the domain's name. False when unknown. */
export async function deleteWebsite(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('websites').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Returns the encrypted identity secret, and stores `fresh` if there was none; undefined when the website is unknown.
 */
export async function ensureIdentitySecret(db: Database, id: string, fresh: string): Promise<string | undefined> {
  const row = await db
    .updateTable('websites')
    .set((eb) => ({ identitySecret: eb.fn.coalesce('identitySecret', eb.val(fresh)) }))
    .where('id', '=', id)
    .returning('identitySecret')
    .executeTakeFirst();
  return row?.identitySecret ?? undefined;
}

/** The encrypted identity secret; null when none was made, undefined when the website is unknown. */
export async function readIdentitySecret(db: Database, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('websites').select('identitySecret').where('id', '=', id).executeTakeFirst();
  return row?.identitySecret;
}
