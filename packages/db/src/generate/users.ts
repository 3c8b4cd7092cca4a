import type { Database } from '../database.ts';

const domains = [
  'shop.example.com',
  'garden.example.com',
  'outdoor.example.org',
  'music.example.net',
  'books.example',
  'bikes.example',
  'kitchen.example',
  'münchen.example',
];

/** Websites and representatives for made-up conversations, where there are none. */
export async function ensureUsers(db: Database): Promise<void> {
  const [website, user] = await Promise.all([
    db.selectFrom('websites').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
  ]);
  if (!website) {
    await db
      .insertInto('websites')
      .values(domains.map((domain) => ({ domain: new URL(`https://${domain}`).hostname, name: domain })))
      .execute();
  }
  if (!user) {
    await db
      .insertInto('users')
      .values(
        Array.from({ length: 25 }, (_, index) => ({
          name: `Representative ${index + 1}`,
          email: `representative${index + 1}@example.com`,
          username: `representative${index + 1}`,
          // No password has this hash.
          passwordHash: '',
          role: index === 0 ? ('admin' as const) : ('representative' as const),
          status: (['online', 'busy', 'offline'] as const)[index % 3] ?? 'offline',
        })),
      )
      .execute();
  }
}
