/** The part of Slack that threads of conversations need: one workspace with people, channels, and an app. https://docs.slack.dev/reference/methods */
import { createHmac } from 'node:crypto';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface SlackMessage {
  channel: string;
  ts: string;
  threadTs: string | undefined;
  text: string;
  /** Everything that its blocks show, one line each. */
  shown: string;
  /** Metadata of the app’s own messages. */
  metadata?: unknown;
}

export interface SlackPerson {
  id: string;
  email?: string;
  /** Another workspace, for people of shared channels. */
  teamId?: string;
  isBot?: boolean;
}

/** Outcome of the next calls of a method: refused, or done without an answer. */
export type SlackFate = { error: string } | { retryAfter: number } | { doneThen: Behaviour };

export interface SlackServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  token: string;
  signingSecret: string;
  /** Address that events are posted to. */
  events: string | null;
  people: Map<string, SlackPerson>;
  channels: { id: string; name: string; isPrivate: boolean; isMember: boolean }[];
  /** Messages of the app, in their order, as they are now. */
  messages: SlackMessage[];
  /** Texts that were shown to one person alone. */
  hints: { channel: string; user: string; threadTs: string | undefined; text: string }[];
  files: Map<string, Buffer>;
  fates: Map<string, SlackFate[]>;
  endpoint: Endpoint;
  /** A message of a person; returns Slack's id of it. `more` goes with it. */
  writes(from: { user: string; channel: string; threadTs?: string }, text: string, more?: object): Promise<string>;
  /** Posts an event, signed; returns the answer's status and body. */
  delivers(
    event: object,
    options?: { eventId?: string; secret?: string; at?: number },
  ): Promise<{
    status: number;
    body: unknown;
  }>;
  /** Posts any body, signed as it is. */
  posts(body: string, options?: { secret?: string; at?: number }): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

type Parameters = Record<string, string | undefined>;

const json = (body: object, status = 200, headers: Record<string, string> = {}): Behaviour => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const refused = (error: string, more: object = {}): Behaviour => json({ ok: false, error, ...more });

interface Block {
  text?: { text: string };
  elements?: { text: string }[];
}
const shownBy = (blocks: string | undefined): string =>
  (JSON.parse(blocks ?? '[]') as Block[])
    .flatMap(({ text, elements = [] }) => [...(text ? [text.text] : []), ...elements.map((each) => each.text)])
    .join('\n');

