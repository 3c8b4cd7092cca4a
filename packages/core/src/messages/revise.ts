/** A message of the team's is changed, or removed, after it was sent: on both sides, and wherever else it is shown. */
import { conversationChannels } from '@parley/contracts/channels/list';
import type { Message, MessageVersion } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findMessage } from '@parley/db/messages/read';
import { messageVersions, type Revised, reviseMessage } from '@parley/db/messages/revise';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { dispatch } from '../events/dispatch.ts';
import { assertMay, can } from '../permissions/permissions.ts';
import { cleanDraft, cleanMarkdown } from '../text/content.ts';
import { assertChannelTakes } from './delivered-text.ts';

interface Place {
  conversationId: string;
  seq: number;
}

/**
 * Edits a message: one of the caller's own, or for admins any of the team's. Its position stays, and its previous
 * versions are kept for admins.
 *
 * @throws Problem `not_found`, `forbidden`, `invalid` for an invalid content, `conflict` if it was edited or removed in
 * the meantime, or was sent to a channel that can't edit it
 */
export async function editMessage(
  context: Context,
  caller: StaffCaller,
  place: Place,
  { expectedEditNo, ...draft }: { content?: string; markdown?: string; expectedEditNo?: number },
): Promise<Message> {
  await assertMay(context, caller, 'conversations.reply', place);
  const content = cleanDraft(draft);
  return revise(context, caller, { ...place, content, ...cleanMarkdown(draft), expectedEditNo });
}

/**
 * Removes a message; a placeholder stays. Allowed for the same users as `editMessage`; removing it again changes
 * nothing.
 *
 * @throws Problem `not_found`, `forbidden`, `conflict` if it was sent to a channel that can't change it
 */
export async function removeMessage(context: Context, caller: StaffCaller, place: Place): Promise<Message> {
  await assertMay(context, caller, 'conversations.reply', place);
  return revise(context, caller, { ...place, content: null });
}

/** Returns the previous versions of a message, oldest first. @throws Problem `not_found` */
export async function readMessageVersions(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { conversationId, seq }: Place,
): Promise<MessageVersion[]> {
  await assertMay(context, caller, 'messages.read_history', { conversationId });
  const { db } = context;
  if (!(await findMessage(db, conversationId, seq))) throw unknown();
  return messageVersions(db, conversationId, seq);
}

const unknown = () => new Problem('not_found', localize('no_such_message'));

async function revise(
  context: Context,
  caller: StaffCaller,
  revision: Place & { content: string | null; markdown?: string; expectedEditNo?: number | undefined },
): Promise<Message> {
  const { id: editorId } = caller.user;
  const mayAny = await can(context, caller, 'messages.revise_any');
  const revised = await reviseMessage(context.db, { ...revision, editorId, mayAny }, (sent) =>
    assertChannelTakes(sent, revision.content),
  );
  if (revised.outcome === 'unchanged') return revised.message;
  if (revised.outcome === 'conflict') throw await changedSince(context, revision);
  if (revised.outcome !== 'done') throw refusal(revised);
  const { message, conversation, hidden, event } = revised;
  await dispatch(context, event, { message, conversation, hidden });
  if (message.senderId !== editorId) {
    await recordAudit(context, caller, {
      action: revision.content === null ? 'message.removed' : 'message.edited',
      subject: { type: 'conversation', id: message.conversationId },
      details: { seq: message.seq, author: message.senderName },
    });
  }
  return message;
}

/** Returns the conflict with the name of the other editor. */
async function changedSince({ db }: Pick<Context, 'db'>, { conversationId, seq }: Place): Promise<Problem> {
  const who = (await messageVersions(db, conversationId, seq)).at(-1)?.replacedByName;
  return new Problem('conflict', who ? localize('message_changed_by', { who }) : localize('message_changed_since'));
}

function refusal(revised: Exclude<Revised, { outcome: 'done' | 'unchanged' | 'conflict' }>): Problem {
  switch (revised.outcome) {
    case 'not_found':
      return unknown();
    case 'not_theirs':
      return new Problem('forbidden', localize('message_by_author'));
    case 'removed':
      return new Problem('conflict', localize('message_removed'));
    case 'merged':
      return new Problem('conflict', localize('merged_stays'));
    case 'gone_out': {
      const by = conversationChannels.find(({ id }) => id === revised.channel)?.name ?? 'Mail';
      return new Problem('conflict', localize('message_taken_along', { by }));
    }
  }
}
