/** Replies from Slack: what a colleague writes in a thread is done as if they had written it in the dashboard. */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { staffUploadsPerDay, uploadMaxBytes } from '@parley/contracts/messages/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { findSlackThread, slackReplyAt } from '@parley/db/deliveries/slack-threads';
import { insertFile } from '@parley/db/files/uploads';
import { findMessageByClientId } from '@parley/db/messages/read';
import { findAccountByEmail } from '@parley/db/users/users';
import { noSession, type StaffCaller } from '../../callers.ts';
import { addNote } from '../../conversations/notes.ts';
import { updateConversation } from '../../conversations/update.ts';
import { switchedOff } from '../../deliveries/refusals.ts';
import { derivedId } from '../../derived-id.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { cleanFileName } from '../../files/file-name.ts';
import { keepIncoming } from '../../files/incoming.ts';
import { editMessage, removeMessage } from '../../messages/revise.ts';
import { sendMessage } from '../../messages/send.ts';
import { dueOf, isOverdue } from '../../permissions/second-factor-due.ts';
import { type Slack, slackOf } from './api.ts';
import { commandOf, type SlackCommand } from './command.ts';
import { threadsOf } from './on.ts';
import type { ThreadReply } from './payload.ts';
import { replyId } from './threads.ts';

/**
 * Does what a colleague has written in a thread, with the rights that they have now. Where nothing is done, they alone
 * are shown the reason.
 *
 * @throws CallFailed, OutboundError
 */
export async function takeReply(
  context: ExternalContext,
  delivery: ClaimedDelivery,
  reply: ThreadReply,
): Promise<void> {
  const config = await threadsOf(context);
  if (!config) throw switchedOff('Slack');
  const { conversationId } = delivery;
  const thread = conversationId === null ? undefined : await findSlackThread(context.db, conversationId);
  if (!thread?.threadTs || conversationId === null)
    throw new CallFailed(localize('conversation_gone'), { transient: false });
  const slack = slackOf(context, config.botToken);
  const place = { channelId: thread.channelId, threadTs: thread.threadTs };
  const caller = await callerOf(context, slack, reply.user);
  if (typeof caller === 'string') return slack.hint(place, reply.user, caller);
  const doing = { context, slack, caller, conversationId, deliveryId: delivery.id, reply };
  try {
    await (reply.what === 'written' ? perform(doing) : revise(doing));
  } catch (error) {
    // A storage that is full, or a limit, passes.
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
    await slack.hint(place, reply.user, `${error.message} Nothing was sent to the customer.`);
  }
}

interface Doing {
  context: ExternalContext;
  slack: Slack;
  caller: StaffCaller;
  conversationId: string;
  deliveryId: string;
  reply: ThreadReply;
}

/** Returns the user with the mail address of a person in Slack, or the sentence that says why there is none. */
async function callerOf(context: ExternalContext, slack: Slack, userId: string): Promise<StaffCaller | string> {
  const { email, isOwn } = await slack.user(userId);
  if (!isOwn) return 'Only members of this workspace can answer customers. Nothing was sent to the customer.';
  const account = email === null ? undefined : await findAccountByEmail(context.db, email);
  if (!account?.isActive) {
    const address = email ?? 'hidden';
    return `No Parley user has your mail address (${address}). Nothing was sent to the customer.`;
  }
  if (!account.emailProven)
    return 'Confirm your mail address in Parley first: Settings → Profile. Nothing was sent to the customer.';
  if (isOverdue({ secondFactorDue: await dueOf(context, account) }))
    return 'Set up a second factor in Parley first. Nothing was sent to the customer.';
  return { kind: 'staff', user: account.user, sessionId: noSession };
}

async function perform(doing: Doing): Promise<void> {
  const { context, caller, conversationId, deliveryId, reply } = doing;
  const command = reply.files.length > 0 && reply.content === '' ? null : commandOf(reply.content);
  if (command && command.do !== 'reply' && command.do !== 'note')
    return void (await updateConversation(context, caller, conversationId, changeOf(command, caller, reply)));
  const id = replyId(deliveryId);
  const attachments = await attach(doing);
  const files = attachments.length > 0 ? { attachments } : {};
  if (command?.do === 'note')
    return void (await addNote(context, caller, conversationId, { content: command.text, ...files, clientNoteId: id }));
  const { content, markdown } = reply;
  await sendMessage(context, caller, {
    conversationId,
    content,
    ...(markdown !== undefined && { markdown }),
    ...files,
    clientMessageId: id,
  });
}

function changeOf(
  command: Exclude<SlackCommand, { do: 'reply' | 'note' }>,
  { user }: StaffCaller,
  { ts }: ThreadReply,
): Parameters<typeof updateConversation>[3] {
  switch (command.do) {
    case 'close':
      return { status: 'closed' };
    case 'reopen':
      return { status: 'active' };
    case 'assign':
      return { assignedRepresentativeId: user.id };
    case 'snooze':
      // From when it was written, so that another attempt sets the same time.
      return { snoozedUntil: new Date(Number.parseFloat(ts) * 1000 + command.minutes * 60_000).toISOString() };
  }
}

/** Fetches the files of a reply, as uploads of its author. */
async function attach({ context, slack, caller, deliveryId, reply }: Doing): Promise<AttachmentInputs> {
  const attached: AttachmentInputs = [];
  for (const [index, { name, size, url }] of reply.files.entries()) {
    if (size > uploadMaxBytes)
      throw new Problem('too_large', localize('file_too_large', { size: Math.floor(uploadMaxBytes / 1024 / 1024) }));
    const bytes = await slack.file(url, uploadMaxBytes);
    const file = { id: derivedId(deliveryId, 'file', index), name: cleanFileName(name), size: bytes.length };
    const uploaded = await insertFile(context.db, { userId: caller.user.id }, file, staffUploadsPerDay);
    if (!uploaded) throw new Problem('rate_limited', localize('files_of_day'), { retryAfterSeconds: 3600 });
    await keepIncoming(context, file.id, bytes);
    attached.push({ id: file.id });
  }
  return attached;
}

/** Edits or removes the message that was a reply; notes and commands are changed in the dashboard. */
async function revise({ context, caller, conversationId, reply }: Doing): Promise<void> {
  const deliveryId = await slackReplyAt(context.db, { conversationId, ts: reply.ts });
  const message =
    deliveryId === undefined
      ? undefined
      : await findMessageByClientId(context.db, conversationId, replyId(deliveryId), 'representative');
  if (!message) return;
  const { seq } = message;
  if (reply.what === 'removed') await removeMessage(context, caller, { conversationId, seq });
  else {
    const { content, markdown } = reply;
    await editMessage(
      context,
      caller,
      { conversationId, seq },
      { content, ...(markdown !== undefined && { markdown }) },
    );
  }
}
