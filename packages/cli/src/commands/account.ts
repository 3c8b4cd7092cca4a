import { createInterface } from 'node:readline/promises';
import { createParley } from '@parley/sdk';
import { forgetAccount, storeAccount } from '../account.ts';
import type { Command } from '../command.ts';
import { usageFailure } from '../failure.ts';

export const login: Command = {
  takes: 'URL',
  does: 'Store the address and an API key, which is read from PARLEY_KEY or the input',
  async run({ words: [url], output }) {
    if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw usageFailure('Give the address, such as https://chat.example.com.');
    const key = process.env['PARLEY_KEY'] ?? (await readKey());
    const user = await createParley({ url, key }).currentUser();
    const file = await storeAccount({ url, key });
    output.result({ user, file }, `Signed in to ${new URL(url).host} as ${user.name}.`);
  },
};

export const logout: Command = {
  takes: '',
  does: 'Forget address and key; the key itself stays valid',
  async run({ output }) {
    await forgetAccount();
    output.result({ success: true }, 'Signed out.');
  },
};

/** Asks for the key, or reads a line of what is piped in. */
async function readKey(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('API key (Settings, Profile): ');
  for await (const line of createInterface({ input: process.stdin, terminal: false })) return line.trim();
  throw usageFailure('There is no key in the input.');
}
