/** The few calls of Slack's Web API that threads need. https://docs.slack.dev/reference/methods */
import { slack as contract } from '@parley/contracts/channels/slack';
import { localize } from '@parley/contracts/i18n/server-texts';
import { CallFailed, expectSuccess, isTransientStatus, readRetryAfter } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { isObject, type Json, listOf, textOf } from '@parley/contracts/json';
import type { ThreadPerson } from '../threads/product.ts';

/** Message as it is to be shown: its blocks, and their text for notifications. */
export interface SlackPost {
  text: string;
  blocks: readonly Json[];
  /** Found again by it after an interrupted call. */
  reference: string;
}

export interface SlackPlace {
  channelId: string;
  /** First message of the thread; none for a new one. */
  threadTs?: string;
}

export interface SlackWorkspace {
  teamId: string;
  team: string;
  /** Id of the app's own user. */
  botId: string;
  bot: string;
}

export interface Slack {
  workspace(): Promise<SlackWorkspace>;
  /**
   * Posts a message and returns Slack's id of it. `mayExistSince`: an interrupted call may have done it since then, so
   * it looks first.
   */
  post(place: SlackPlace, post: SlackPost, mayExistSince: Date | null): Promise<string>;
  update(channelId: string, ts: string, post: Pick<SlackPost, 'text' | 'blocks'>): Promise<void>;
  /** Shows a text to one person in a thread. */
  hint(place: SlackPlace, userId: string, text: string): Promise<void>;
  user(userId: string): Promise<ThreadPerson>;
  channels(): Promise<{ id: string; name: string; isPrivate: boolean; isMember: boolean }[]>;
  /** Returns the bytes of a file that was sent in Slack. @throws CallFailed, OutboundError */
  file(url: string, maxBytes: number): Promise<Buffer>;
}

