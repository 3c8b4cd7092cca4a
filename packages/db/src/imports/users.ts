/** Users that members of another product's team become. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface ImportedUser {
  id: string;
  name: string;
}

/** Returns users by id, former ones included. */
export async function usersByIds(db: Database, ids: readonly string[]): Promise<Map<string, ImportedUser>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns users by their lower-case address. */
export async function usersByEmail(db: Database, emails: readonly string[]): Promise<Map<string, ImportedUser>> {
  if (emails.length === 0) return new Map();
  const { rows } = await sql<ImportedUser & { email: string }>`
    select id, name, lower(email) as email from users where lower(email) = any(${emails}::text[])
  `.execute(db);
  return new Map(rows.map(({ email, ...user }) => [email, user]));
}
