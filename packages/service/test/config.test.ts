import * as Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { baseConfig, ConfigError, describeConfig, type Environment, loadConfig } from '../src/config.ts';

const enough: Environment = {
  DATABASE_URL: 'postgres://parley@localhost/parley',
  REDIS_URL: 'redis://localhost:6379',
  APP_SECRET: 'x'.repeat(32),
};

/** Returns the problems of an environment, line by line. */
function problems(environment: Environment): readonly string[] {
  try {
    loadConfig(baseConfig, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('reading', () => {
  test('unset variables take their default, and optional ones stay undefined', () => {
    const config = loadConfig(baseConfig, enough);
    expect(config).toMatchObject({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      METRICS_PORT: 0,
      REDIS_PREFIX: 'parley',
      TRUST_PROXY: ['loopback', 'uniquelocal'],
      ALLOW_PRIVATE_WEBHOOKS: false,
    });
    expect(config).not.toHaveProperty('APP_SECRET_PREVIOUS');
  });

  test('an empty variable counts as not set', () => {
    const config = loadConfig(baseConfig, { ...enough, PORT: '', HOST: '  ', APP_SECRET_PREVIOUS: '' });
    expect(config.HOST).toBe('127.0.0.1');
    expect(config).not.toHaveProperty('APP_SECRET_PREVIOUS');
    expect(problems({ ...enough, REDIS_URL: '' })).toHaveLength(1);
  });

  test('numbers, booleans and lists become what they stand for', () => {
    const config = loadConfig(baseConfig, {
      ...enough,
      PORT: '8080',
      ALLOW_PRIVATE_WEBHOOKS: 'Yes',
      TRUST_PROXY: '10.0.0.0/8, 192.168.1.4 ,,loopback',
    });
    expect(config.PORT).toBe(8080);
    expect(config.ALLOW_PRIVATE_WEBHOOKS).toBe(true);
    expect(config.TRUST_PROXY).toEqual(['10.0.0.0/8', '192.168.1.4', 'loopback']);
  });

  test('a service extends the shared variables and may change their defaults', () => {
    const schema = Type.Object({
      ...baseConfig.properties,
      PORT: Type.Integer({ default: 3001 }),
      REGISTRATION: Type.Enum(['invite', 'open'], { default: 'invite' }),
      SMTP_URL: Type.Optional(Type.String()),
    });
    const config = loadConfig(schema, { ...enough, REGISTRATION: 'open' });
    expect(config.PORT).toBe(3001);
    expect(config.REGISTRATION).toBe('open');
    expect(config.SMTP_URL).toBeUndefined();
  });

  test('two configurations never share a list', () => {
    loadConfig(baseConfig, enough).TRUST_PROXY.push('8.8.8.8');
    expect(loadConfig(baseConfig, enough).TRUST_PROXY).toEqual(['loopback', 'uniquelocal']);
  });
});

describe('complaining', () => {
  test('everything wrong is said at once, each with its name and an example', () => {
    const found = problems({
      PORT: '80a',
      METRICS_PORT: '70000',
      ALLOW_PRIVATE_WEBHOOKS: 'perhaps',
      LOG_LEVEL: 'loud',
    });
    expect(found).toEqual([
      'PORT is “80a”, which is not a whole number from 0 to 65535, for example 3001',
      'METRICS_PORT is “70000”, which is not a whole number from 0 to 65535, for example 3001',
      expect.stringContaining('DATABASE_URL is missing: the Postgres database, for example postgres://'),
      expect.stringContaining('REDIS_URL is missing'),
      expect.stringContaining('APP_SECRET is missing'),
      'LOG_LEVEL is “loud”, which is none of fatal, error, warn, info, debug, trace, silent',
      'ALLOW_PRIVATE_WEBHOOKS is “perhaps”, which is neither true nor false, for example true',
    ]);
  });

  test('the message is plain text, one line each', () => {
    const error = new ConfigError(problems({ ...enough, PORT: 'x', APP_SECRET: 'short' }));
    expect(error.message).toBe(`2 settings are wrong. Set in the environment:
  PORT is “x”, which is not a whole number from 0 to 65535, for example 3001
  APP_SECRET has a value that is only 5 characters long; at least 32 are needed, for example the output of: openssl rand -base64 48`);
  });

  test('secret values are never repeated', () => {
    const text = problems({
      DATABASE_URL: 'mysql://me:hunter2@db',
      REDIS_URL: 'http://hunter2',
      APP_SECRET: 'hunter2',
    }).join();
    expect(text).toContain('DATABASE_URL has a value that does not have the right form');
    expect(text).not.toContain('hunter2');
  });

  test.each([
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', '99999999999999999999'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['PUBLIC_URL', 'https://chat.example.com/path'],
    ['PUBLIC_URL', 'https://chat.example.com/'],
    ['TRUST_PROXY', 'everybody'],
    ['REDIS_PREFIX', 'a{b}'],
    ['SHUTDOWN_SECONDS', '0'],
    ['APP_SECRET_PREVIOUS', 'short'],
  ])('%s can’t be %s', (name, value) => {
    expect(problems({ ...enough, [name]: value })).toHaveLength(1);
  });

  test.each([
    ['REDIS_URL', 'redis+cluster://a:1,b:2'],
    ['REDIS_URL', 'rediss://user:password@host:6380/2'],
    ['DATABASE_URL', 'postgresql://host/db'],
    ['TRUST_PROXY', '::1,fd00::/8,127.0.0.1'],
    ['PUBLIC_URL', 'http://localhost:3000'],
  ])('%s may be %s', (name, value) => {
    expect(problems({ ...enough, [name]: value })).toEqual([]);
  });
});

test('the table for the documentation names every variable with its meaning and default', () => {
  const table = describeConfig(baseConfig).split('\n');
  expect(table).toHaveLength(2 + Object.keys(baseConfig.properties).length);
  expect(table).toContain('| `HOST` | The address to listen on; `0.0.0.0` for every interface | `127.0.0.1` |');
  expect(table.find((row) => row.includes('`APP_SECRET`'))).toContain('**required**');
  expect(table.find((row) => row.includes('`TRUST_PROXY`'))).toContain('`loopback,uniquelocal`');
});

test('every shared variable has a meaning', () => {
  expect(describeConfig(baseConfig)).not.toMatch(/\| {2}\|/);
});
