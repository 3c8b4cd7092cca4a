/** Teams in Microsoft Teams that the app was added to. */
import type { Database } from '../database.ts';

export interface MsteamsTeam {
  id: string;
  name: string;
  serviceUrl: string;
}

/** Returns them, the one that Teams has named last first. */
export async function listMsteamsTeams(db: Database): Promise<MsteamsTeam[]> {
  return db
    .selectFrom('msteamsTeams')
    .select(['id', 'name', 'serviceUrl'])
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Stores a team, or what has changed about it; a name that isn't given stays. */
export async function keepMsteamsTeam(db: Database, { id, name, serviceUrl }: MsteamsTeam): Promise<void> {
  const changed = { ...(name !== '' && { name }), serviceUrl, seenAt: new Date() };
  await db
    .insertInto('msteamsTeams')
    .values({ id, name, serviceUrl })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

export async function forgetMsteamsTeam(db: Database, id: string): Promise<void> {
  await db.deleteFrom('msteamsTeams').where('id', '=', id).execute();
}
