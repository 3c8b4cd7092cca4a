/** Stores drafts of replies and notes: private, on all of the user's devices, and deleted when they are sent. */
import type { Draft, DraftKind } from '@parley/contracts/conversations/drafts';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import * as drafts from '@parley/db/drafts/drafts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishToUser } from '../live/publish-change.ts';
import { scopeSql } from '../permissions/scope.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';

/** The caller's drafts, newest first; of one conversation when it is named. */
export async function listDrafts(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  which: { conversationId?: string; limit: number },
): Promise<Draft[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return drafts.listDrafts(context.db, caller.user.id, { ...which, where: await scopeSql(context, caller) });
}

/**
 * Saves the caller's draft.
 *
 * @throws Problem `not_found` for the conversation, `conflict` when another device saved it after `revision`, or when it
 * has been sent: nothing is changed then
 */
export async function saveDraft(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  kind: DraftKind,
  draft: drafts.SavedDraft,
): Promise<Draft> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  const saved = await drafts.saveDraft(context.db, { conversationId, userId: user.id, kind }, draft);
  if (!saved) throw await whyNot(context, conversationId);
  await publishToUser(context, user.id, { type: 'draft', conversationId, kind, draft: saved });
  return saved;
}

/** Throws a draft away. @throws Problem `conflict` when another device saved it after `revision` */
export async function removeDraft(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  kind: DraftKind,
  revision: number,
): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  const outcome = await drafts.removeDraft(context.db, { conversationId, userId: user.id, kind }, revision);
  if (outcome === 'moved') throw new Problem('conflict', localize('draft_changed'));
  if (outcome === 'removed') await publishDraftRemoved(context, user.id, conversationId, kind);
}

/** It was sent, or thrown away: every device of its writer's lets go of it. */
export async function publishDraftRemoved(
  context: Pick<Context, 'publisher' | 'log'>,
  userId: string,
  conversationId: string,
  kind: DraftKind,
): Promise<void> {
  await publishToUser(context, userId, { type: 'draft', conversationId, kind, draft: null });
}

async function whyNot({ db }: Pick<Context, 'db'>, conversationId: string): Promise<Problem> {
  return (await findConversation(db, conversationId))
    ? new Problem('conflict', localize('draft_changed_or_sent'))
    : new Problem('not_found', localize('no_such_conversation'));
}
