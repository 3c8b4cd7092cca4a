/** External services as the environment configures them: the guarded HTTP client, the model, its own mail. Made from the environment. */
import { createOutbound, type Outbound } from '@parley/service/outbound';
import type { AddressPolicy } from '@parley/service/public-address';
import * as Type from 'typebox';
import type { Context } from '../context.ts';
import { filesConfig, sourceFilesConfig } from '../storage/config.ts';
import { createFileStorage, createSourceStorage } from '../storage/create-storage.ts';
import type { WaitingLimits } from '@parley/db/files/before-message';
import type { FileStorage } from '../storage/storage.ts';

/** Variables of the API and the worker, beside the ones every service has. */
export const externalServicesConfig = {
  OPENAI_API_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The key of the model behind automatic replies, suggestions and the copilot, unless the settings name a server',
      secret: true,
    }),
  ),
  OPENAI_BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description: 'Any server that speaks the same protocol (Ollama, vLLM, a gateway); OpenAI’s own without it',
      examples: ['http://localhost:11434/v1'],
    }),
  ),
  OPENAI_MODEL: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Replaces the model chosen in the settings, unless they name a server',
      examples: ['llama3.1:8b'],
    }),
  ),
  EMBEDDING_MODEL: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The model that finds knowledge by meaning as well as by words; by words alone without it',
      examples: ['text-embedding-3-small'],
    }),
  ),
  EMBEDDING_BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description: 'Where it is asked, at `/embeddings`; `OPENAI_BASE_URL` without it',
      examples: ['http://localhost:11434/v1'],
    }),
  ),
  EMBEDDING_API_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'Its key; `OPENAI_API_KEY` without it', secret: true }),
  ),
  AI_TOKENS_PER_VISITOR_AND_DAY: Type.Integer({
    minimum: 0,
    default: 50_000,
    description:
      'What the assistant may spend on one visitor in 24 hours; a person takes over beyond it. 0 for no limit',
    examples: ['50000'],
  }),
  AI_REPLIES_PER_MINUTE: Type.Integer({
    minimum: 0,
    default: 300,
    description:
      'Automatic replies the installation asks the model for in a minute; people answer beyond it. 0 for no limit',
    examples: ['300'],
  }),
  AI_REPLIES_PER_DAY: Type.Integer({
    minimum: 0,
    default: 50_000,
    description: 'The same in 24 hours. 0 for no limit',
    examples: ['50000'],
  }),
  AI_TOKENS_PER_DAY: Type.Integer({
    minimum: 0,
    default: 100_000_000,
    description:
      'What automatic replies and the copilot may spend altogether in a day (UTC); people answer beyond it. 0 for no limit',
    examples: ['100000000'],
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://.+',
      description:
        'The installation’s own mail server, used where the settings say “internal email”. With smtp:// on the internet, STARTTLS is required; `?requireTLS=false` sends without, `?requireTLS=true` requires it of a private server too',
      examples: ['smtps://user:password@mail.example.com:465'],
      secret: true,
    }),
  ),
  REPLY_ADDRESS: Type.Optional(
    Type.String({
      pattern: '^[^@\\s+]+@[^@\\s]+\\.?[^@\\s]*$',
      description: 'The mailbox that answers by mail come back to; it must accept `name+anything@…`',
      examples: ['support@example.com'],
    }),
  ),
  MAIL_GOOGLE_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The OAuth client that mailboxes of Google are opened with, unless the settings name one',
      examples: ['1234567890-abc.apps.googleusercontent.com'],
    }),
  ),
  MAIL_GOOGLE_CLIENT_SECRET: Type.Optional(Type.String({ minLength: 1, description: 'Its secret', secret: true })),
  MAIL_MICROSOFT_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The OAuth client that mailboxes of Microsoft are opened with, unless the settings name one',
    }),
  ),
  MAIL_MICROSOFT_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'Its secret; not needed for codes on other devices', secret: true }),
  ),
  TRELLO_API_URL: Type.String({
    pattern: '^https?://.+',
    default: 'https://api.trello.com/1',
    description: 'Trello’s API',
    examples: ['https://api.trello.com/1'],
  }),
  CHANNEL_API_URLS: Type.Optional(
    Type.String({
      pattern: '^[a-z]+=https?://[^\\s,]+(,[a-z]+=https?://[^\\s,]+)*$',
      description:
        'Servers of your own that speak a channel’s API, by the channel’s name and divided by commas, such as `telegram=https://bots.example.com`',
      examples: ['telegram=https://bots.example.com'],
    }),
  ),
  VAPID_PUBLIC_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{87}=?$',
      description:
        'Public key for push notifications, in place of the one made at the first start; browsers subscribe again after a change',
      examples: ['BNbxGYNMhEIi9zrneh7mqV4oUanjLUK3m-mYZBc62frMKrEoMk88r3Lk596T0ck9xlT-aok0fO1KXBLV4-XqxYM'],
    }),
  ),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{43}=?$', description: 'Its private key', secret: true }),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(mailto:.+@|https://).+',
      description: 'How push services reach the operator, if messages cause trouble; `PUBLIC_URL` without it',
      examples: ['mailto:admin@example.com'],
    }),
  ),
  ...filesConfig,
  ...sourceFilesConfig,
  RETRY_WAIT_SCALE: Type.Number({
    minimum: 0,
    default: 1,
    description:
      'Multiplies the waits between attempts at whatever has failed, and the wait before the assistant replies',
    examples: ['1'],
  }),
} as const;

