/** Blocks contacts: nothing they send reaches the team, through any channel. */
import type { Contact } from '@parley/contracts/conversations/contacts';
import { findConversation } from '@parley/db/conversations/read';
import { type Blocked, setBlocked } from '@parley/db/visitors/contacts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { broadcastToConversation } from '../live/broadcast.ts';
import { publishChange } from '../live/publish-change.ts';
import { visitorConversationState } from '../events/visitor-conversation.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { announceContact, assertContactInScope, assertWhollyInScope, contactNow } from './contacts.ts';

/**
 * Blocks a contact; repeating it changes nothing. @throws Problem `not_found`, `forbidden` if the caller sees only some
 * of their conversations
 */
export const blockContact = (context: Context, caller: StaffCaller, id: string): Promise<Contact> =>
  change(context, caller, id, true);

/** Lets a contact write again; repeating it changes nothing. @throws Problem `not_found` */
export const unblockContact = (context: Context, caller: StaffCaller, id: string): Promise<Contact> =>
  change(context, caller, id, false);

async function change(context: Context, caller: StaffCaller, id: string, isBlocked: boolean): Promise<Contact> {
  await refuseWithout(context, caller, 'contacts.block');
  await assertContactInScope(context, caller, id);
  await assertWhollyInScope(context, caller, [id]);
  const changed = await context.db.transaction().execute((db) => writeBlock({ db }, caller, id, isBlocked));
  if (changed) await announceBlock(context, id, changed, isBlocked);
  return contactNow(context, id);
}

/** Blocks or unblocks in a transaction of the caller's, to be announced afterwards; undefined where it changes nothing. */
export async function writeBlock(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  id: string,
  isBlocked: boolean,
): Promise<Blocked | undefined> {
  const changed = await setBlocked(context.db, id, isBlocked ? caller.user.id : null);
  const action = isBlocked ? 'contact.blocked' : 'contact.unblocked';
  if (changed) await recordAudit(context, caller, { action, subject: { type: 'contact', id } });
  return changed;
}

/** Notifies the team, and the contact in their open chats. */
export async function announceBlock(
  context: Context,
  id: string,
  { visitorIds, conversationIds }: Blocked,
  isBlocked: boolean,
): Promise<void> {
  await publishChange(context, { control: { type: 'visitors_blocked', visitorIds, isBlocked } });
  await announceContact(context, id);
  for (const conversationId of conversationIds) await publishToVisitor(context, conversationId);
}

/** Visitors who miss the frame get the state with the next connection. */
async function publishToVisitor(context: Context, conversationId: string): Promise<void> {
  const found = await findConversation(context.db, conversationId);
  if (!found) return;
  const conversation = await visitorConversationState(context, found);
  const frame = { type: 'conversation_state', conversationId, conversation } as const;
  try {
    await broadcastToConversation(context, conversationId, frame, { audience: 'customer' });
  } catch (error) {
    context.log.warn({ err: error }, 'the block was not published to the visitor');
  }
}
