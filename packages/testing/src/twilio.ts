/** The part of Twilio's API that text messages need, with one account. https://www.twilio.com/docs/messaging/api */
import { createHmac } from 'node:crypto';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface SentSms {
  sid: string;
  to: string;
  /** Everything that was asked for. */
  form: URLSearchParams;
}

/** Outcome of the next message: a refusal with Twilio's code, or taken without an answer. */
export type Fate = { code: number; message: string; status?: number } | { takenThen: Behaviour };

export interface TwilioServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  accountSid: string;
  authToken: string;
  sender: string;
  sent: SentSms[];
  /** Outcomes of the next messages to a number. */
  fates: Map<string, Fate[]>;
  /** Files of customers, by the last part of their address. */
  files: Map<string, Buffer>;
  /** Returns a call as Twilio signs it for an address. */
  call(
    address: string,
    fields: Record<string, string>,
  ): { headers: Record<string, string>; raw: Buffer; body: unknown };
  /** Returns the fields of a message from a number; its id is new unless given. */
  message(from: string, fields: Record<string, string>): Record<string, string>;
  endpoint: Endpoint;
  close(): Promise<void>;
}

const json = (value: unknown, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Starts the API with the account “Shop”. */
export async function startTwilio(): Promise<TwilioServer> {
  let ids = 0;
  const newSid = () => `SM${String((ids += 1)).padStart(32, '0')}`;

  function handle({ method, path, headers, body }: ReceivedRequest): Behaviour {
    const known = Buffer.from(`${server.accountSid}:${server.authToken}`).toString('base64');
    if (headers['authorization'] !== `Basic ${known}`)
      return json({ code: 20_003, message: 'Authenticate', status: 401 }, 401);
    const account = `/2010-04-01/Accounts/${server.accountSid}`;
    const file = server.files.get(path.split('/').at(-1) ?? '');
    if (file) return { status: 200, body: file };
    if (method === 'GET' && path === `${account}.json`) return json({ friendly_name: 'Shop', status: 'active' });
    if (method !== 'POST' || path !== `${account}/Messages.json`)
      return json({ code: 20_404, message: 'Not found' }, 404);
    return take(new URLSearchParams(body));
  }

  function take(form: URLSearchParams): Behaviour {
    const to = form.get('To') ?? '';
    const text = form.get('Body') ?? '';
    if (text === '' && form.getAll('MediaUrl').length === 0) return json({ code: 21_602, message: 'No body' }, 400);
    if (text.length > 1_600) return json({ code: 21_617, message: 'The body exceeds 1600 characters' }, 400);
    if (form.get('From') !== server.sender) return json({ code: 21_603, message: 'No sender' }, 400);
    const fate = server.fates.get(to)?.shift();
    if (fate && 'code' in fate) return json({ code: fate.code, message: fate.message }, fate.status ?? 400);
    const sid = newSid();
    server.sent.push({ sid, to, form });
    return fate ? fate.takenThen : json({ sid, status: 'queued', num_segments: '1' }, 201);
  }

  const endpoint = await startEndpoint(handle);
  const server: TwilioServer = {
    url: endpoint.url,
    accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
    authToken: 'token_of_the_test_account',
    sender: '+15550100',
    sent: [],
    fates: new Map(),
    files: new Map(),
    call(address, fields) {
      const text = Object.keys(fields)
        .toSorted()
        .map((name) => name + fields[name])
        .join('');
      const signature = createHmac('sha1', server.authToken)
        .update(address + text)
        .digest('base64');
      const raw = Buffer.from(new URLSearchParams(fields).toString());
      return { headers: { 'x-twilio-signature': signature }, raw, body: fields };
    },
    message: (from, fields) => ({
      MessageSid: newSid(),
      AccountSid: server.accountSid,
      From: from,
      To: server.sender,
      NumMedia: '0',
      ...fields,
    }),
    endpoint,
    close: () => endpoint.close(),
  };
  return server;
}
