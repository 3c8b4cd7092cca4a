/** Sync from production, from the button to the counts, with an installation to copy from. */
import { seedDemo } from '@parley/core/demo/seed';
import { createDatabase } from '@parley/db/database';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Dashboard, expectToast, openDashboard } from './dashboard.ts';

const admin = { name: 'Noor Haddad', email: 'noor@example.com', username: 'noor', password: 'a fine long password' };

let production: TestDatabase;
let dashboard: Dashboard;

beforeAll(async () => {
  production = await createTestDatabase();
  const database = createDatabase(production.url, { max: 1 });
  await seedDemo(database, 'https://chat.example.com');
  await database.destroy();
  dashboard = await openDashboard({ seeded: false, env: { SYNC_SOURCE_DATABASE_URL: production.url } });
  await dashboard.stack.register(admin);
});
afterAll(async () => {
  await dashboard?.stop();
  await production?.drop();
});

it('copies users, websites, conversations and messages, and shows how many; again, that nothing is new', async () => {
  const page = await dashboard.signIn(admin);
  await page.goto(`${dashboard.stack.url}/settings?tab=data`);
  const sync = page.getByRole('button', { name: 'Sync from production' });
  await sync.click();
  await expectToast(
    page,
    'Sync successful',
    'Synced 4 users, 1 websites, 200 conversations, and 888 messages from production.',
  );
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  await expectToast(
    page,
    'Sync successful',
    'Synced 0 users, 0 websites, 0 conversations, and 0 messages from production.',
  );
  await page.goto(`${dashboard.stack.url}/conversations?filter=all`);
  await page.getByText('emma.tanaka@example.com').waitFor();
  expect(dashboard.complaints).toEqual([]);
});
