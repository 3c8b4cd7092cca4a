/** Receives Slack's events: replies in threads of conversations become deliveries, each once. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { attachmentsPerMessageMax } from '@parley/contracts/messages/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { conversationState } from '@parley/db/conversations/read';
import { slackThreadAt } from '@parley/db/deliveries/slack-threads';
import { deliverAll } from '../../deliveries/enqueue.ts';
import { planned } from '../../deliveries/notices.ts';
import type { ExternalContext } from '../../external/services.ts';
import type { ThreadReply } from './payload.ts';
import { writtenInSlack } from './text.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Seconds that a call may be older or newer than now. */
const toleranceSeconds = 5 * 60;

export interface SlackCall {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Body as it came. */
  raw: Buffer;
}

/**
 * Stores a reply of a call; returns the challenge of one that verifies the address. Resolves once the reply is stored.
 * Repeated calls, our own messages and those of other apps change nothing.
 *
 * @throws Problem `forbidden` without a fresh signature of Slack's, `malformed`
 */
export async function receiveFromSlack(
  context: ExternalContext,
  { headers, raw }: SlackCall,
): Promise<{ challenge?: string }> {
  const { enabled, signingSecret } = (await context.settings.read()).slackThreadsConfig;
  if (!isSigned(signingSecret, headers, raw)) throw new Problem('forbidden', 'The signature is not Slack’s.');
  const call = read(raw);
  if (call['type'] === 'url_verification') return { challenge: textOf(call['challenge']).slice(0, 500) };
  const found = enabled && isObject(call['event']) ? replyOf(call['event']) : null;
  const thread = found && (await slackThreadAt(context.db, found));
  const state = thread ? await conversationState(context.db, thread.conversationId) : undefined;
  if (!found || !state) return {};
  const eventId = eventIdOf(textOf(call['event_id']), found.at);
  const subject = { eventId, state, title: localize('reply_from_slack') };
  await deliverAll(context, [planned(subject, 'slack', repliesIn(found.channelId), found.reply)]);
  return {};
}

/** Returns the target of replies from a channel: they don't wait for what is posted there. */
export const repliesIn = (channelId: string): string => `${channelId}:replies`;

/** Checks the signature of a call: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isSigned(secret: string, headers: SlackCall['headers'], raw: Buffer, now = Date.now()): boolean {
  const timestamp = headers['x-slack-request-timestamp'] ?? '';
  if (secret === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = Buffer.from(
    `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(raw).digest('hex')}`,
  );
  const given = Buffer.from(headers['x-slack-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function read(raw: Buffer): Json {
  try {
    const call: unknown = JSON.parse(raw.toString('utf8'));
    if (isObject(call)) return call;
  } catch {
    // Refused like another kind of JSON.
  }
  throw new Problem('malformed', 'The body is not an event of Slack’s.');
}

interface Found {
  channelId: string;
  threadTs: string;
  /** When it was written, in epoch milliseconds. */
  at: number;
  reply: ThreadReply;
}

/** Reads an event; null for what isn't a person's message in a thread. */
function replyOf(event: Json): Found | null {
  if (event['type'] !== 'message') return null;
  const { subtype } = event;
  const channelId = textOf(event['channel']);
  const at = millisecondsOf(textOf(event['event_ts']) || textOf(event['ts']));
  if (subtype === undefined || subtype === 'file_share' || subtype === 'thread_broadcast') {
    const reply = messageOf(event, 'written');
    return reply && { channelId, at, ...reply };
  }
  const previous = isObject(event['previous_message']) ? event['previous_message'] : {};
  if (subtype === 'message_deleted') {
    const reply = messageOf(previous, 'removed');
    return reply && { channelId, at, ...reply };
  }
  const changed = subtype === 'message_changed' && isObject(event['message']) ? event['message'] : null;
  // Previews of links arrive as changes too.
  if (!changed || textOf(changed['text']) === textOf(previous['text'])) return null;
  // A removed message that has replies stays as a tombstone.
  const what = changed['subtype'] === 'tombstone' ? 'removed' : 'edited';
  const reply = messageOf(what === 'removed' ? { ...previous, ...threadOf(changed) } : changed, what);
  return reply && { channelId, at, ...reply };
}

const threadOf = ({ thread_ts: threadTs }: Json) => (threadTs === undefined ? {} : { thread_ts: threadTs });

/** Reads a message; null for one of an app, ours among them, and for one outside a thread. */
function messageOf(message: Json, what: ThreadReply['what']): { threadTs: string; reply: ThreadReply } | null {
  const [user, ts, threadTs] = [message['user'], message['ts'], message['thread_ts']].map(textOf);
  const isOfApp = message['bot_id'] !== undefined || message['app_id'] !== undefined;
  if (!user || !ts || !threadTs || threadTs === ts || isOfApp) return null;
  const files = Array.isArray(message['files']) ? message['files'].filter(isObject) : [];
  return {
    threadTs,
    reply: {
      kind: 'thread_reply',
      what,
      user,
      ts,
      ...writtenInSlack(message),
      files: files.slice(0, attachmentsPerMessageMax).map((file) => ({
        name: textOf(file['name']) || 'file',
        size: Number.isSafeInteger(file['size']) ? Number(file['size']) : 0,
        url: textOf(file['url_private_download']) || textOf(file['url_private']),
      })),
    },
  };
}

const millisecondsOf = (ts: string): number => Math.floor(Number.parseFloat(ts) * 1000) || Date.now();

/** Returns the same id for an event however often it comes; ids sort by the time of their events. */
function eventIdOf(slackId: string, at: number): string {
  const time = at.toString(16).padStart(12, '0').slice(-12);
  const hash = createHash('sha256').update(`slack ${slackId}`).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-8${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
