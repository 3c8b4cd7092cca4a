/** Receives Slack's events: replies in threads of conversations become deliveries, each once. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { attachmentsPerMessageMax } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import type { ExternalContext } from '../../external/services.ts';
import { arriveInThread } from '../threads/arrivals.ts';
import { isObject, type Json, textOf } from '@parley/contracts/json';
import type { ThreadReply } from '../threads/payload.ts';
import type { ThreadPlace } from '../threads/product.ts';
import { slackThreads } from './product.ts';
import { writtenInSlack } from './text.ts';

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
  if (found) await arriveInThread(context, slackThreads, { ...found, eventId: textOf(call['event_id']) });
  return {};
}

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

interface Found extends ThreadPlace {
  reply: ThreadReply;
}

/** Reads an event; null for what isn't a person's message in a thread. */
function replyOf(event: Json): Found | null {
  if (event['type'] !== 'message') return null;
  const { subtype } = event;
  const channelId = textOf(event['channel']);
  const at = millisecondsOf(textOf(event['event_ts']) || textOf(event['ts']));
  if (subtype === undefined || subtype === 'file_share' || subtype === 'thread_broadcast') {
    const reply = messageOf(event, 'written', at);
    return reply && { channelId, ...reply };
  }
  const previous = isObject(event['previous_message']) ? event['previous_message'] : {};
  if (subtype === 'message_deleted') {
    const reply = messageOf(previous, 'removed', at);
    return reply && { channelId, ...reply };
  }
  const changed = subtype === 'message_changed' && isObject(event['message']) ? event['message'] : null;
  // Previews of links arrive as changes too.
  if (!changed || textOf(changed['text']) === textOf(previous['text'])) return null;
  // A removed message that has replies stays as a tombstone.
  const what = changed['subtype'] === 'tombstone' ? 'removed' : 'edited';
  const reply = messageOf(what === 'removed' ? { ...previous, ...threadOf(changed) } : changed, what, at);
  return reply && { channelId, ...reply };
}

const threadOf = ({ thread_ts: threadTs }: Json) => (threadTs === undefined ? {} : { thread_ts: threadTs });

/** Reads a message; null for one of an app, ours among them, and for one outside a thread. */
function messageOf(message: Json, what: ThreadReply['what'], at: number): Omit<Found, 'channelId'> | null {
  const [user, ts, threadTs] = [message['user'], message['ts'], message['thread_ts']].map(textOf);
  const isOfApp = message['bot_id'] !== undefined || message['app_id'] !== undefined;
  if (!user || !ts || !threadTs || threadTs === ts || isOfApp) return null;
  const files = Array.isArray(message['files']) ? message['files'].filter(isObject) : [];
  return {
    threadId: threadTs,
    reply: {
      kind: 'thread_reply',
      what,
      user,
      messageId: ts,
      at,
      ...writtenInSlack(message),
      files: files.slice(0, attachmentsPerMessageMax).map((file) => ({
        name: textOf(file['name']) || 'file',
        size: Number.isSafeInteger(file['size']) ? Number(file['size']) : 0,
        url: textOf(file['url_private_download']) || textOf(file['url_private']),
      })),
      elsewhere: [],
    },
  };
}

const millisecondsOf = (ts: string): number => Math.floor(Number.parseFloat(ts) * 1000) || Date.now();
