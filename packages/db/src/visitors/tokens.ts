/** Decides which tokens of a visitor are valid. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { statement } from '../prepared.ts';
import type { Visitor } from './visitors.ts';

/** Tokens of an earlier epoch, or of one of these sessions, are invalid. */
export type TokenState = Pick<Visitor, 'tokenEpoch' | 'revokedSessions'>;

/** Ended sessions remembered one by one; the one after ends all. */
const revokedMax = 50;

const tokenStates = statement<{ ids: readonly string[] }, TokenState & { id: string }>(
  ({ ids }) => sql`select id, token_epoch, revoked_sessions from visitors where id = any(${ids}::uuid[])`,
);

/** Returns the token states of the visitors that exist, by id. */
export async function readTokenStates(db: Database, ids: readonly string[]): Promise<Map<string, TokenState>> {
  const rows = await tokenStates(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ends every token of the visitor. */
export async function endAllSessions(db: Database, visitorId: string): Promise<void> {
  await sql`update visitors set token_epoch = token_epoch + 1, revoked_sessions = '{}', logged_out_at = now() where id = ${visitorId}`.execute(
    db,
  );
}

/** Ends the tokens of one browser's session. */
export async function endSession(db: Database, visitorId: string, session: string): Promise<void> {
  await sql`
    update visitors set
      token_epoch = token_epoch + case when cardinality(revoked_sessions) < ${revokedMax}::integer then 0 else 1 end,
      revoked_sessions = case when cardinality(revoked_sessions) < ${revokedMax}::integer
        then array_append(revoked_sessions, ${session}::uuid) else '{}' end,
      logged_out_at = now()
    where id = ${visitorId}`.execute(db);
}

/** Whether the customer whom the website vouched for has logged out since. */
export async function hasLoggedOut(
  db: Database,
  { websiteId, identityKey, since }: { websiteId: string; identityKey: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from visitors
    where website_id = ${websiteId} and identity_key = ${identityKey} and logged_out_at >= ${since}`.execute(db);
  return rows.length > 0;
}

/** Ends every token of those whom a website has vouched for. */
export async function endVerifiedSessions(db: Database, websiteId: string): Promise<void> {
  await sql`
    update visitors set token_epoch = token_epoch + 1, revoked_sessions = '{}'
    where website_id = ${websiteId} and identity_key is not null`.execute(db);
}
