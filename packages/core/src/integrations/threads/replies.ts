/** Replies from threads: what a colleague writes there is done as if they had written it in the dashboard. */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { staffUploadsPerDay, uploadMaxBytes } from '@parley/contracts/messages/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { findThread, replyAt, type ThreadKey } from '@parley/db/deliveries/threads';
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
import { commandOf, type ThreadCommand } from './command.ts';
import type { ThreadReply } from './payload.ts';
import type { ThreadApp, ThreadPlace, ThreadProduct } from './product.ts';
import { replyId } from './threads.ts';

/**
 * Does what a colleague has written in a thread, with the rights that they have now. Where nothing is done, they alone
 * are shown the reason.
 *
 * @throws CallFailed, OutboundError
 */
export async function takeReply(
  context: ExternalContext,
  product: ThreadProduct,
  delivery: ClaimedDelivery,
  reply: ThreadReply,
): Promise<void> {
  if (!(await product.channels(context))) throw switchedOff(product.name);
  const { conversationId } = delivery;
  const key = conversationId === null ? null : { product: product.id, conversationId };
  const thread = key && (await findThread(context.db, key));
  if (!thread?.threadId || key === null) throw new CallFailed(localize('conversation_gone'), { transient: false });
  const app = await product.open(context);
  const place = { channelId: thread.channelId, threadId: thread.threadId };
  const caller = await callerOf(context, app, place, reply.user);
  if (typeof caller === 'string') return app.hint(place, reply.user, caller);
  const doing: Doing = { context, app, caller, ...key, deliveryId: delivery.id, reply };
  try {
    await (reply.what === 'written' ? perform(doing) : revise(doing));
  } catch (error) {
    // A storage that is full, or a limit, passes.
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
    await app.hint(place, reply.user, `${error.message} Nothing was sent to the customer.`);
  }
}

interface Doing extends ThreadKey {
  context: ExternalContext;
  app: ThreadApp;
  caller: StaffCaller;
  deliveryId: string;
  reply: ThreadReply;
}

/** Returns the user with the mail address of a person there, or the sentence that says why there is none. */
async function callerOf(
  context: ExternalContext,
  app: ThreadApp,
  place: ThreadPlace,
  userId: string,
): Promise<StaffCaller | string> {
  const { email, isOwn } = await app.person(place, userId);
  if (!isOwn) return 'Only members of your organization can answer customers. Nothing was sent to the customer.';
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
  const hasFiles = reply.files.length > 0 || reply.elsewhere.length > 0;
  const command = hasFiles && reply.content === '' ? null : commandOf(reply.content);
  if (command && command.do !== 'reply' && command.do !== 'note')
    return void (await updateConversation(context, caller, conversationId, changeOf(command, caller, reply)));
  const id = replyId(deliveryId);
  const [elsewhere] = reply.elsewhere;
  if (elsewhere && command?.do !== 'note')
    throw new Problem('invalid', localize('file_elsewhere', { name: elsewhere.name }));
  const attachments = await attach(doing);
  const files = attachments.length > 0 ? { attachments } : {};
  if (command?.do === 'note') {
    const links = reply.elsewhere.map(({ name, url }) => `${name}: ${url}`);
    const note = [command.text, ...links].join('\n');
    return void (await addNote(context, caller, conversationId, { content: note, ...files, clientNoteId: id }));
  }
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
  command: Exclude<ThreadCommand, { do: 'reply' | 'note' }>,
  { user }: StaffCaller,
  { at }: ThreadReply,
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
      return { snoozedUntil: new Date(at + command.minutes * 60_000).toISOString() };
  }
}

/** Fetches the files of a reply, as uploads of its author. */
async function attach({ context, app, caller, deliveryId, reply }: Doing): Promise<AttachmentInputs> {
  const attached: AttachmentInputs = [];
  for (const [index, given] of reply.files.entries()) {
    const { name, size } = given;
    if (size > uploadMaxBytes)
      throw new Problem('too_large', localize('file_too_large', { size: Math.floor(uploadMaxBytes / 1024 / 1024) }));
    const bytes = await app.file(given, uploadMaxBytes);
    const file = { id: derivedId(deliveryId, 'file', index), name: cleanFileName(name), size: bytes.length };
    const uploaded = await insertFile(context.db, { userId: caller.user.id }, file, staffUploadsPerDay);
    if (!uploaded) throw new Problem('rate_limited', localize('files_of_day'), { retryAfterSeconds: 3600 });
    await keepIncoming(context, file.id, bytes);
    attached.push({ id: file.id });
  }
  return attached;
}

/** Edits or removes the message that was a reply; notes and commands are changed in the dashboard. */
async function revise({ context, caller, product, conversationId, reply }: Doing): Promise<void> {
  const deliveryId = await replyAt(context.db, { product, conversationId, messageId: reply.messageId });
  const message =
    deliveryId === undefined
      ? undefined
      : await findMessageByClientId(context.db, conversationId, replyId(deliveryId), 'representative');
  if (!message) return;
  const { seq } = message;
  if (reply.what === 'removed') await removeMessage(context, caller, { conversationId, seq });
  else {
    const { content, markdown } = reply;
    // Previews of links arrive as edits too.
    if (content === message.content && (markdown ?? null) === (message.markdown ?? null)) return;
    await editMessage(
      context,
      caller,
      { conversationId, seq },
      { content, ...(markdown !== undefined && { markdown }) },
    );
  }
}