/** Starts a workspace `Acme` with the channel `support` and the app `@parley`. */
export async function startSlack(): Promise<SlackServer> {
  const token = 'xoxb-1-token-of-the-test';
  const teamId = 'T0ACME';
  let clock = Date.now() * 1000;
  let number = 0;
  const nextTs = (): string => {
    clock = Math.max(clock + 1, Date.now() * 1000);
    return `${Math.floor(clock / 1_000_000)}.${String(clock % 1_000_000).padStart(6, '0')}`;
  };

  const isMember = (channel: string | undefined) => server.channels.find(({ id }) => id === channel)?.isMember === true;
  const since =
    ({ oldest = '0' }: Parameters) =>
    ({ ts }: SlackMessage) =>
      Number(ts) > Number(oldest);
  const asSent = ({ ts, threadTs, text, metadata }: SlackMessage) => ({ ts, thread_ts: threadTs, text, metadata });

  const methods: Record<string, (given: Parameters) => Behaviour> = {
    'auth.test': () => json({ ok: true, team: 'Acme', team_id: teamId, user: 'parley', user_id: 'U0PARLEY' }),
    'conversations.list': () =>
      json({
        ok: true,
        channels: server.channels.map(({ isPrivate, isMember: member, ...rest }) => ({
          ...rest,
          is_private: isPrivate,
          is_member: member,
        })),
        response_metadata: { next_cursor: '' },
      }),
    'conversations.history': (given) =>
      json({
        ok: true,
        messages: server.messages
          .filter(({ channel, threadTs }) => channel === given['channel'] && threadTs === undefined)
          .filter(since(given))
          .toReversed()
          .map(asSent),
      }),
    'conversations.replies': (given) =>
      json({
        ok: true,
        messages: server.messages
          .filter(({ channel, threadTs }) => channel === given['channel'] && threadTs === given['ts'])
          .filter(since(given))
          .map(asSent),
      }),
    'users.info': ({ user = '' }) => {
      const found = server.people.get(user);
      if (!found) return refused('user_not_found');
      const { email, isBot = false, teamId: own = teamId } = found;
      return json({ ok: true, user: { id: user, team_id: own, is_bot: isBot, profile: { email } } });
    },
    'chat.postMessage': ({ channel = '', thread_ts: threadTs, text = '', blocks, metadata }) => {
      if (!isMember(channel)) return refused('not_in_channel');
      const ts = nextTs();
      server.messages.push({
        channel,
        ts,
        threadTs,
        text,
        shown: shownBy(blocks),
        metadata: metadata && (JSON.parse(metadata) as unknown),
      });
      return json({ ok: true, channel, ts });
    },
    'chat.update': ({ channel, ts, text = '', blocks }) => {
      const found = server.messages.find((each) => each.channel === channel && each.ts === ts);
      if (!found) return refused('message_not_found');
      Object.assign(found, { text, shown: shownBy(blocks) });
      return json({ ok: true, channel, ts });
    },
    'chat.postEphemeral': ({ channel = '', user = '', thread_ts: threadTs, text = '' }) => {
      server.hints.push({ channel, user, threadTs, text });
      return json({ ok: true, message_ts: nextTs() });
    },
  };

  function handle({ path, headers, body }: ReceivedRequest): Behaviour {
    const file = server.files.get(path.replace('/files/', ''));
    if (headers['authorization'] !== `Bearer ${token}`) return refused('invalid_auth');
    if (file) return { status: 200, body: file, headers: { 'content-type': 'application/octet-stream' } };
    const method = path.replace(/^\//, '');
    const call = methods[method];
    if (!call) return refused('unknown_method');
    const fate = server.fates.get(method)?.shift();
    if (fate && 'error' in fate) return refused(fate.error);
    if (fate && 'retryAfter' in fate)
      return json({ ok: false, error: 'ratelimited' }, 429, { 'retry-after': String(fate.retryAfter) });
    const answer = call(Object.fromEntries(new URLSearchParams(body)));
    return fate ? fate.doneThen : answer;
  }

  const endpoint = await startEndpoint(handle);
  const server: SlackServer = {
    url: endpoint.url,
    token,
    signingSecret: 'signing-secret-of-the-test',
    events: null,
    people: new Map(),
    channels: [{ id: 'C0SUPPORT', name: 'support', isPrivate: false, isMember: true }],
    messages: [],
    hints: [],
    files: new Map(),
    fates: new Map(),
    async writes({ user, channel, threadTs }, text, more = {}) {
      const ts = nextTs();
      await server.delivers({ type: 'message', channel, user, text, ts, event_ts: ts, thread_ts: threadTs, ...more });
      return ts;
    },
    delivers(event, { eventId = `Ev${(number += 1)}`, ...options } = {}) {
      const body = { type: 'event_callback', team_id: teamId, api_app_id: 'A0PARLEY', event_id: eventId, event };
      return server.posts(JSON.stringify(body), options);
    },
    async posts(body, { secret = server.signingSecret, at = Date.now() } = {}) {
      if (server.events === null) throw new Error('There is no address for events.');
      const timestamp = String(Math.floor(at / 1000));
      const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
      const answer = await fetch(server.events, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      });
      const answered: unknown = await answer.json();
      return { status: answer.status, body: answered };
    },
    endpoint,
    close: () => endpoint.close(),
  };
  return server;
}
