import * as Type from 'typebox';
import { messageMaxLength } from '../messages/limits.ts';
import { Id, linePattern, Nullable, Strict } from '../schema.ts';
import { Guarded, Secret } from '../settings/secret-fields.ts';
import { channel, section } from './channel.ts';
import { behaviourDefaults, mailboxBehaviour } from './mailbox-behaviour.ts';

const Text = Type.String({ maxLength: 500 });
const Line = Type.String({ maxLength: 500, pattern: linePattern });

const EmailConfig = Strict({
  enabled: Type.Boolean(),
  useInternalEmail: Guarded(Type.Boolean()),
  smtpHost: Guarded(Type.String({ maxLength: 253 })),
  smtpPort: Guarded(Type.Integer({ minimum: 1, maximum: 65_535 })),
  smtpUser: Guarded(Text),
  smtpPassword: Secret,
  smtpSecure: Guarded(Type.Boolean()),
  smtpAllowPlaintext: Guarded(Type.Boolean({ description: 'Whether a server without encryption gets mail' })),
  fromEmail: Guarded(
    Type.String({
      maxLength: 254,
      pattern: '^(|[^@\\s]+@[^@\\s]+\\.[^@\\s]+)$',
      examples: ['support@example.com'],
    }),
  ),
  fromName: Line,
  notificationEmails: Guarded(
    Type.Array(Type.String({ format: 'email', maxLength: 254, examples: ['team@example.com'] }), { maxItems: 50 }),
  ),
  subjectPrefix: Type.String({ maxLength: 60, pattern: linePattern }),
  threadModifier: Type.String({ maxLength: 60, pattern: linePattern }),
  enableThreading: Type.Boolean(),
  /** Whether a mail that answers nothing opens a conversation. */
  newMailOpens: Type.Boolean(),
  /** Website and team of the conversations that such mails open. */
  newMailWebsiteId: Nullable(Id),
  newMailTeamId: Nullable(Id),
  ...mailboxBehaviour,
});

export const email = channel({
  id: 'email',
  name: 'Email',
  docs: 'email-out',
  queue: 'email',
  repeatable: false,
  customers: { longestMessage: messageMaxLength, receipts: false, edits: true },
  settings: section(
    'emailConfig',
    EmailConfig,
    {
      enabled: false,
      useInternalEmail: false,
      smtpHost: '',
      smtpPort: 587,
      smtpUser: '',
      smtpPassword: '',
      smtpSecure: false,
      smtpAllowPlaintext: false,
      fromEmail: '',
      fromName: 'Parley Support',
      notificationEmails: [],
      subjectPrefix: '[Parley]',
      threadModifier: '#PARLEY',
      enableThreading: true,
      newMailOpens: true,
      newMailWebsiteId: null,
      newMailTeamId: null,
      ...behaviourDefaults,
    },
    ['smtpHost', 'fromEmail'],
    'useInternalEmail',
  ),
});
