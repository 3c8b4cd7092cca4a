/** API keys from before they had single permissions. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDatabase } from '../src/database.ts';
import { migrate } from '../src/migrate.ts';
import { listApiKeys } from '../src/users/api-keys.ts';
import { databaseFromBefore } from './support/database-from-before.ts';

it('keep what they could, and so does one that the release before makes beside this one', async () => {
  const url = databaseFromBefore();
  await migrate(url, '0039_more_counts_of_before');
  const db = createDatabase(url);
  try {
    const { id } = await db
      .insertInto('users')
      .values({ name: 'Ada', email: 'ada@example.com', username: 'ada', passwordHash: '-', role: 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const add = (name: string, permissions: string[]) =>
      sql`insert into api_keys (user_id, name, hash, prefix, permissions, calls_per_minute)
        values (${id}, ${name}, ${name}, 'parley_', ${permissions}, 600)`.execute(db);
    await add('reader', ['read']);
    await add('exporter', ['read', 'export']);
    await add('administrator', ['read', 'write', 'admin', 'retention']);
    await migrate(url);
    await add('made meanwhile', ['read', 'websites']);
    const keys = new Map((await listApiKeys(db)).map(({ name, permissions }) => [name, permissions]));
    const reader = keys.get('reader') ?? [];
    expect(reader).toEqual(expect.arrayContaining(['read', 'conversations.read', 'conversations.reply']));
    expect(reader).not.toEqual(expect.arrayContaining(['write']));
    expect(reader.filter((each) => each.startsWith('audit') || each.endsWith('export'))).toEqual([]);
    expect(keys.get('exporter')?.toSorted()).toEqual([...reader, 'conversations.export'].toSorted());
    expect(keys.get('administrator')).toEqual(
      expect.arrayContaining(['read', 'write', 'audit.read', 'access.manage', 'settings.retention']),
    );
    expect(keys.get('administrator')).not.toContain('conversations.export');
    expect(keys.get('made meanwhile')?.toSorted()).toEqual([...reader, 'websites.manage'].toSorted());
  } finally {
    await db.destroy();
  }
});
