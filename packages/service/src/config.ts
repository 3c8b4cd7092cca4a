/** Typed configuration from the environment: everything wrong with it is said at once, in words. */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Setting, readSetting, settingProblem } from './config-setting.ts';

const port = (description: string, fallback: number) =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: fallback, description, examples: ['3001'] });

/** The variables every service understands. A service extends it: `Type.Object({ ...baseConfig.properties, … })`. */
export const baseConfig = Type.Object({
  NODE_ENV: Type.Enum(['production', 'development', 'test'], {
    default: 'production',
    description: 'How the process runs',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'The address to listen on; `0.0.0.0` for every interface' }),
  PORT: port('The port to listen on; 0 takes any free one', 3000),
  METRICS_PORT: port('The port of `/metrics`, apart from the public one; 0 turns it off', 0),
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://.+',
    description: 'The Postgres database',
    examples: ['postgres://parley:password@localhost:5432/parley'],
    secret: true,
  }),
  REDIS_URL: Type.String({
    pattern: '^rediss?(\\+cluster)?://.+',
    description: 'Redis, or a Redis Cluster as `redis+cluster://host:port,host:port`',
    examples: ['redis://localhost:6379'],
    secret: true,
  }),
  REDIS_PREFIX: Type.String({
    pattern: '^[A-Za-z0-9_.-]+$',
    default: 'parley',
    description: 'Starts the name of every Redis key and channel; two installations may share a Redis',
  }),
  APP_SECRET: Type.String({
    minLength: 32,
    description: 'Signs sessions and tokens and encrypts stored secrets; make one with `openssl rand -base64 48`',
    examples: ['the output of: openssl rand -base64 48'],
    secret: true,
  }),
  APP_SECRET_PREVIOUS: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'The APP_SECRET before the last change: still accepted for reading, never used for writing',
      examples: ['the value APP_SECRET had before'],
      secret: true,
    }),
  ),
  PUBLIC_URL: Type.String({
    pattern: '^https?://[^/?#]+$',
    default: 'http://localhost:3000',
    description: 'The origin people use to reach the dashboard and the widget, without a path',
    examples: ['https://chat.example.com'],
  }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'The least important log line that is written',
  }),
  TRUST_PROXY: Type.Array(Type.String({ pattern: '^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(/[0-9]{1,3})?)$' }), {
    default: ['loopback', 'uniquelocal'],
    description: 'Proxies with believed `X-Forwarded-*` headers: addresses, ranges, `loopback`, `uniquelocal`',
    examples: ['10.0.0.0/8,192.168.1.4'],
  }),
  SHUTDOWN_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 20,
    description: 'How long a stopping process may finish its work before it is ended',
    examples: ['20'],
  }),
  DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 120,
    default: 0,
    description:
      'How long a stopping process still takes work while `/readyz` already answers 503: as long as the balancer in front needs to notice',
    examples: ['5'],
  }),
  ALLOW_PRIVATE_WEBHOOKS: Type.Boolean({
    default: false,
    description:
      'Lets webhooks, Slack, boards, SMTP settings, sources of knowledge and sign-in services reach loopback and private addresses, and sign-in services be unencrypted',
    examples: ['true'],
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description: 'Where traces are sent (OTLP over HTTP); nothing is traced without it',
      examples: ['http://localhost:4318'],
    }),
  ),
});
export type BaseConfig = Type.Static<typeof baseConfig>;

/** The environment as a process gets it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment doesn't make a configuration. The message lists every problem, one per line, ready to print. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const count = problems.length === 1 ? 'One setting is' : `${problems.length} settings are`;
    super(`${count} wrong. Set in the environment:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads a configuration. An empty variable counts as not set. Whole numbers, booleans (`true/false`, `yes/no`,
 * `on/off`, `1/0`) and comma-separated lists are parsed by the schema's types; a missing value takes its `default`.
 * @throws ConfigError with everything that is wrong, not only the first.
 *
 * @example
 * const config = loadConfig(Type.Object({ ...baseConfig.properties, PORT: Type.Integer({ default: 3001 }) }), process.env)
 */
export function loadConfig<P extends Type.TProperties>(
  schema: Type.TObject<P>,
  environment: Environment,
): Type.Static<Type.TObject<P>> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of settingsOf(schema)) {
    const text = environment[name]?.trim() ?? '';
    const value = text === '' ? structuredClone(setting.default) : readSetting(setting, text);
    if (value === undefined && !setting.required) continue;
    const problem = settingProblem(setting, value, text);
    if (problem) problems.push(`${name} ${problem}`);
    else values[name] = value;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return Compile(schema).Parse(values);
}

/** The schema's variables as a Markdown table, for the documentation. */
export function describeConfig(schema: Type.TObject): string {
  const rows = settingsOf(schema).map(([name, setting]) => {
    const fallback =
      setting.default === undefined ? (setting.required ? '**required**' : '–') : `\`${String(setting.default)}\``;
    return `| \`${name}\` | ${setting.description} | ${fallback} |`;
  });
  return ['| variable | meaning | default |', '| --- | --- | --- |', ...rows].join('\n');
}

function settingsOf(schema: Type.TObject): [string, Setting][] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => [
    name,
    { schema: property, required: required.has(name), ...annotationsOf(property) },
  ]);
}

interface Annotations {
  default?: Setting['default'];
  description?: string;
  examples?: string[];
  /** Keeps the value out of messages. */
  secret?: boolean;
}

function annotationsOf(property: Type.TSchema): Omit<Setting, 'schema' | 'required'> {
  const annotations: Annotations = property;
  return {
    default: annotations.default,
    description: annotations.description ?? '',
    example: annotations.examples?.[0],
    secret: annotations.secret === true,
  };
}
