/** Conversations as threads in Slack: each message once, in order, and what becomes of the conversation. */
import { handOffText } from '@parley/contracts/assistant/hand-off';
import { deliveredFileLinkDays } from '@parley/contracts/channels/limits';
import type { SlackThreadChannel, SlackThreadsConfig } from '@parley/contracts/channels/slack-threads';
import type { ChangeKind } from '@parley/contracts/conversations/activities';
import type { DomainEvent, StoredEvent } from '@parley/contracts/events';
import { localize } from '@parley/contracts/i18n/server-texts';
import { beginSend, completeSend } from '@parley/db/channels/sends';
import type { ConversationState } from '@parley/db/conversations/read';
import { conversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import {
  beginSlackThread,
  completeSlackThread,
  findSlackThread,
  slackRepliesTo,
  slackTsOf,
} from '@parley/db/deliveries/slack-threads';
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
import { type Slack, slackOf } from './api.ts';
import { threadsOf } from './on.ts';
import type { ThreadEdit, ThreadLine, ThreadMessage } from './payload.ts';
import { authorOf, escapeForSlack, slackLine, slackPost } from './text.ts';

/** Returns the id under which a reply of Slack's is stored as a message or a note, by its delivery. */
export const replyId = (deliveryId: string): string => derivedId(deliveryId, 'reply from slack');

/** Returns the channel that a conversation belongs to. */
export const channelFor = (
  { channels }: Pick<SlackThreadsConfig, 'channels'>,
  { websiteId, teamId }: Pick<ConversationState, 'websiteId' | 'teamId'>,
): SlackThreadChannel | undefined =>
  channels.find(({ websiteIds, teamIds }) => isAmong(websiteIds, websiteId) && isAmong(teamIds, teamId));

const isAmong = (ids: readonly string[], id: string | null): boolean =>
  ids.length === 0 || (id !== null && ids.includes(id));

/** Plans what an event changes in the conversation's thread. */
export async function followInThreads(
  context: ExternalContext,
  { id: eventId, event }: StoredEvent,
  state: ConversationState | null,
): Promise<PlannedDelivery[]> {
  const config = state && (await threadsOf(context));
  if (!config || state.isBlocked) return [];
  const thread = await findSlackThread(context.db, state.id);
  const channelId = thread?.channelId ?? channelFor(config, state)?.channelId;
  if (channelId === undefined) return [];
  const payload = await payloadOf(context, event, state, thread !== undefined);
  return payload ? [planned({ eventId, state, title: localize('message_to_slack') }, 'slack', channelId, payload)] : [];
}

async function payloadOf(
  context: ExternalContext,
  event: DomainEvent,
  state: ConversationState,
  hasThread: boolean,
): Promise<ThreadMessage | ThreadEdit | ThreadLine | null> {
  if (event.type === 'message.posted')
    return (await isFromSlack(context, state.id, event.seq)) ? null : { kind: 'thread_message', seq: event.seq };
  if (event.type === 'message.updated') return { kind: 'thread_edit', seq: event.seq };
  if (event.type !== 'conversation.changed') return null;
  // A conversation that has come to the channel's team begins with the last message.
  const isNew = !hasThread && (event.change === 'assigned' || event.change === 'handed_off');
  if (isNew) return state.lastSeq > 0 ? { kind: 'thread_message', seq: state.lastSeq } : null;
  const text = hasThread ? await lineOf(context, event, state) : null;
  return text === null ? null : { kind: 'thread_line', text };
}

/** Whether a colleague has written the message in the thread, where it is already. */
async function isFromSlack({ db }: ExternalContext, conversationId: string, seq: number): Promise<boolean> {
  const message = await findMessage(db, conversationId, seq);
  if (message?.senderType !== 'representative' || !message.clientMessageId) return false;
  return (await slackRepliesTo(db, conversationId)).some((id) => replyId(id) === message.clientMessageId);
}

interface Changed {
  state: ConversationState;
  assignee: string | undefined;
  /** Names the user who did it, after a blank; empty without one. */
  by: string;
}

const assigned = ({ assignee, by }: Changed): string =>
  assignee === undefined ? `Unassigned${by}` : `Assigned to ${escapeForSlack(assignee)}`;

/** Lines for changes; a thread doesn't show others. */
const lines: Partial<Record<ChangeKind, (changed: Changed) => string | null>> = {
  closed: ({ by }) => `Closed${by}`,
  reopened: ({ by }) => `Reopened${by}`,
  assigned,
  taken_over: assigned,
  returned_to_assistant: ({ by }) => `Returned to the assistant${by}`,
  snoozed({ state: { snoozedUntil }, by }) {
    if (!snoozedUntil) return null;
    const seconds = Math.floor(snoozedUntil.getTime() / 1000);
    return `Snoozed${by} until <!date^${seconds}^{date_short_pretty} {time}|${snoozedUntil.toISOString()}>`;
  },
  handed_off: ({ state: { handOffSummary } }) =>
    handOffSummary
      ? `*The assistant asks for a person*\n${escapeForSlack(handOffText(handOffSummary))}`
      : 'The assistant asks for a person',
};

/** Returns the line for a change; null for one that the thread doesn't show. */
async function lineOf(
  { db }: ExternalContext,
  { change, actorId }: Extract<DomainEvent, { type: 'conversation.changed' }>,
  state: ConversationState,
): Promise<string | null> {
  const line = lines[change];
  if (!line) return null;
  const nameOf = async (id: string | null): Promise<string | undefined> =>
    id === null ? undefined : (await findUser(db, id))?.name;
  const [actor, assignee] = await Promise.all([nameOf(actorId), nameOf(state.assignedRepresentativeId)]);
  return line({ state, assignee, by: actor === undefined ? '' : ` by ${escapeForSlack(actor)}` });
}

/** Makes a delivery to a thread. @throws CallFailed, OutboundError */
export async function postInThread(
  context: ExternalContext,
  delivery: ClaimedDelivery,
  payload: ThreadMessage | ThreadEdit | ThreadLine,
): Promise<void> {
  const config = await threadsOf(context);
  if (!config) throw switchedOff('Slack');
  const slack = slackOf(context, config.botToken);
  switch (payload.kind) {
    case 'thread_message':
      return postMessage(context, slack, delivery, payload);
    case 'thread_edit':
      return editMessage(context, slack, delivery, payload);
    case 'thread_line':
      return postLine(context, slack, delivery, payload);
  }
}

const gone = (): CallFailed => new CallFailed(localize('conversation_gone'), { transient: false });

async function postMessage(
  context: ExternalContext,
  slack: Slack,
  delivery: ClaimedDelivery,
  { seq }: ThreadMessage,
): Promise<void> {
  const { conversationId } = delivery;
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message || conversationId === null) throw gone();
  waitForFiles([message], delivery);
  const threadTs = await threadFor(context, slack, delivery, conversationId);
  const ready = (message.attachments ?? []).filter(({ state }) => state === 'ready');
  const ends = new Date(delivery.createdAt.getTime() + deliveredFileLinkDays * 24 * 3600 * 1000);
  const links = ready.map(({ id, name }) => ({
    name,
    url: `${context.publicUrl}${deliveredFileLink(context, { fileId: id, deliveryId: delivery.id, ends })}`,
  }));
  const text = message.removedAt ? 'Message removed' : wordsWithSources(message);
  await postOnce(context, slack, delivery, threadTs, slackPost(authorOf(message), text, links));
}

