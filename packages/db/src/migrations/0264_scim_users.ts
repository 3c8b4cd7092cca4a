import type { Kysely } from 'kysely';
import { rename } from './rename.ts';

/** Names the table of a directory's users after them. */
export const up = (db: Kysely<unknown>): Promise<void> => rename(db, { tables: { scim_people: 'scim_users' } });
