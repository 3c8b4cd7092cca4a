import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { greets } from './greets.mjs';
import { which } from './places.mjs';
import { freePort } from './ports.mjs';
import { lastLines, Refusal } from './print.mjs';
import { stages } from './supervisor.mjs';

/**
 * Starts Postfix as the mail server of a team (`shop.example`) and of its customers (`customers.example`): it hands the
 * team's mail to a port of ours, and takes ours for `anna@` and `ben@`. Any other customer is unknown, except
 * `full@`: that mailbox is full. It reports what becomes of a mail (DSN), and encrypts with a certificate for
 * `localhost` of its own. Only root can start it.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} folder of its settings, queue, log and mail
 * @returns {Promise<{ address: string, forwardsTo: string, certificate: string, mail: string }>} its `host:port`, the
 * port that it hands the team's mail to, the file of its certificate, and the folder of the customers' mail
 */
export async function startPostfix(supervisor, folder) {
  const master = ['/usr/lib/postfix/sbin/master', '/usr/libexec/postfix/master'].find((file) => fs.existsSync(file));
  if (!master) throw new Refusal('This needs Postfix 3.4 or newer (Ubuntu 24.04: apt-get install postfix).');
  const openssl = which('openssl');
  if (!openssl) throw new Refusal('This needs openssl.');
  const [port, forwardsTo] = [await freePort(), await freePort()];
  const place = (/** @type {string} */ name) => {
    const whole = path.join(folder, name);
    fs.mkdirSync(whole, { recursive: true });
    return whole;
  };
  const [settings, queue, data, mail] = [place('settings'), place('queue'), place('data'), place('mail')];
  for (const part of queueFolders) place(path.join('queue', part));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  await supervisor.mustRun(
    openssl,
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
      .concat(['-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'pipe' },
  );
  const log = path.join(folder, 'postfix.log');
  const owner = 'daemon';
  fs.writeFileSync(
    path.join(settings, 'main.cf'),
    `compatibility_level = 3.4
queue_directory = ${queue}
data_directory = ${data}
daemon_directory = ${path.dirname(master)}
meta_directory = ${settings}
maillog_file = ${log}
maillog_file_prefixes = ${folder}
mail_owner = ${owner}
setgid_group = mail
default_privs = nobody
alias_maps =
alias_database =
myhostname = mx.shop.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_reject_unlisted_recipient = no
smtpd_tls_cert_file = ${certificate}
smtpd_tls_key_file = ${key}
smtpd_tls_security_level = may
smtpd_tls_received_header = yes
# Larger than what we take, so that our own limit is met.
message_size_limit = 60000000
virtual_mailbox_limit = 0
relay_domains = shop.example
transport_maps = inline:{ {shop.example = smtp:[127.0.0.1]:${forwardsTo}}, {full@customers.example = error:5.2.2 The mailbox is full} }
virtual_mailbox_domains = customers.example
virtual_mailbox_base = ${mail}
virtual_mailbox_maps = inline:{ {anna@customers.example = anna/}, {ben@customers.example = ben/}, {full@customers.example = full/} }
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
`,
  );
  const service = (/** @type {string} */ name, /** @type {string} */ type, most = '-', wakeup = '-') => {
    const isPrivate = type === 'unix' && !publicOnes.has(name) ? 'y' : 'n';
    // It writes mail as its recipients.
    const unprivileged = name === 'virtual' ? 'n' : '-';
    return `${name} ${type} ${isPrivate} ${unprivileged} n ${wakeup} ${most}`;
  };
  fs.writeFileSync(
    path.join(settings, 'master.cf'),
    `${[
      `${service(`127.0.0.1:${port}`, 'inet')} smtpd`,
      `${service('cleanup', 'unix', '0')} cleanup`,
      `${service('qmgr', 'unix', '1', '1')} qmgr`,
      `${service('rewrite', 'unix')} trivial-rewrite`,
      ...['bounce', 'defer', 'trace'].map((name) => `${service(name, 'unix', '0')} bounce`),
      `${service('flush', 'unix', '0')} flush`,
      `${service('proxymap', 'unix')} proxymap`,
      `${service('smtp', 'unix')} smtp`,
      `${service('relay', 'unix')} smtp`,
      `${service('error', 'unix')} error`,
      `${service('retry', 'unix')} error`,
      `${service('virtual', 'unix')} virtual`,
      `${service('anvil', 'unix', '1')} anvil`,
      `${service('scache', 'unix', '1')} scache`,
      `${service('tlsmgr', 'unix', '1')} tlsmgr`,
      `${service('postlog', 'unix-dgram', '1')} postlogd`,
    ].join('\n')}\n`,
  );
  const output = path.join(folder, 'output.log');
  // Elsewhere than in a container, tests run as another user, who may have to ask for root.
  const isRoot = process.getuid?.() === 0;
  const asRoot = async (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    isRoot ? supervisor.mustRun(command, args) : supervisor.mustRun('sudo', ['-n', command, ...args]);
  await asRoot('chown', '-R', `${owner}:`, queue, data);
  await asRoot('chown', 'root', queue, path.join(queue, 'pid'));
  await asRoot('chown', '65534:65534', mail);
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at))
    if ((fs.statSync(at).mode & 0o001) === 0) await asRoot('chmod', 'o+x', at);
  const out = fs.openSync(output, 'w', 0o600);
  const [command, ...args] = [...(isRoot ? [] : ['sudo', '-n']), master, '-c', settings, '-d'];
  const server = supervisor.start(command ?? master, args, {
    stdio: ['ignore', out, out],
    stage: stages.database,
  });
  fs.closeSync(out);
  while (!(await greets(port))) {
    if (!server.running) throw new Refusal(`Postfix did not start:\n${lastLines(output)}`);
    await sleep(50);
  }
  return { address: `localhost:${port}`, forwardsTo: String(forwardsTo), certificate, mail };
}

/** Services that others than Postfix's own may call. */
const publicOnes = new Set(['cleanup', 'qmgr', 'flush']);

const queueFolders =
  'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(' ');
