import type { Attachment } from '@parley/contracts/messages/attachments';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { type RawBuilder, sql } from 'kysely';
import { attachmentsNamed } from '../files/entity.ts';

export type CannedReplyRow = Omit<CannedReply, 'lastUsedAt' | 'createdAt' | 'updatedAt' | 'attachments'> & {
  attachments: Attachment[] | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Columns of a row called `reply`, as that user sees it. */
export const cannedReplyColumns = (userId: string): RawBuilder<unknown> => sql`
  reply.id, reply.owner_id, reply.team_id, reply.name, reply.shortcut, reply.text, reply.variants, reply.actions, reply.blocks, reply.website_ids,
  reply.created_at, reply.updated_at, ${sql.raw(attachmentsNamed('reply.attachment_ids'))} as attachments,
  (select coalesce(sum(uses), 0)::integer from canned_reply_uses where reply_id = reply.id) as uses,
  (select coalesce(sum(uses), 0)::integer from canned_reply_uses
    where reply_id = reply.id and user_id = ${userId}::uuid) as own_uses,
  (select max(last_used_at) from canned_reply_uses where reply_id = reply.id) as last_used_at`;

export function toCannedReply(given: CannedReplyRow): CannedReply {
  const { lastUsedAt, createdAt, updatedAt, attachments, ...row } = given;
  return {
    ...row,
    ...(attachments && { attachments }),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
