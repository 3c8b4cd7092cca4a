import { type Kysely, sql } from 'kysely';
import { conversations } from './0001_initial/conversations.ts';
import { people } from './0001_initial/people.ts';
import { searchFunctions } from './0001_initial/search.ts';
import { work } from './0001_initial/work.ts';

/** The whole data model as it was first released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [searchFunctions, people, conversations, work]) await sql.raw(statements).execute(db);
}
