import * as Type from 'typebox';
import { AuditChain } from '../audit/audit.ts';
import { AuditEntry } from '../entities.ts';
import { route } from '../route.ts';
import { Described, Id, OneOf, PageLimit, Strict, Timestamp } from '../schema.ts';
import { retentions } from '../settings/settings.ts';
import { Email } from './auth.ts';

const tag = { name: 'Data', description: 'Exports, privacy, copying from another installation, and the audit log.' };

export const exportConversations = route({
  method: 'GET',
  path: '/api/export/conversations',
  access: 'staff',
  permission: 'conversations.export',
  stepUp: true,
  tag,
  summary:
    'Export all conversations with their messages, streamed as one JSON document, or as a ZIP archive with files',
  query: Strict({
    files: Type.Optional(
      Type.Boolean({ description: 'Answer an archive: `conversations.json`, and `files/<id>/<name>` for each file' }),
    ),
  }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const triggerSync = route({
  method: 'POST',
  path: '/api/sync/trigger',
  access: 'staff',
  permission: 'data.copy',
  tag,
  summary: 'Copy users, websites, conversations and messages from the production database',
  refusals: ['not_configured'],
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      stats: Type.Object({
        users: Type.Integer(),
        websites: Type.Integer(),
        conversations: Type.Integer(),
        messages: Type.Integer(),
        /** Number of files; their bytes are transferred separately afterwards. */
        files: Type.Integer(),
      }),
    }),
  },
});

export const countPastRetention = route({
  method: 'GET',
  path: '/api/retention/conversations',
  access: 'staff',
  permission: 'settings.retention',
  tag,
  summary: 'Count the conversations that a retention would delete now',
  query: Strict({ retention: OneOf(retentions, { description: 'The period to try; nothing is saved' }) }),
  responses: { 200: Type.Object({ conversations: Type.Integer({ minimum: 0 }) }) },
});

export const exportVisitorData = route({
  method: 'POST',
  path: '/api/privacy/export',
  access: 'staff',
  permission: 'privacy.manage',
  tag,
  summary: 'Export everything stored about a visitor, by email address',
  body: Strict({ email: Email }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

/** Counts of what was erased, under a number that the audit log has too. */
export const ErasureReceipt = Type.Object({
  receiptId: Id,
  erasedAt: Timestamp,
  visitors: Type.Integer(),
  conversations: Type.Integer(),
  messages: Type.Integer(),
  mails: Type.Integer(),
  /** Sent by either side, or uploaded and not sent. */
  files: Type.Integer(),
});
export type ErasureReceipt = Type.Static<typeof ErasureReceipt>;

export const eraseVisitorData = route({
  method: 'POST',
  path: '/api/privacy/erase',
  access: 'staff',
  permission: 'privacy.manage',
  tag,
  summary: 'Erase everything stored about a visitor, by email address; returns a receipt',
  body: Strict({ email: Email }),
  responses: { 200: ErasureReceipt },
});

const auditFilter = {
  actorId: Type.Optional(Described(Id, 'Only what this person has done.')),
  action: Type.Optional(
    Type.String({
      maxLength: 80,
      pattern: '^[a-z_]+(\\.[a-z_]+)?$',
      description: 'One action, as in `website.deleted`, or the thing that it is about, as in `website`.',
      examples: ['website'],
    }),
  ),
  subject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A kind of thing, or the id of one.',
      examples: ['user'],
    }),
  ),
  from: Type.Optional(Type.String({ ...Timestamp, description: 'From then on.' })),
  to: Type.Optional(Type.String({ ...Timestamp, description: 'Before then.' })),
};

export const listAuditLog = route({
  method: 'GET',
  path: '/api/audit-log',
  access: 'staff',
  permission: 'audit.read',
  tag,
  summary: 'List administrative actions, newest first',
  query: Strict({
    limit: PageLimit(200),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
    ...auditFilter,
  }),
  responses: { 200: Type.Array(AuditEntry) },
});

export const exportAuditLog = route({
  method: 'GET',
  path: '/api/audit-log/export',
  access: 'staff',
  permission: 'audit.read',
  stepUp: true,
  tag,
  summary: 'Export the audit log as CSV, newest first, streamed',
  query: Strict(auditFilter),
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const checkAuditLog = route({
  method: 'GET',
  path: '/api/audit-log/chain',
  access: 'staff',
  permission: 'audit.read',
  tag,
  summary: 'Verify the chain of the audit log: whether every entry is there and unchanged',
  responses: { 200: AuditChain },
});

export const acknowledgeAuditDifference = route({
  method: 'POST',
  path: '/api/audit-log/chain/acknowledgement',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary:
    'Acknowledge a log that differs from its anchor outside the database, as after restoring a backup; recorded in the log',
  refusals: ['conflict'],
  body: Strict({
    hash: Type.String({
      maxLength: 64,
      description: 'The `noted.hash` that the caller has seen.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  }),
  responses: { 200: AuditChain },
});
