/**
 * `npm run test:mail`: reads 10,000 mails and one of 25 MB from a real Dovecot and measures how soon new mail is stored,
 * then kills workers while mail arrives. CI runs it every night.
 */
import path from 'node:path';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { startDovecot } from './lib/dovecot.mjs';
import { bundle, install } from './lib/install.mjs';
import { print } from './lib/print.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { testFolder } from './lib/test-folder.mjs';
import { runVitest } from './lib/vitest-run.mjs';

await command(async (supervisor) => {
  await install(supervisor);
  const folder = await testFolder();
  const BUNDLES = path.join(folder, 'bundles');
  const [databases] = await Promise.all([
    startDatabases(supervisor, folder, { durable: false }),
    bundle(supervisor, BUNDLES),
  ]);
  const MAIL_TEST_IMAP = await startDovecot(supervisor, path.join(folder, 'dovecot'));
  const env = testEnvironment({ ...databases, BUNDLES, MAIL_TEST_IMAP, MAIL_TEST_COUNT: '10000' });
  const filters = ['apps/worker/test/real-mailbox', 'apps/worker/test/killed-mailbox'];
  const { passed, failed } = await runVitest(supervisor, { project: '!e2e', filters, env, folder, filesAtOnce: 1 });
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
