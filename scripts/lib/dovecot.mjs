import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { greets } from './greets.mjs';
import { which } from './places.mjs';
import { freePort } from './ports.mjs';
import { lastLines, Refusal } from './print.mjs';
import { stages } from './supervisor.mjs';

/**
 * Starts Dovecot with a mailbox for every user; each password is `secret`.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder of its settings, log and mail
 * @returns {Promise<string>} `host:port` of its IMAP without encryption
 */
export async function startDovecot(supervisor, folder) {
  const program = which('dovecot') ?? '/usr/sbin/dovecot';
  if (!fs.existsSync(program)) {
    throw new Refusal('This needs Dovecot 2.3 (Ubuntu 24.04: apt-get install dovecot-imapd).');
  }
  const port = await freePort();
  const mail = path.join(folder, 'mail');
  fs.mkdirSync(mail, { recursive: true });
  // As root it wants others for its parts; as anybody else it can have no others.
  const isRoot = process.getuid?.() === 0;
  const [user, group] = isRoot ? ['nobody', 'nogroup'] : [os.userInfo().username, String(os.userInfo().gid)];
  if (isRoot) fs.chmodSync(mail, 0o777);
  const settings = path.join(folder, 'dovecot.conf');
  const log = path.join(folder, 'dovecot.log');
  fs.writeFileSync(
    settings,
    `base_dir = ${path.join(folder, 'run')}
log_path = ${log}
protocols = imap
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
mail_location = maildir:${mail}/%u
mail_fsync = never
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${mail}/%u allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  );
  const output = fs.openSync(`${log}.out`, 'w', 0o600);
  const server = supervisor.start(program, ['-F', '-c', settings], {
    stdio: ['ignore', output, output],
    stage: stages.database,
  });
  fs.closeSync(output);
  while (!(await greets(port))) {
    if (!server.running) throw new Refusal(`Dovecot did not start:\n${lastLines(`${log}.out`)}`);
    await sleep(50);
  }
  return `127.0.0.1:${port}`;
}
