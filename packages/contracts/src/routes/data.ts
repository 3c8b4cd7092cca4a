import * as Type from 'typebox';
import { AuditEntry } from '../entities.ts';
import { route } from '../route.ts';
import { Id, Strict, Timestamp } from '../schema.ts';
import { Email } from './auth.ts';

const tag = 'Data';

export const exportConversations = route({
  method: 'GET',
  path: '/api/export/conversations',
  access: 'staff',
  permission: 'export',
  stepUp: true,
  tag,
  summary: 'All conversations with their messages, streamed as one JSON document; or as a ZIP archive with their files',
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
  tag,
  summary: 'Copy users, websites, conversations and messages from the production database',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      message: Type.String(),
      stats: Type.Object({
        users: Type.Integer(),
        websites: Type.Integer(),
        conversations: Type.Integer(),
        messages: Type.Integer(),
        /** Whose bytes follow. */
        files: Type.Integer(),
      }),
    }),
  },
});

export const exportVisitorData = route({
  method: 'POST',
  path: '/api/privacy/export',
  access: 'admin',
  stepUp: true,
  tag,
  summary: 'Everything kept about a visitor, by email address',
  body: Strict({ email: Email }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const eraseVisitorData = route({
  method: 'POST',
  path: '/api/privacy/erase',
  access: 'admin',
  stepUp: true,
  tag,
  summary: 'Erase everything kept about a visitor, by email address, with a receipt',
  body: Strict({ email: Email }),
  responses: {
    200: Type.Object({
      receiptId: Id,
      erasedAt: Timestamp,
      visitors: Type.Integer(),
      conversations: Type.Integer(),
      messages: Type.Integer(),
      mails: Type.Integer(),
      /** Sent by either side, or uploaded and not sent. */
      files: Type.Integer(),
    }),
  },
});

export const listAuditLog = route({
  method: 'GET',
  path: '/api/audit-log',
  access: 'admin',
  tag,
  summary: 'Administrative acts, newest first',
  query: Strict({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    before: Type.Optional(Id),
  }),
  responses: { 200: Type.Array(AuditEntry) },
});
