/** Deleting one conversation, or all of them. */
import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import {
  deleteAllConversations,
  deleteConversation as deleteConversationInDb,
  type Deletion,
} from '@parley/db/conversations/delete';
import type { RateLimiter } from '@parley/service/rate-limit';
import { publishChange } from '../live/publish-change.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { dispatch } from '../events/dispatch.ts';
import { refuseOverLimit } from '../rate-limits.ts';
import { assertMay, can, refuseWithout } from '../permissions/permissions.ts';

/**
 * Deletes one conversation. The limit per account, across its sessions, prevents deleting everything one by one.
 *
 * @throws Problem `forbidden`, `not_found`, `rate_limited`
 */
export async function deleteConversation(
  context: Context,
  caller: StaffCaller,
  limiter: RateLimiter,
  conversationId: string,
): Promise<void> {
  await assertMay(context, caller, 'conversations.delete', { conversationId });
  const { id } = caller.user;
  const mayAll = await can(context, caller, 'conversations.delete_all');
  const rate = mayAll ? rateLimits.deletionPerAdmin : rateLimits.deletionPerRepresentative;
  const counted = { name: 'deletion', key: id, ...rate };
  refuseOverLimit(await limiter.limit(counted), 'Too many conversations deleted.');
  const deletion = await deleteConversationInDb(context.db, conversationId);
  if (deletion.events.length === 0) {
    await limiter.refund(counted);
    throw new Problem('not_found', localize('no_such_conversation'));
  }
  await publishDeletion(context, deletion);
  await recordAudit(context, caller, {
    action: 'conversation.deleted',
    subject: { type: 'conversation', id: conversationId },
  });
}

/**
 * Deletes everything that existed at the start, in batches; returns the number. Clients with an open conversation get a
 * frame for it, the team's lists one for all.
 */
export async function deleteAll(
  context: Context,
  caller: StaffCaller,
): Promise<{ deletedConversations: number; deletedMessages: number }> {
  await refuseWithout(context, caller, 'conversations.delete_all');
  let deletedConversations = 0;
  let deletedMessages = 0;
  try {
    for await (const deletion of deleteAllConversations(context.db)) {
      deletedConversations += deletion.conversations;
      deletedMessages += deletion.messages;
      await Promise.all(deletion.events.map((event) => dispatch(context, event, { hidden: true })));
    }
  } finally {
    // Some are deleted even if it fails midway.
    await publishChange(context, { frame: { type: 'conversations_deleted' } });
    await recordAudit(context, caller, {
      action: 'conversations.deleted',
      details: { deletedConversations, deletedMessages },
    });
  }
  return { deletedConversations, deletedMessages };
}

/** Publishes the deletion of conversations. */
export async function publishDeletion(context: Context, deletion: Deletion): Promise<void> {
  await Promise.all(deletion.events.map((event) => dispatch(context, event, { scope: event.scope })));
}
