/** The guide for site owners keeps to what the code does. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Parley } from '../src/loader/parley.ts';
import { launcherNames } from '@parley/contracts/i18n/launcher-names';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/widget.md'), 'utf8');

it('the hash to check one’s own against is right', () => {
  const hash = createHmac('sha256', 'secret').update('grace@example.com').digest('hex');
  expect(guide).toContain(`the hash is \`${hash}\``);
});

it('the snippet for Node.js makes that hash, however the email is written', () => {
  const [, imported = '', made = ''] = /```js\n(import [^\n]*)\n([^`]*)```/.exec(guide) ?? [];
  const code = `${imported} const user = { email: ' Grace@Example.com ' }; ${made} process.stdout.write(hash);`;
  const hash = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { PARLEY_SECRET: 'secret' },
    encoding: 'utf8',
  });
  expect(guide).toContain(`the hash is \`${hash}\``);
});

const codeIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^\`]*HMAC[^\`]*)\`\`\``, 'i').exec(guide)?.[1] ?? '';

/** A whole program for each language that runs without being compiled: the snippet between its visitor and its answer. */
const programs = {
  python: (code: string) => [
    'python3',
    '-c',
    `import types\nuser = types.SimpleNamespace(email=" Grace@Example.com ")\n${code}\nprint(hash, end="")`,
  ],
  php: (code: string) => ['php', '-r', `$user = (object) ['email' => ' Grace@Example.com ']; ${code} echo $hash;`],
  ruby: (code: string) => ['ruby', '-e', `user = Struct.new(:email).new(" Grace@Example.com ")\n${code}\nprint hash`],
};

it.each(Object.entries(programs))('the guide for %s works as well, where that is installed', (language, program) => {
  const [runtime = '', ...options] = program(codeIn(language));
  const { error, stdout, stderr } = spawnSync(runtime, options, {
    env: { ...process.env, PARLEY_SECRET: 'secret' },
    encoding: 'utf8',
  });
  // Not there, or nowhere that this user may look.
  if (error) return;
  expect(stderr).toBe('');
  expect(guide).toContain(`the hash is \`${stdout}\``);
});

it('identity is shown in at least six back-end languages', () => {
  for (const language of ['js', 'python', 'php', 'ruby', 'java', 'go', 'csharp'])
    expect(guide).toContain(`\`\`\`${language}\n`);
});

it('every call is described', () => {
  const calls: Record<keyof Parley, string> = {
    open: '`open(view?)`',
    close: '`close()`',
    toggle: '`toggle()`',
    openArticle: '`openArticle(slug)`',
    show: '`show()`',
    hide: '`hide()`',
    on: '`on(event, listener)`',
    identify: '`identify(',
    setAttributes: '`setAttributes(',
    logout: '`logout()`',
    prefill: '`prefill(text)`',
    ask: '`ask(text)`',
    track: '`track(event, properties?)`',
    launcher: '`launcher(selector)`',
    setLocale: '`setLocale(',
  };
  for (const call of Object.values(calls)) expect(guide).toContain(call);
});

it('every language is named', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  for (const code of Object.keys(launcherNames)) expect(guide).toContain(names.of(code) ?? code);
});