const ExternalServicesConfig = Type.Object(externalServicesConfig);
export type OutsideConfig = Type.Static<typeof ExternalServicesConfig>;

/** Connection to the model as the environment configures it, and the limits that hold for every connection. */
export interface ModelEnvironment {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  /** Replaces the settings' model. */
  model: string | undefined;
  tokensPerVisitorAndDay: number;
  /** Limits of all automatic replies together; 0 for no limit. */
  budget: AiBudget;
}

export interface EmbeddingAccess {
  apiKey: string;
  baseUrl: string | undefined;
  model: string;
}

/** Registration of this installation with a provider. */
export interface OauthClient {
  clientId: string;
  clientSecret: string;
}

export interface AiBudget {
  repliesPerMinute: number;
  repliesPerDay: number;
  tokensPerDay: number;
}

export interface AiRunMetrics {
  kind: string;
  outcome: string;
  seconds: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** `gone`: the push service no longer knows the device. `refused` is final, `failed` is tried again. */
export const pushOutcomes = ['sent', 'gone', 'refused', 'failed'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

export interface ExternalServices {
  /** Client for every address that an admin typed in. */
  outbound: Outbound;
  /** Rules for hosts that aren't called by HTTP. */
  addresses: AddressPolicy;
  /** Used through `ai/model-access.ts`, which prefers the settings' connection. */
  model: ModelEnvironment;
  /** Null if knowledge is found by words alone. */
  embeddings: EmbeddingAccess | null;
  smtpUrl: string | null;
  /** Mailbox that receives replies; null if none is read. */
  replyAddress: string | null;
  trelloUrl: string;
  /** OAuth clients of the environment, by provider. */
  mailOauth: Readonly<Record<'google' | 'microsoft', OauthClient | null>>;
  /** Servers that speak the API of a channel instead of its own, by the channel. */
  channelApis: ReadonlyMap<string, string>;
  /** Stores the files of messages; null without a storage, when no files can be sent. */
  files: FileStorage | null;
  /** Bytes that visitors who have not written yet may store. */
  waitingFiles: WaitingLimits;
  /** Storage of the installation that is copied from; null if it isn't configured. */
  sourceFiles: FileStorage | null;
  /** Address of the virus scanner; null if there is none. */
  scanner: { host: string; port: number } | null;
  /** Push services: how they reach the operator, and the keys of the environment; null for the installation's own. */
  push: { subject: string; keys: { publicKey: string; privateKey: string } | null };
  /** Called for every message to a push service, for metrics. */
  onPush?: (outcome: PushOutcome) => void;
  /** Multiplies the waits between attempts. */
  retryScale: number;
  /** Called for every model call, for metrics. */
  onAiRun?: (run: AiRunMetrics) => void;
  /** Called for every reply that the installation's budget has prevented. */
  onAiBudgetSpent?: (limit: keyof AiBudget) => void;
}

/** The context of a use case that may call external services. */
export type ExternalContext = Context & { external: ExternalServices };

/** Opens the access to external services. Private addresses are refused unless `ALLOW_PRIVATE_WEBHOOKS` is set. */
export function createExternalServices(
  config: OutsideConfig & { ALLOW_PRIVATE_WEBHOOKS: boolean; PUBLIC_URL: string },
): ExternalServices {
  const addresses: AddressPolicy = { allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS };
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  return {
    outbound: createOutbound(addresses),
    addresses,
    model: {
      apiKey,
      baseUrl,
      model: config.OPENAI_MODEL,
      tokensPerVisitorAndDay: config.AI_TOKENS_PER_VISITOR_AND_DAY,
      budget: {
        repliesPerMinute: config.AI_REPLIES_PER_MINUTE,
        repliesPerDay: config.AI_REPLIES_PER_DAY,
        tokensPerDay: config.AI_TOKENS_PER_DAY,
      },
    },
    embeddings:
      config.EMBEDDING_MODEL === undefined
        ? null
        : {
            apiKey: config.EMBEDDING_API_KEY ?? apiKey ?? 'no-key',
            baseUrl: config.EMBEDDING_BASE_URL ?? baseUrl,
            model: config.EMBEDDING_MODEL,
          },
    smtpUrl: config.SMTP_URL ?? null,
    replyAddress: config.REPLY_ADDRESS?.toLowerCase() ?? null,
    mailOauth: {
      google: oauthClient(config.MAIL_GOOGLE_CLIENT_ID, config.MAIL_GOOGLE_CLIENT_SECRET),
      microsoft: oauthClient(config.MAIL_MICROSOFT_CLIENT_ID, config.MAIL_MICROSOFT_CLIENT_SECRET),
    },
    trelloUrl: config.TRELLO_API_URL.replace(/\/+$/, ''),
    channelApis: new Map(
      (config.CHANNEL_API_URLS ?? '').split(',').flatMap((entry) => {
        const [, channel, url] = /^([a-z]+)=(.+?)\/*$/.exec(entry) ?? [];
        return channel && url ? [[channel, url]] : [];
      }),
    ),
    files: createFileStorage(config),
    waitingFiles: {
      ofNetwork: config.FILES_WAITING_PER_ADDRESS_MB * 1024 * 1024,
      ofAll: config.FILES_WAITING_MB * 1024 * 1024,
    },
    sourceFiles: createSourceStorage(config),
    scanner: config.CLAMAV_URL === undefined ? null : addressOf(config.CLAMAV_URL),
    push: { subject: config.VAPID_SUBJECT ?? contactOf(config.PUBLIC_URL), keys: vapidKeys(config) },
    retryScale: config.RETRY_WAIT_SCALE,
  };
}

/** Push services accept https and mailto only (RFC 8292, section 2.1). */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:push@${new URL(publicUrl).hostname}`;

function vapidKeys({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: OutsideConfig): ExternalServices['push']['keys'] {
  if (publicKey === undefined && privateKey === undefined) return null;
  if (publicKey === undefined || privateKey === undefined)
    throw new Error('Set both VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, or neither.');
  return { publicKey: publicKey.replace(/=$/, ''), privateKey: privateKey.replace(/=$/, '') };
}

const oauthClient = (clientId: string | undefined, clientSecret = ''): OauthClient | null =>
  clientId === undefined ? null : { clientId, clientSecret };

const addressOf = (url: string): { host: string; port: number } => {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
};
