/** The part of Meta's Graph API that direct messages need: a Facebook page or an Instagram account, and people who write to it. https://developers.facebook.com/docs/messenger-platform */
import { createHmac } from 'node:crypto';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface SentByAccount {
  id: string;
  to: string;
  /** Everything that was asked for. */
  call: Record<string, unknown>;
  message: Record<string, unknown>;
}

/** Outcome of the next message: a refusal with Meta's codes, or taken without an answer. */
export type Fate = { code: number; subcode?: number; words: string; status?: number } | { takenThen: Behaviour };

export interface MessengerServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  accountId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  sent: SentByAccount[];
  /** Outcomes of the next messages to a customer. */
  fates: Map<string, Fate[]>;
  /** Profiles of customers, by their id; others have none. */
  profiles: Map<string, Record<string, string>>;
  /** Files of customers, by the last part of their address. */
  files: Map<string, Buffer>;
  /** Fields that the app was subscribed to. */
  subscribed: string[];
  /** Returns the signed notification of events, as Meta posts it. */
  notification(...events: object[]): { headers: Record<string, string>; raw: Buffer; body: unknown };
  /** Returns the notification of a message; its `mid` is new unless given. */
  message(
    from: string,
    message: Record<string, unknown>,
  ): ReturnType<MessengerServer['notification']> & { mid: string };
  /** Returns the notification of something else that a customer did. */
  event(from: string, event: Record<string, unknown>): ReturnType<MessengerServer['notification']>;
  endpoint: Endpoint;
  close(): Promise<void>;
}

const json = (value: unknown, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
const refusal = (status: number, code: number, message: string, subcode?: number): Behaviour =>
  json({ error: { message, type: 'OAuthException', code, ...(subcode && { error_subcode: subcode }) } }, status);

/** Starts the API with the account “shop”. */
export async function startMessenger(object: 'page' | 'instagram'): Promise<MessengerServer> {
  const version = '/v23.0';
  let ids = 0;
  const newId = () => `m_${(ids += 1)}`;

  function handle(request: ReceivedRequest): Behaviour {
    const { pathname } = new URL(request.path, 'http://graph.invalid');
    const [, file = ''] = /^\/files\/([\w.-]+)$/.exec(pathname) ?? [];
    // Links to files are open to those who know them; a token has no place there.
    if (file) return { status: request.headers['authorization'] ? 400 : 200, body: server.files.get(file) ?? '' };
    if (request.headers['authorization'] !== `Bearer ${server.accessToken}`)
      return refusal(401, 190, 'Error validating access token');
    const [id = '', edge] = pathname.slice(version.length + 1).split('/');
    if (request.method === 'GET') {
      const profile = id === server.accountId ? { name: 'Shop', username: 'shop' } : server.profiles.get(id);
      return profile ? json({ id, ...profile }) : refusal(400, 100, 'Object does not exist', 33);
    }
    if (id !== server.accountId) return refusal(400, 100, 'Unsupported post request');
    if (edge === 'messages') return take(JSON.parse(request.body));
    if (edge !== 'subscribed_apps') return refusal(400, 100, 'Unsupported post request');
    server.subscribed.push(String(JSON.parse(request.body).subscribed_fields));
    return json({ success: true });
  }

  function take(call: { recipient: { id: string }; message: Record<string, unknown>; [field: string]: unknown }) {
    const to = call.recipient.id;
    const fault = faultOf(call.message, object);
    if (fault) return refusal(400, 100, fault);
    const fate = server.fates.get(to)?.shift();
    if (fate && 'code' in fate) return refusal(fate.status ?? 400, fate.code, fate.words, fate.subcode);
    const id = newId();
    server.sent.push({ id, to, call, message: call.message });
    return fate ? fate.takenThen : json({ recipient_id: to, message_id: id });
  }

  const endpoint = await startEndpoint(handle);
  const server: MessengerServer = {
    url: `${endpoint.url}${version}`,
    accountId: object === 'page' ? '106540352242922' : '17841405822304914',
    accessToken: 'EAAG-token_of_the_test',
    appSecret: 'f00d5ec7e7c0ffee',
    verifyToken: 'chosen by the admin',
    sent: [],
    fates: new Map(),
    profiles: new Map(),
    files: new Map(),
    subscribed: [],
    notification(...events) {
      const body = { object, entry: [{ id: server.accountId, time: Date.now(), messaging: events }] };
      const raw = Buffer.from(JSON.stringify(body));
      const signature = createHmac('sha256', server.appSecret).update(raw).digest('hex');
      return { headers: { 'x-hub-signature-256': `sha256=${signature}` }, raw, body };
    },
    message(from, message) {
      const mid = typeof message['mid'] === 'string' ? message['mid'] : newId();
      return { mid, ...server.event(from, { message: { mid, ...message } }) };
    },
    event: (from, event) =>
      server.notification({
        sender: { id: from },
        recipient: { id: server.accountId },
        timestamp: Date.now(),
        ...event,
      }),
    endpoint,
    close: () => endpoint.close(),
  };
  return server;
}

interface Message {
  text?: string;
  quick_replies?: { title: string; payload: string }[];
  attachment?: { type: string; payload: { url?: string } };
}

/** Returns what Meta would refuse about a message; its limits are in its reference. */
function faultOf({ text, quick_replies: choices = [], attachment }: Message, object: 'page' | 'instagram') {
  if ((text === undefined) === (attachment === undefined)) return 'A message has a text or an attachment';
  const length = object === 'page' ? (text ?? '').length : Buffer.byteLength(text ?? '');
  if (text === '' || length > (object === 'page' ? 2_000 : 1_000)) return 'The text is too long';
  if (choices.length > 13) return 'There are at most 13 quick replies';
  if (choices.some(({ title }) => title.length < 1 || title.length > 20)) return 'A title has 1 to 20 characters';
  if (attachment && !attachment.payload.url) return 'An attachment has an address';
  return attachment?.type === 'file' && object === 'instagram' ? 'This type is not shown' : undefined;
}