/** Errors that pass by themselves; others are refusals. */
const passing = new Set(['ratelimited', 'internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);
const ofToken = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired']);
const ofChannel = new Set(['not_in_channel', 'channel_not_found', 'is_archived']);

/** Kind of the metadata that marks our messages, and that only apps see. */
const marked = 'parley_message';
/** Messages of a thread or channel that are searched for one that may be there. */
const searched = 200;
const pages = 5;
const clockToleranceMs = 60_000;

/** Opens Slack's API with the token of the app's bot. */
export function slackOf({ external }: Pick<ExternalContext, 'external'>, botToken: string): Slack {
  const server = external.channelApis.get(contract.id) ?? contract.api;
  const { host } = new URL(server);

  async function call(method: string, parameters: Readonly<Json> = {}): Promise<Json> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const answer = await external.outbound.request(`${server}/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${botToken}`,
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      },
      body: form.toString(),
    });
    const { status } = answer;
    if (status === 429)
      throw new CallFailed(localize('answered', { host, status }), {
        responseStatus: status,
        transient: true,
        retryAfterMs: readRetryAfter(answer.headers['retry-after'], Infinity) || 1_000,
      });
    expectSuccess(host, answer, [botToken]);
    const result = read(answer.text);
    if (result['ok'] === true) return result;
    throw refusal(textOf(result['error']) || 'no JSON', textOf(result['needed']), status);
  }

  const refusal = (error: string, needed: string, status: number): CallFailed => {
    const options = { responseStatus: status, transient: passing.has(error) || isTransientStatus(status) };
    if (ofToken.has(error)) return new CallFailed(localize('slack_token_refused'), options);
    if (ofChannel.has(error)) return new CallFailed(localize('slack_not_in_channel'), options);
    if (error === 'missing_scope') return new CallFailed(localize('slack_scope_missing', { scope: needed }), options);
    return new CallFailed(localize('answered_with', { host, status, words: error }), options);
  };

  /** Returns Slack's id of our message with this reference, if a thread or channel has it. */
  async function find(
    { channelId, threadTs }: SlackPlace,
    reference: string,
    since: Date,
  ): Promise<string | undefined> {
    const oldest = (since.getTime() - clockToleranceMs) / 1000;
    const where = { channel: channelId, oldest: String(oldest), include_all_metadata: 'true', limit: String(searched) };
    const found = threadTs
      ? await call('conversations.replies', { ...where, ts: threadTs })
      : await call('conversations.history', where);
    const ours = listOf(found['messages']).find(({ metadata }) => {
      if (!isObject(metadata) || metadata['event_type'] !== marked) return false;
      return isObject(metadata['event_payload']) && metadata['event_payload']['reference'] === reference;
    });
    return ours && textOf(ours['ts']);
  }

  return {
    async workspace() {
      const found = await call('auth.test');
      return {
        teamId: textOf(found['team_id']),
        team: textOf(found['team']),
        botId: textOf(found['user_id']),
        bot: textOf(found['user']),
      };
    },

    async post(place, { reference, text, blocks }, mayExistSince) {
      const there = mayExistSince ? await find(place, reference, mayExistSince) : undefined;
      if (there) return there;
      const posted = await call('chat.postMessage', {
        channel: place.channelId,
        thread_ts: place.threadTs,
        text,
        blocks,
        unfurl_links: 'false',
        unfurl_media: 'false',
        metadata: { event_type: marked, event_payload: { reference } },
      });
      return textOf(posted['ts']);
    },

    async update(channelId, ts, { text, blocks }) {
      await call('chat.update', { channel: channelId, ts, text, blocks });
    },

    async hint({ channelId, threadTs }, userId, text) {
      await call('chat.postEphemeral', { channel: channelId, thread_ts: threadTs, user: userId, text });
    },

    async user(userId) {
      const [{ user }, { team_id: own }] = await Promise.all([call('users.info', { user: userId }), call('auth.test')]);
      if (!isObject(user)) return { email: null, isOwn: false };
      const email = isObject(user['profile']) ? textOf(user['profile']['email']) : '';
      const isElsewhere = user['team_id'] !== own || user['is_stranger'] === true;
      const isOwn = !isElsewhere && user['is_bot'] !== true && user['deleted'] !== true;
      return { email: email || null, isOwn };
    },

    async channels() {
      const found: Awaited<ReturnType<Slack['channels']>> = [];
      let cursor = '';
      for (let page = 0; page < pages; page += 1) {
        const answer = await call('conversations.list', {
          types: 'public_channel,private_channel',
          exclude_archived: 'true',
          limit: String(searched),
          ...(cursor && { cursor }),
        });
        found.push(
          ...listOf(answer['channels']).map((channel) => ({
            id: textOf(channel['id']),
            name: textOf(channel['name']),
            isPrivate: channel['is_private'] === true,
            isMember: channel['is_member'] === true,
          })),
        );
        cursor = isObject(answer['response_metadata']) ? textOf(answer['response_metadata']['next_cursor']) : '';
        if (cursor === '') break;
      }
      return found.toSorted((one, other) => one.name.localeCompare(other.name));
    },

    async file(url, maxBytes) {
      if (!isFileOf(server, url)) throw new CallFailed(localize('file_refused'), { transient: false });
      const answer = await external.outbound.request(url, {
        headers: { authorization: `Bearer ${botToken}` },
        maxBytes,
        maxRedirects: 0,
        timeoutMs: 60_000,
      });
      expectSuccess(new URL(url).host, answer, [botToken]);
      // Slack answers its sign-in page where the token may not read the file.
      if (answer.headers['content-type']?.startsWith('text/html'))
        throw new CallFailed(localize('slack_scope_missing', { scope: 'files:read' }), { transient: false });
      return answer.bytes;
    },
  };
}

/** Whether an address is one of Slack's files: the token is sent to no other. */
function isFileOf(server: string, url: string): boolean {
  const { origin, protocol, hostname } = URL.parse(url) ?? {};
  return origin === new URL(server).origin || (protocol === 'https:' && hostname === 'files.slack.com');
}

function read(text: string): Json {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}
