/** Conversations through the one origin of an installation, and whether anything of them was lost. */
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { User } from '@parley/contracts/entities';
import type { FileLinks, Upload } from '@parley/contracts/routes/uploads';
import { seeded } from '../chaos/seeded.ts';
import { ChaosClient } from '../chaos/chaos-client.ts';
import { until } from '../process.ts';
import type { Engine } from './engine.ts';

const origin = 'http://localhost';
export const admin = {
  name: 'Ada Moreau',
  email: 'ada@example.com',
  username: 'ada',
  password: 'correct horse battery',
};

export interface SignedInUser {
  user: User;
  cookie: string;
}

/** Calls the API; throws with the answer's text when it refuses. */
export async function call<T>(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<{ status: number; body: T; response: Response }> {
  const { body, headers = {}, method = body ? 'POST' : 'GET' } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { status: response.status, body: JSON.parse(text || 'null') as T, response };
}

/** Registers or signs in, and answers who that is with the session cookie. */
export async function enter(url: string, path: '/api/register' | '/api/login', body: object): Promise<SignedInUser> {
  const { body: user, response } = await call<User>(url, path, { body });
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return { user, cookie };
}

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Sends a picture into a conversation; returns its ID once it has been re-encoded. */
export async function sendPicture(url: string, headers: { cookie: string }, conversationId: string): Promise<string> {
  const body = { name: 'dot.png', size: picture.length };
  const { body: upload } = await call<Upload>(url, '/api/uploads', { headers, body });
  const { id } = upload.attachment;
  const sent = await fetch(`${url}${upload.url}`, {
    method: 'PATCH',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: picture,
  });
  if (sent.status !== 204) throw new Error(`${sent.status} ${await sent.text()}`);
  await call(url, '/api/messages', {
    headers,
    body: { conversationId, attachments: [{ id }], clientMessageId: crypto.randomUUID() },
  });
  await until(
    async () => {
      const { body: now } = await call<Attachment>(url, `/api/uploads/${id}`, { headers });
      if (now.state === 'refused') throw new Error(`It was refused: ${now.reason}.`);
      return now.state === 'ready';
    },
    'the picture to be ready',
    120,
  );
  return id;
}

/** Fetches what is served of a file: itself and its smaller versions. */
export async function fetchFile(url: string, headers: { cookie: string }, id: string): Promise<Buffer[]> {
  const { body: links } = await call<FileLinks[]>(url, '/api/files/links', { headers, body: { ids: [id] } });
  const addresses = links.flatMap(({ original, small, large }) => [original, small ?? '', large ?? '']);
  if (addresses.length !== 3) throw new Error('There is no link to the file.');
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(`${url}${address}`);
      if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
}

/** A visitor's page and a representative's, both on one conversation that the visitor has begun. */
export async function converse(url: string, user: SignedInUser, count: number): Promise<ChaosClient[]> {
  const clients: ChaosClient[] = [];
  const shared = { gateways: [{ url }], apis: [{ url }], chance: seeded(1) };
  for (let index = 0; index < count; index += 1) {
    const page = { url: `${origin}/cart` };
    const session = await call<{ token: string }>(url, '/api/visitor/session', { headers: { origin }, body: { page } });
    const { token } = session.body;
    const content = `conversation ${index} begins`;
    const first = await call<{ conversationId: string }>(url, '/api/visitor/messages', {
      headers: { origin, authorization: `Bearer ${token}` },
      body: { content, clientMessageId: crypto.randomUUID() },
    });
    const { conversationId } = first.body;
    const visitor = new ChaosClient({
      ...shared,
      conversationId,
      name: `visitor ${index}`,
      credentials: { kind: 'visitor', token, origin },
    });
    visitor.written.push(content);
    const { cookie } = user;
    const staff = new ChaosClient({
      ...shared,
      conversationId,
      name: `staff ${index}`,
      credentials: { kind: 'staff', cookie },
    });
    clients.push(visitor, staff);
  }
  return clients;
}

/** Lets everybody write in turn, ten messages a second in all, while `happening` goes on. */
export async function talkWhile(clients: ChaosClient[], happening: () => Promise<void>): Promise<void> {
  let turn = 0;
  const writing = setInterval(() => {
    const client = clients[turn++ % clients.length];
    client?.write(`${client.name}: ${client.written.length}`);
  }, 100);
  try {
    await happening();
  } finally {
    clearInterval(writing);
  }
}

/**
 * Waits until what was written, what is stored and what everybody has on screen are the same, each message once and in
 * order. Answers how many there are.
 * @throws Error that says for whom it is not so
 */
export async function nothingIsLost(engine: Engine, clients: ChaosClient[]): Promise<number> {
  await until(() => clients.every(({ outbox }) => outbox.pending.length === 0), 'every outbox to be empty', 60);
  const rows = await engine.sql('select conversation_id, seq, content from messages order by conversation_id, seq');
  const stored = Map.groupBy(
    rows.map((row) => row.split('|')),
    ([conversationId]) => conversationId,
  );
  let total = 0;
  for (const { conversationId, name, written, followed } of clients) {
    const contents = (stored.get(conversationId) ?? []).map(([, , content]) => content);
    const theirs = contents.filter((content) => content?.startsWith(`${name}: `) || content === written[0]);
    if (theirs.join() !== written.join()) throw new Error(`${name}: stored is ${theirs.length} of ${written.length}`);
    await until(
      () => followed.state.messages.map(({ content }) => content).join() === contents.join(),
      `${name} to have seen everything`,
    );
    total += written.length;
  }
  return total;
}
