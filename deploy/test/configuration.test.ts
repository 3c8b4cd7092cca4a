import fs from 'node:fs';
import path from 'node:path';
import { apiConfig } from '@parley/api/src/main.ts';
import { doctorConfig } from '@parley/doctor/src/run-checks.ts';
import { realtimeConfig } from '@parley/realtime/src/config.ts';
import { baseConfig, describeConfig } from '@parley/service/config';
import { workerConfig } from '@parley/worker/src/config.ts';
import * as Type from 'typebox';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');

type Schema = Type.TObject;
const all: Schema[] = [baseConfig, apiConfig, realtimeConfig, workerConfig, doctorConfig];
const known = new Set(all.flatMap((schema) => Object.keys(schema.properties)));

const row = (schema: Schema, name: string): string => describeConfig(Type.Object({ [name]: schema.properties[name]! }));

/** The variables of a schema that have the same row in each of the others. */
const shared = (schema: Schema, ...others: Schema[]): string[] =>
  Object.keys(schema.properties).filter((name) =>
    others.every((other) => name in other.properties && row(other, name) === row(schema, name)),
  );

const pick = (schema: Schema, isShown: (name: string) => boolean): Schema =>
  Type.Object(Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isShown(name))));

/** The rows of the API and the worker that no other service has. */
const common = shared(
  pick(apiConfig, (name) => !(name in baseConfig.properties)),
  workerConfig,
);

/** A service's variables without those of a section above, unless it has another default. */
const own = (schema: Schema): Schema => {
  const above = new Set([...shared(schema, baseConfig), ...common]);
  return pick(schema, (name) => !above.has(name));
};

const document = `# Configuration

For operators: every environment variable, what it does, and its default. An empty variable counts as not set, and a service that starts reports every wrong value at once. Lists are separated by commas, switches are \`true\` or \`false\`. In the images each secret may also be a file: \`APP_SECRET_FILE\`, \`DATABASE_URL_FILE\` and so on.

This page is written from the schemas that the services check with: \`UPDATE=1 npm test -- deploy/test/configuration\`.

## Every service

${describeConfig(baseConfig)}

In the images \`HOST\` is \`0.0.0.0\`, \`PORT\` 3000 and \`METRICS_PORT\` 9090.

## API and worker

Both need the same values.

${describeConfig(pick(apiConfig, (name) => common.includes(name)))}

## API

${describeConfig(own(apiConfig))}

## Gateway

${describeConfig(own(realtimeConfig))}

## Worker

${describeConfig(own(workerConfig))}

## Doctor

${describeConfig(own(doctorConfig))}

## The front's image

| variable | meaning | default |
| --- | --- | --- |
| \`SITE_ADDRESS\` | What it serves; with a domain name instead, certificates are obtained and renewed | \`http://:8080\` |
| \`TRUSTED_PROXIES\` | Proxies with believed \`X-Forwarded-*\` headers, such as \`private_ranges\` | – |
| \`API\`, \`REALTIME\`, \`SHOP\` | The names that the services have in the network | \`api\`, \`realtime\`, \`shop\` |

## Compose only

| variable | meaning | default |
| --- | --- | --- |
| \`PARLEY_PORT\` | The port of this machine that it is reached by | \`3000\` |
| \`API_REPLICAS\`, \`REALTIME_REPLICAS\`, \`WORKER_REPLICAS\` | How many of each; \`--scale\` goes before | \`1\` |
| \`POSTGRES_PASSWORD\` | Of compose's own Postgres, at the first start | made at random |
| \`POSTGRES_IMAGE\` | Compose's own Postgres, 18 or newer: one with pgvector searches vectors itself, see [operations](operations.md#vectors-in-postgres) | \`postgres:18.1-bookworm\` |
| \`MAILPIT_PORT\` | Of the mailbox in the profile \`mail\`, on this machine alone | \`8025\` |
| \`STOP_GRACE_PERIOD\` | How long a stopping service may take before it is killed; more than \`DRAIN_SECONDS\` and \`SHUTDOWN_SECONDS\` together | \`30s\` |
| \`IMAGES\`, \`VERSION\` | Registry of the images, and their version | \`parley\`, \`local\` |
`;

test('the documentation of every variable shows what the services check', () => {
  if (process.env.UPDATE === '1') fs.writeFileSync(path.join(root, 'docs/configuration.md'), document);
  expect(read('docs/configuration.md')).toBe(document);
});

test('the example of an environment documents every variable that compose passes on, and sets none', () => {
  const passed = [...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
  const example = read('.env.example');
  const documented = new Set([...example.matchAll(/^# ?(\w+)=/gm)].map(([, name]) => name));
  expect([...new Set(passed)].filter((name) => !documented.has(name))).toEqual([]);
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

test('compose passes on every variable of the API and the worker that an operator may want to set', () => {
  const compose = read('docker-compose.yml');
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'METRICS_PORT', 'RETRY_WAIT_SCALE', 'JOB_LOCK_SECONDS'];
  expect([...known].filter((name) => !fixed.includes(name) && !compose.includes(`${name}:`))).toEqual([]);
});

test('every secret can be a file in the images', () => {
  const secrets = all.flatMap(({ properties }) =>
    Object.entries(properties).flatMap(([name, schema]) => (Reflect.get(schema, 'secret') === true ? [name] : [])),
  );
  const [, names = ''] = /^for name in (.+); do$/m.exec(read('deploy/images/with-secrets')) ?? [];
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((name) => !names.split(' ').includes(name))).toEqual([]);
});

test('compose keeps no secret and no default of one', () => {
  const secret = /(SECRET|PASSWORD|KEY|TOKEN)\w*: (?!\$\{\w+:-\}$|\/secrets(\/|$))/;
  const lines = read('docker-compose.yml')
    .split('\n')
    .filter((line) => secret.test(line) && !line.includes('AI_TOKENS') && !line.trim().startsWith('#'));
  expect(lines).toEqual([]);
});
