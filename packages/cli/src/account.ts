/** Address and key of the installation: from the environment, or stored by `parley login`. */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { Failure } from './failure.ts';

export interface Account {
  url: string;
  key: string;
}

const folder = (): string => path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'parley');
const file = (): string => path.join(folder(), 'account.json');

/** @throws Failure without an account */
export async function readAccount(): Promise<Account> {
  const { PARLEY_URL: url, PARLEY_KEY: key } = process.env;
  if (url && key) return { url, key };
  const stored = await readFile(file(), 'utf8').catch(() => undefined);
  if (stored === undefined)
    throw new Failure('You aren’t signed in. Run: parley login https://your.installation', 'signedOut');
  const read: unknown = parsed(stored);
  if (typeof read === 'object' && read !== null && 'url' in read && 'key' in read)
    return { url: String(read.url), key: String(read.key) };
  throw new Failure(`${file()} can’t be read. Run parley login again.`, 'signedOut');
}

/** Stores the account where its user alone can read it. Returns the file. */
export async function storeAccount(account: Account): Promise<string> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(file(), `${JSON.stringify(account)}\n`, { mode: 0o600 });
  // A file that was there keeps its mode otherwise.
  await chmod(file(), 0o600);
  return file();
}

export const forgetAccount = (): Promise<void> => rm(file(), { force: true });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