async function editMessage(
  context: ExternalContext,
  slack: Slack,
  { conversationId, target }: ClaimedDelivery,
  { seq }: ThreadEdit,
): Promise<void> {
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message || conversationId === null) throw gone();
  // A colleague’s own message in Slack can’t be changed by the app.
  const ts = await slackTsOf(context.db, { conversationId, seq });
  if (ts === undefined) return;
  const text = message.removedAt ? 'Message removed' : `${wordsWithSources(message)} (edited)`;
  await slack.update(target, ts, slackPost(authorOf(message), text));
}

async function postLine(
  context: ExternalContext,
  slack: Slack,
  delivery: ClaimedDelivery,
  { text }: ThreadLine,
): Promise<void> {
  const { conversationId } = delivery;
  if (conversationId === null) throw gone();
  const threadTs = await threadFor(context, slack, delivery, conversationId);
  await postOnce(context, slack, delivery, threadTs, slackLine(text));
}

/** Posts into the thread; after an attempt with an unknown end, only if the message isn't there. */
async function postOnce(
  { db }: ExternalContext,
  slack: Slack,
  { id, target: channelId, createdAt }: ClaimedDelivery,
  threadTs: string,
  post: ReturnType<typeof slackLine>,
): Promise<void> {
  const begun = await beginSend(db, id);
  if (begun === 'sent') return;
  const since = begun === 'unknown' ? createdAt : null;
  await completeSend(db, id, await slack.post({ channelId, threadTs }, { ...post, reference: id }, since));
}

/** Returns Slack's id of the thread, which the first message of a conversation begins. */
async function threadFor(
  context: ExternalContext,
  slack: Slack,
  { target: channelId, createdAt }: ClaimedDelivery,
  conversationId: string,
): Promise<string> {
  const thread = await beginSlackThread(context.db, conversationId, channelId);
  const state = await conversationState(context.db, conversationId);
  if (!thread || !state) throw gone();
  if (thread.threadTs !== null) return thread.threadTs;
  const head = `*${escapeForSlack(customerOf(state))}* · ${escapeForSlack(websiteOf(state))}`;
  const subject = state.subject ? `\n${escapeForSlack(state.subject)}` : '';
  const link = `<${conversationUrl(context, conversationId)}|Open the conversation>`;
  const post = { ...slackLine(`${head}${subject}\n${link}`), reference: conversationId };
  const threadTs = await slack.post({ channelId }, post, thread.isNew ? null : createdAt);
  await completeSlackThread(context.db, conversationId, threadTs);
  return threadTs;
}
