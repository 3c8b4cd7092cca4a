/**
 * Fills an empty database with the demo organisation: an admin and three representatives, the website `localhost`, 200
 * conversations over the last 30 days, or 60 with the showcase, and a few knowledge articles. Run by `npm start`; does nothing if there is an
 * account already.
 *
 * Prints one JSON line `{"email", "password", "name", "role"}` per account it made. All share `DEMO_PASSWORD`, at least
 * 8 characters, or without it the well-known one.
 */
import { articles } from './articles.ts';
import { seedConversations } from './conversations.ts';
import { demoPassword, team } from './sample-names.ts';
import { seedShowcase } from './showcase.ts';
import { hashPassword } from '../users/passwords.ts';
import { createDatabase, type Database } from '@parley/db/database';
import { mergeSettings } from '@parley/db/settings/settings';
import { sql } from 'kysely';

/** An arbitrary number of ours: two copies started at once must not both seed. */
const seedLock = 7_270_001;

export interface DemoAccount {
  name: string;
  email: string;
  password: string;
  role: string;
}

interface SeedOptions {
  /** End of the days. */
  now?: Date;
  password?: string | undefined;
  /**
   * Adds tags, teams, views, macros, a second website, a help centre, assignment, SLA policies, rules and figures for
   * reports.
   */
  withShowcase?: boolean;
}

/**
 * Seeds if there is no account yet; returns the accounts made, an empty list otherwise. `publicUrl` is the
 * address of the sample shop. The well-known password is for installations that only the local
 * user can reach.
 */
export async function seedDemo(
  db: Database,
  publicUrl: string,
  { now = new Date(), password = demoPassword, withShowcase = false }: SeedOptions = {},
): Promise<DemoAccount[]> {
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction);
    const user = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (user) return [];
    const representatives = await transaction
      .insertInto('users')
      .values(team.map((member) => ({ ...member, passwordHash })))
      .returning(['id', 'name'])
      .execute();
    const website = await transaction
      .insertInto('websites')
      .values({ domain: 'localhost', name: 'Fernwood' })
      .returning(['id', 'domain'])
      .executeTakeFirstOrThrow();
    // Everyone who tries the product sees all of it.
    const everything = { retention: true, websites: true, export: true, sharedReplies: true };
    await mergeSettings(transaction, 'representativesMay', everything);
    await transaction
      .insertInto('articles')
      .values([...articles])
      .execute();
    await seedConversations(transaction, {
      representatives,
      website,
      publicUrl,
      now,
      days: withShowcase ? 60 : 30,
      isSometimesSlow: withShowcase,
    });
    // Without a model it answers with the articles' own sentences.
    if (withShowcase) await mergeSettings(transaction, 'aiConfig', { enabled: true });
    if (withShowcase) await mergeSettings(transaction, 'ratingConfig', { enabled: true });
    if (withShowcase) await seedShowcase(transaction, { representatives, website, now });
    return team.map(({ name, email, role }) => ({ name, email, role, password }));
  });
}

if (import.meta.main) {
  const { DATABASE_URL, PUBLIC_URL = 'http://localhost:3000' } = process.env;
  const password = process.env.DEMO_PASSWORD || undefined;
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set');
  if (password && password.length < 8) throw new Error('DEMO_PASSWORD has at least 8 characters');
  const db = createDatabase(DATABASE_URL, { max: 1 });
  try {
    for (const account of await seedDemo(db, PUBLIC_URL, { password, withShowcase: true })) {
      console.log(JSON.stringify(account));
    }
  } finally {
    await db.destroy();
  }
}
