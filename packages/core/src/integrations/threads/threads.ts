/** Conversations as threads: each message once, in order, and what becomes of the conversation. */
import { handOffText } from '@parley/contracts/assistant/hand-off';
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import type { ThreadChannel } from '@parley/contracts/channels/threads';
import type { ChangeKind } from '@parley/contracts/conversations/activities';
import type { Message } from '@parley/contracts/entities';
import type { DomainEvent, StoredEvent } from '@parley/contracts/events';
import { localize } from '@parley/contracts/i18n/server-texts';
import { beginSend, completeSend } from '@parley/db/channels/sends';
import type { ConversationState } from '@parley/db/conversations/read';
import { conversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { beginThread, completeThread, findThread, postedAs, repliesTo } from '@parley/db/deliveries/threads';
import { findMessage } from '@parley/db/messages/read';
import { findUser } from '@parley/db/users/users';
import { conversationUrl, customerOf, type PlannedDelivery, planned, websiteOf } from '../../deliveries/notices.ts';
import { switchedOff } from '../../deliveries/refusals.ts';
import { derivedId } from '../../derived-id.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { deliveredFileLink } from '../../files/links.ts';
import { waitForFiles } from '../../files/outgoing.ts';
import { wordsWithSources } from '../../text/message-words.ts';
import type { ThreadEdit, ThreadLine, ThreadMessage } from './payload.ts';
import type { Marks, ThreadApp, ThreadPlace, ThreadPost, ThreadProduct } from './product.ts';

/** Returns the id under which a reply is stored as a message or a note, by its delivery. */
export const replyId = (deliveryId: string): string => derivedId(deliveryId, 'reply from a thread');

/** Returns the channel that a conversation belongs to. */
const channelFor = (
  channels: readonly ThreadChannel[],
  { websiteId, teamId }: Pick<ConversationState, 'websiteId' | 'teamId'>,
): ThreadChannel | undefined =>
  channels.find(({ websiteIds, teamIds }) => isAmong(websiteIds, websiteId) && isAmong(teamIds, teamId));

const isAmong = (ids: readonly string[], id: string | null): boolean =>
  ids.length === 0 || (id !== null && ids.includes(id));

/** Plans what an event changes in the conversation's thread. */
export async function followInThreads(
  context: ExternalContext,
  product: ThreadProduct,
  { id: eventId, event }: StoredEvent,
  state: ConversationState | null,
): Promise<PlannedDelivery[]> {
  const channels = state && (await product.channels(context));
  if (!channels || state.isBlocked) return [];
  const thread = await findThread(context.db, { product: product.id, conversationId: state.id });
  const channelId = thread?.channelId ?? channelFor(channels, state)?.channelId;
  if (channelId === undefined) return [];
  const payload = await payloadOf(context, product, event, state, thread !== undefined);
  const title = localize('message_to_thread', { name: product.name });
  return payload ? [planned({ eventId, state, title }, product.id, channelId, payload)] : [];
}

async function payloadOf(
  context: ExternalContext,
  product: ThreadProduct,
  event: DomainEvent,
  state: ConversationState,
  hasThread: boolean,
): Promise<ThreadMessage | ThreadEdit | ThreadLine | null> {
  if (event.type === 'message.posted')
    return (await isFromThread(context, product, state.id, event.seq))
      ? null
      : { kind: 'thread_message', seq: event.seq };
  if (event.type === 'message.updated') return { kind: 'thread_edit', seq: event.seq };
  if (event.type !== 'conversation.changed') return null;
  // A conversation that has come to the channel's team begins with the last message.
  const isNew = !hasThread && (event.change === 'assigned' || event.change === 'handed_off');
  if (isNew) return state.lastSeq > 0 ? { kind: 'thread_message', seq: state.lastSeq } : null;
  const text = hasThread ? await lineOf(context, product, event, state) : null;
  return text === null ? null : { kind: 'thread_line', text };
}

/** Whether a colleague has written the message in the thread, where it is already. */
async function isFromThread(
  { db }: ExternalContext,
  { id: product }: ThreadProduct,
  conversationId: string,
  seq: number,
): Promise<boolean> {
  const message = await findMessage(db, conversationId, seq);
  if (message?.senderType !== 'representative' || !message.clientMessageId) return false;
  return (await repliesTo(db, { product, conversationId })).some((id) => replyId(id) === message.clientMessageId);
}

interface Changed {
  state: ConversationState;
  assignee: string | undefined;
  /** Names the user who did it, after a blank; empty without one. */
  by: string;
  marks: Marks;
}

const assigned = ({ assignee, by, marks }: Changed): string =>
  assignee === undefined ? `Unassigned${by}` : `Assigned to ${marks.plain(assignee)}`;

/** Lines for changes; a thread doesn't show others. */
const lines: Partial<Record<ChangeKind, (changed: Changed) => string | null>> = {
  closed: ({ by }) => `Closed${by}`,
  reopened: ({ by }) => `Reopened${by}`,
  assigned,
  taken_over: assigned,
  returned_to_assistant: ({ by }) => `Returned to the assistant${by}`,
  snoozed: ({ state: { snoozedUntil }, by, marks }) => snoozedUntil && `Snoozed${by} until ${marks.time(snoozedUntil)}`,
  handed_off: ({ state: { handOffSummary }, marks }) =>
    handOffSummary
      ? `${marks.strong('The assistant asks for a person')}\n${marks.plain(handOffText(handOffSummary))}`
      : 'The assistant asks for a person',
};

/** Returns the line for a change; null for one that the thread doesn't show. */
async function lineOf(
  { db }: ExternalContext,
  { marks }: ThreadProduct,
  { change, actorId }: Extract<DomainEvent, { type: 'conversation.changed' }>,
  state: ConversationState,
): Promise<string | null> {
  const line = lines[change];
  if (!line) return null;
  const nameOf = async (id: string | null): Promise<string | undefined> =>
    id === null ? undefined : (await findUser(db, id))?.name;
  const [actor, assignee] = await Promise.all([nameOf(actorId), nameOf(state.assignedRepresentativeId)]);
  return line({ state, assignee, by: actor === undefined ? '' : ` by ${marks.plain(actor)}`, marks });
}

/** What each delivery to a thread needs. */
interface Posting {
  context: ExternalContext;
  product: ThreadProduct;
  app: ThreadApp;
  delivery: ClaimedDelivery;
  conversationId: string;
}

/** Makes a delivery to a thread. @throws CallFailed, OutboundError */
export async function postInThread(
  context: ExternalContext,
  product: ThreadProduct,
  delivery: ClaimedDelivery,
  payload: ThreadMessage | ThreadEdit | ThreadLine,
): Promise<void> {
  if (!(await product.channels(context))) throw switchedOff(product.name);
  const { conversationId } = delivery;
  if (conversationId === null) throw gone();
  const posting: Posting = { context, product, app: await product.open(context), delivery, conversationId };
  switch (payload.kind) {
    case 'thread_message':
      return postMessage(posting, payload);
    case 'thread_edit':
      return editMessage(posting, payload);
    case 'thread_line':
      return postOnce(posting, { line: payload.text });
  }
}

const gone = (): CallFailed => new CallFailed(localize('conversation_gone'), { transient: false });

async function postMessage(posting: Posting, { seq }: ThreadMessage): Promise<void> {
  const { context, delivery, conversationId } = posting;
  const message = await findMessage(context.db, conversationId, seq);
  if (!message) throw gone();
  waitForFiles([message], delivery);
  const ready = (message.attachments ?? []).filter(({ state }) => state === 'ready');
  const ends = new Date(delivery.createdAt.getTime() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const files = ready.map(({ id, name }) => ({
    name,
    url: `${context.publicUrl}${deliveredFileLink(context, { fileId: id, deliveryId: delivery.id, ends })}`,
  }));
  const text = message.removedAt ? 'Message removed' : wordsWithSources(message);
  await postOnce(posting, { author: authorOf(message), text, files });
}

async function editMessage(posting: Posting, { seq }: ThreadEdit): Promise<void> {
  const { context, app, product, conversationId } = posting;
  const message = await findMessage(context.db, conversationId, seq);
  if (!message) throw gone();
  // A colleague’s own message there can’t be changed by the app.
  const messageId = await postedAs(context.db, { product: product.id, conversationId, seq });
  if (messageId === undefined) return;
  const text = message.removedAt ? 'Message removed' : `${wordsWithSources(message)} (edited)`;
  await app.update(await placeOf(posting), messageId, { author: authorOf(message), text, files: [] });
}

/** Posts into the thread; after an attempt with an unknown end, only if the message isn't there. */
async function postOnce(posting: Posting, post: ThreadPost): Promise<void> {
  const { app, delivery } = posting;
  const { db } = posting.context;
  const place = await placeOf(posting);
  const begun = await beginSend(db, delivery.id);
  if (begun === 'sent') return;
  const mayExistSince = begun === 'unknown' ? delivery.createdAt : null;
  await completeSend(db, delivery.id, await app.post(place, post, { reference: delivery.id, mayExistSince }));
}

/** Returns the place of the thread, which the first message of a conversation begins. */
async function placeOf({ context, product, app, delivery, conversationId }: Posting): Promise<ThreadPlace> {
  const { target: channelId, createdAt } = delivery;
  const key = { product: product.id, conversationId };
  const thread = await beginThread(context.db, key, channelId);
  const state = await conversationState(context.db, conversationId);
  if (!thread || !state) throw gone();
  if (thread.threadId !== null) return { channelId, threadId: thread.threadId };
  const { plain, strong, link } = product.marks;
  const line = [
    `${strong(plain(customerOf(state)))} · ${plain(websiteOf(state))}`,
    ...(state.subject ? [plain(state.subject)] : []),
    link(conversationUrl(context, conversationId), 'Open the conversation'),
  ].join('\n');
  const mayExistSince = thread.isNew ? null : createdAt;
  const threadId = await app.begin(channelId, line, { reference: conversationId, mayExistSince });
  await completeThread(context.db, key, threadId);
  return { channelId, threadId };
}

/** Returns how the author of a message is named in a thread. */
function authorOf({ senderType, senderName }: Pick<Message, 'senderType' | 'senderName'>): string {
  if (senderType === 'ai') return 'Assistant';
  const name = senderName ?? 'Anonymous';
  return senderType === 'customer' ? `${name} (customer)` : name;
}
