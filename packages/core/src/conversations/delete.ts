/** Deleting one conversation, or all of them. */
import { Problem } from '@parley/contracts/problems';
import {
  deleteAllConversations,
  deleteConversation as deleteConversationInDb,
  type Deletion,
} from '@parley/db/conversations/delete';
import { tellOthers } from '../announce.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { record } from '../data/audit.ts';
import { dispatch } from '../events/dispatch.ts';

/** @throws Problem `not_found` */
export async function deleteConversation(context: Context, conversationId: string): Promise<void> {
  const deletion = await deleteConversationInDb(context.db, conversationId);
  if (deletion.events.length === 0) throw new Problem('not_found', 'There is no such conversation.');
  await announceDeletion(context, deletion);
}

/**
 * Deletes everything that was there when it began, in batches; answers how much that was. Who has a conversation open is
 * told of it, the team's lists once of all.
 */
export async function deleteAll(
  context: Context,
  caller: StaffCaller,
): Promise<{ deletedConversations: number; deletedMessages: number }> {
  let deletedConversations = 0;
  let deletedMessages = 0;
  try {
    for await (const deletion of deleteAllConversations(context.db)) {
      deletedConversations += deletion.conversations;
      deletedMessages += deletion.messages;
      await Promise.all(deletion.events.map((event) => dispatch(context, event, { hidden: true })));
    }
  } finally {
    // Broken off, some are gone all the same.
    await tellOthers(context, { frame: { type: 'conversations_deleted' } });
    await record(context, caller, {
      action: 'conversations.deleted',
      details: { deletedConversations, deletedMessages },
    });
  }
  return { deletedConversations, deletedMessages };
}

/** Tells everybody that conversations are gone. */
export async function announceDeletion(context: Context, deletion: Deletion): Promise<void> {
  await Promise.all(deletion.events.map((event) => dispatch(context, event)));
}
