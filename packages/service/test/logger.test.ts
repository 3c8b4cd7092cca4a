import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger, redact } from '../src/logger.ts';

/** A logger and the lines it wrote, parsed. */
function recordingLogger(level = 'trace') {
  const lines: string[] = [];
  const log = createLogger({ service: 'api', level, destination: { write: (line: string) => lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

test('a line is JSON with its level, time and service', () => {
  const { log, last } = recordingLogger();
  log.info({ conversationId: 'abc', seq: 4 }, 'conversation closed');
  expect(last()).toMatchObject({
    level: 'info',
    service: 'api',
    conversationId: 'abc',
    seq: 4,
    msg: 'conversation closed',
  });
  expect(new Date(last().time).getTime()).toBeGreaterThan(0);
});

test('a child of a child writes the fields of all', () => {
  const { log, last } = recordingLogger();
  log.child({ reqId: '1' }).child({ conversationId: '2' }, { level: 'trace' }).info({ seq: 3 }, 'x');
  expect(last()).toMatchObject({ service: 'api', reqId: '1', conversationId: '2', seq: 3 });
});

test('less important lines than the level are not written', () => {
  const { log, lines } = recordingLogger('warn');
  log.info('no');
  log.warn('yes');
  expect(lines).toHaveLength(1);
});

test.each([
  'password',
  'currentPassword',
  'smtpPassword',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'Set-Cookie',
  'token',
  'visitorToken',
  'apiKey',
  'api_key',
  'APP_SECRET',
  'clientSecret',
  'email',
  'customerEmail',
  'content',
  'body',
  'webhookUrl',
  'DATABASE_URL',
])('the value of %s is never written, at any depth', (name) => {
  const { log, lines } = recordingLogger();
  log.info({ [name]: 'hunter2', deeper: { list: [{ [name]: ['hunter2'] }] } }, 'x');
  log.child({ [name]: 'hunter2' }).info('x');
  expect(lines.join()).not.toContain('hunter2');
});

test('addresses, tokens and credentials inside sentences are never written', () => {
  const { log, lines } = recordingLogger();
  log.info('mail to ada.lovelace+x@mail.example.co.uk failed');
  log.error({ err: new Error('duplicate key (email)=(ada@example.com)') }, 'failed');
  log.warn({ reason: 'connect postgres://parley:hunter2@db:5432/parley' }, 'x');
  log.warn(`key parley_${'0aZ'.repeat(16)} was refused`);
  log.warn('token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF-_123 was refused');
  const text = lines.join('\n');
  for (const secret of ['ada', 'hunter2', 'abcDEF', 'eyJ', '0aZ']) expect(text).not.toContain(secret);
  expect(text).toContain('db:5432/parley');
});

test('an error keeps its kind, message, stack, code and causes, but nothing drivers hang on it', () => {
  const { log, last } = recordingLogger();
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(Ada) exists',
    parameters: ['Ada'],
  });
  log.error({ err: new TypeError('could not store', { cause }) }, 'x');
  expect(last().err).toMatchObject({ type: 'TypeError', message: 'could not store', cause: { code: '23505' } });
  expect(last().err.stack).toContain('logger.test.ts');
  expect(JSON.stringify(last())).not.toContain('Ada');
});

test('a thrown value that is no error is written without its secrets', () => {
  const { log, last } = recordingLogger();
  log.error({ err: { token: 'hunter2', status: 3 } }, 'x');
  expect(last().err).toEqual({ token: '[hidden]', status: 3 });
});

test('nothing that can be logged breaks the log', () => {
  const { log, lines } = recordingLogger();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  log.info(circle, 'x');
  log.info({ map: new Map(), date: new Date(0), none: null, missing: undefined, list: [[[[[[[[1]]]]]]]] }, 'x');
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  fc.assert(
    fc.property(fc.object({ withNullPrototype: true }), (value) => {
      log.info(value, 'x');
      expect(() => JSON.parse(lines.at(-1) ?? '')).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

test('logged objects are not changed by logging', () => {
  const fields = { token: 'abc', inner: { email: 'x' } };
  redact(fields);
  expect(fields).toEqual({ token: 'abc', inner: { email: 'x' } });
});

test.runIf(existsSync('/dev/full'))(
  'a log that cannot be written, since the disk is full, does not end the process',
  () => {
    const logger = path.resolve(import.meta.dirname, '../src/logger.ts');
    const code = `
    const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger({ service: 'api' });
    for (let at = 0; at < 20_000; at += 1) log.info('a line of some length, so that what waits reaches its limit');
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.exit(7);`;
    // Every write to it fails as on a full disk.
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toBe('');
    expect(status).toBe(7);
  },
);
