import type { Kysely } from 'kysely';
import { rename } from './rename.ts';

/** What a directory says of users is in `scim_users`. */
export const up = (db: Kysely<unknown>): Promise<void> => rename(db, { tables: { scim_people: 'scim_users' } });
