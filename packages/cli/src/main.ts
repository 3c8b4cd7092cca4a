import { parseArgs } from 'node:util';
import { createParley } from '@parley/sdk';
import { readAccount } from './account.ts';
import type { Command } from './command.ts';
import { login, logout } from './commands/account.ts';
import { conversations, note, reply, show, tail } from './commands/conversations.ts';
import { exportAll, importFile } from './commands/data.ts';
import { doctor } from './commands/doctor.ts';
import { exitCodes, failureOf, usageFailure } from './failure.ts';
import { output, table } from './output.ts';

const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  conversations,
  show,
  reply,
  note,
  tail,
  import: importFile,
  export: exportAll,
  doctor,
};

function help(): string {
  const rows = Object.entries(commands).map(([name, { takes, does, options = {} }]) => {
    const given = Object.entries(options).map(([option, { type }]) => `[--${option}${type === 'string' ? ' …' : ''}]`);
    return [['  parley', name, ...given, takes].filter(Boolean).join(' '), does];
  });
  return [
    'Parley in the terminal.',
    table(rows),
    'With --json, results are JSON. PARLEY_URL and PARLEY_KEY replace the stored account.',
    `Exit codes: 0 done, ${Object.entries(exitCodes)
      .map(([reason, code]) => `${code} ${words[reason as keyof typeof exitCodes]}`)
      .join(', ')}.`,
  ].join('\n\n');
}

const words: Record<keyof typeof exitCodes, string> = {
  refused: 'refused or failed',
  usage: 'wrong command line',
  signedOut: 'no key, or not accepted',
  unreachable: 'no answer',
};

async function main([name = 'help', ...rest]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return void process.stdout.write(`${help()}\n`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageFailure(`There is no command “${name}”.`);
  const { values, positionals } = parsedArguments(rest, command);
  await command.run({
    words: positionals,
    options: values,
    output: output(values['json'] === true),
    async signIn() {
      const account = await readAccount();
      return { account, parley: createParley(account) };
    },
  });
}

function parsedArguments(args: string[], { options = {} }: Command) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw usageFailure(
      error instanceof Error ? `${error.message}.`.replace(/\.\.$/, '.') : 'The options can’t be read.',
    );
  }
}

const given = process.argv.slice(2);
try {
  await main(given);
} catch (error) {
  const { message, code, exitCode } = failureOf(error);
  process.stderr.write(
    `${given.includes('--json') ? JSON.stringify({ error: { code, message } }) : `parley: ${message}`}\n`,
  );
  process.exitCode = exitCode;
}
