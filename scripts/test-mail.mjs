/**
 * `npm run test:mail`: reads 10,000 mails and one of 25 MB from a real Dovecot and measures how soon new mail is stored,
 * receives and sends by a real Postfix, then kills workers and servers while mail comes and goes. CI runs it every
 * night.
 */
import path from 'node:path';
import { command } from './lib/command.mjs';
import { startDatabases } from './lib/databases.mjs';
import { startDovecot } from './lib/dovecot.mjs';
import { startPostfix } from './lib/postfix.mjs';
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
  const postfix = await startPostfix(supervisor, path.join(folder, 'postfix'));
  const env = testEnvironment({
    ...databases,
    BUNDLES,
    MAIL_TEST_IMAP,
    MAIL_TEST_COUNT: '10000',
    MAIL_TEST_KILLS: '24',
    MAIL_TEST_SMTP: postfix.address,
    MAIL_TEST_FORWARD_PORT: postfix.forwardsTo,
    MAIL_TEST_FOLDER: postfix.mail,
    NODE_EXTRA_CA_CERTS: postfix.certificate,
  });
  const filters = ['apps/worker/test/real-', 'apps/worker/test/killed-mail'];
  const { passed, failed } = await runVitest(supervisor, { project: '!e2e', filters, env, folder, filesAtOnce: 1 });
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
});
