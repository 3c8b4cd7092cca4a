import { auditAnchorConfig } from '@parley/core/audit/notes';
import { externalServicesConfig } from '@parley/core/external/services';
import { poolConfig } from '@parley/core/open-context';
import { syncConfig } from '@parley/core/sync/trigger';
import { baseConfig } from '@parley/service/config';
import * as Type from 'typebox';

export const workerConfig = Type.Object({
  ...baseConfig.properties,
  ...externalServicesConfig,
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 3003,
    description: 'The port of the health checks; 0 takes any free one',
    examples: ['3003'],
  }),
  ...poolConfig,
  ...syncConfig,
  ...auditAnchorConfig,
  IMAP_URL: Type.Optional(
    Type.String({
      pattern: '^imaps?://.+',
      description: 'The mailbox that answers by mail arrive in, such as `imaps://user:password@host:993/INBOX`',
      examples: ['imaps://support%40example.com:password@mail.example.com:993/INBOX'],
      secret: true,
    }),
  ),
  IMAP_POLL_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 3_600,
    default: 30,
    description: 'How often that mailbox is looked into',
    examples: ['30'],
  }),
  INBOUND_SMTP_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'The port on which mail for REPLY_ADDRESS is accepted directly; 0 turns it off',
    examples: ['2525'],
  }),
  INBOUND_AUTHSERV_ID: Type.Optional(
    Type.String({
      pattern: '^[^\\s;=()"]+$',
      description:
        'The name by which the mailbox’s server signs its authentication results: the first word of `Authentication-Results`. Without it no authentication result is trusted',
      examples: ['mx.example.com'],
    }),
  ),
  JOB_LOCK_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 30,
    description: 'How long a job of a worker that has died stays its own before another takes it up',
    examples: ['30'],
  }),
});
export type WorkerConfig = Type.Static<typeof workerConfig>;
