#!/usr/bin/env node
/** The few options of curl that docs/api.md uses, for machines that have Node but no curl. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    cookie: { type: 'string', short: 'b' },
    'cookie-jar': { type: 'string', short: 'c' },
    header: { type: 'string', short: 'H', multiple: true },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w' },
  },
});

const headers = new Headers(
  (values.header ?? []).map((line) => {
    const [name = '', ...rest] = line.split(':');
    return [name.trim(), rest.join(':').trim()];
  }),
);
if (values.cookie) headers.set('cookie', readFileSync(values.cookie, 'utf8'));

const answer = await fetch(positionals[0] ?? '', {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  ...(values.data === undefined ? {} : { body: values.data }),
});
const text = await answer.text();
const [cookie] = answer.headers.getSetCookie();
if (values['cookie-jar'] && cookie) writeFileSync(values['cookie-jar'], cookie.split(';')[0] ?? '');
if (values.output === undefined) process.stdout.write(text);
if (values['write-out'])
  process.stdout.write(values['write-out'].replace('%{http_code}', String(answer.status)).replace('\\n', '\n'));
