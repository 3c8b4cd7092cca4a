import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from './print.mjs';

/** The role of the product. It owns its database and may make more. */
export const role = 'parley';

const doors = `# Only Parley, from this machine, with the password that is kept beside this folder.
host all ${role} 127.0.0.1/32 scram-sha-256
`;

/** Case and order by Unicode, the same on every system. */
const layout = ['-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/**
 * Makes an empty database cluster with the product's role and database. It appears under its name only when it is
 * complete, so an interrupted attempt is made again.
 *
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {string} data the folder to make
 * @param {object} options
 * @param {string} options.password of the product's role
 * @param {boolean} options.durable whether to wait for the disk. What need not last is for tests, and tests may look into
 *   the server as superuser; the product itself may not
 * @param {import('./postgres-identity.mjs').Identity} options.identity
 * @param {(name: string) => string} options.program the full path of a program of Postgres
 */
export async function makeCluster(supervisor, data, { password, durable, identity, program }) {
  const unfinished = `${data}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (identity.owner) fs.chownSync(unfinished, identity.owner.uid, identity.owner.gid);
  const options = { privileges: identity.privileges, cwd: '/', stdio: /** @type {const} */ ('pipe') };
  const initdb = ['-D', unfinished, ...layout, '--auth=reject', ...(durable ? [] : ['--no-sync'])];
  await supervisor.mustRun(program('initdb'), initdb, options);
  fs.writeFileSync(path.join(unfinished, 'pg_hba.conf'), doors);

  const statements = [
    `CREATE ROLE ${role} LOGIN CREATEDB ${durable ? '' : 'SUPERUSER'} PASSWORD '${password}'`,
    `CREATE DATABASE ${role} OWNER ${role}`,
  ];
  const single = ['--single', '-D', unfinished, ...(durable ? [] : ['-F']), 'postgres'];
  const output = await supervisor.mustRun(program('postgres'), single, {
    ...options,
    input: `${statements.join('\n')}\n`,
  });
  const fault = output.split('\n').find((line) => /\b(ERROR|FATAL|PANIC):/.test(line));
  if (fault) throw new Refusal(`The database could not be made: ${fault}`);
  fs.renameSync(unfinished, data);
}
