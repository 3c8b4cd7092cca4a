/** Realistic traffic: visitors arrive, say a few things, are answered, read and leave; representatives work. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { visitorSubprotocol } from '@parley/contracts/socket';
import type { SignedIn, Stack } from '@parley/e2e/stack';
import { MeasuredClient } from './measured-client.ts';

const origin = 'http://localhost';
/** Registrations are limited per address, so each account has two browsers open. */
const socketsPerAccount = 2;
const turnsPerVisitor = 3;
/** How long people read, think and type, on average. The product itself is never waited for by the clock. */
const thinkMs = 1_500;

export interface Measurements {
  /** From a visitor's send to a representative's screen, in milliseconds. */
  toStaff: number[];
  /** From a visitor's send to its acknowledgement. */
  toAck: number[];
  /** From a representative's send to the visitor's screen. */
  toVisitor: number[];
  arrivals: number;
  finished: number;
  failures: string[];
}

export const noMeasurements = (): Measurements => ({
  toStaff: [],
  toAck: [],
  toVisitor: [],
  arrivals: 0,
  finished: 0,
  failures: [],
});

export interface Team {
  admin: SignedIn;
  clients: MeasuredClient[];
  close(): void;
}

/** So many sockets of staff; the first account is the administrator. */
export async function assembleTeam(stack: Stack, sockets = 50): Promise<Team> {
  const clients: MeasuredClient[] = [];
  const signedIn: SignedIn[] = [];
  for (let index = 0; clients.length < sockets; index += 1) {
    const username = `rep${index}`;
    const account = { name: username, username, email: `${username}@example.com`, password: 'a good long password' };
    const client = await stack.register(account);
    signedIn.push(client);
    for (let each = 0; each < socketsPerAccount && clients.length < sockets; each += 1) {
      clients.push(await MeasuredClient.connect(stack.url, { headers: { cookie: client.cookie } }));
    }
  }
  const [admin] = signedIn;
  if (!admin) throw new Error('nobody registered');
  await stack.call('POST', '/api/websites', { as: admin, body: { domain: 'localhost', name: 'Shop' } });
  return { admin, clients, close: () => clients.forEach((client) => client.close()) };
}

/** Simulates one visitor's stay. A failure is noted, never thrown. */
export async function visit(stack: Stack, team: Team, number: number, measurements: Measurements): Promise<void> {
  measurements.arrivals += 1;
  let visitor: MeasuredClient | undefined;
  try {
    // Straight to the API, as from an address of their own: the limit on newcomers is per address.
    const api = stack.apis[number % stack.apis.length]?.url ?? stack.url;
    const forwarded = `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
    const response = await fetch(`${api}/api/visitor/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ page: { url: `${origin}/cart` } }),
    });
    if (!response.ok) throw new Error(`session ${response.status}`);
    const { token }: { token: string } = await response.json();
    visitor = await MeasuredClient.connect(stack.url, {
      protocols: [visitorSubprotocol, `token.${token}`],
      headers: { origin },
    });
    const representative = team.clients[number % team.clients.length];
    if (!representative) throw new Error('nobody is at work');
    let conversationId: string | undefined;
    for (let turn = 0; turn < turnsPerVisitor; turn += 1) {
      conversationId = await exchangeMessages({ visitor, representative, conversationId }, measurements);
      await pause(thinkMs * (0.5 + Math.random()));
    }
    representative.send({ type: 'leave_conversation', conversationId: conversationId ?? '' });
    measurements.finished += 1;
  } catch (error) {
    measurements.failures.push(error instanceof Error ? error.message : 'unknown');
  } finally {
    visitor?.close();
  }
}

interface Exchange {
  visitor: MeasuredClient;
  representative: MeasuredClient;
  conversationId: string | undefined;
}

/** A message and its answer; answers the conversation they are in. */
async function exchangeMessages(exchange: Exchange, measurements: Measurements): Promise<string> {
  const { visitor, representative, conversationId: known } = exchange;
  const clientMessageId = randomUUID();
  const sent = performance.now();
  const since = (): number => performance.now() - sent;
  const seen = known
    ? representative.next((frame) => frame.type === 'new_message' && frame.message.clientMessageId === clientMessageId)
    : undefined;
  const seenAfter = seen?.then(since);
  seenAfter?.catch(() => undefined);
  const acknowledged = visitor.next(
    (frame) => frame.type === 'message_ack' && frame.clientMessageId === clientMessageId,
  );
  visitor.send({
    type: 'send_message',
    content: 'Do you ship the blue one to Norway, and how long would that take?',
    clientMessageId,
    ...(known ? { conversationId: known } : {}),
  });
  const ack = await acknowledged;
  measurements.toAck.push(since());
  if (ack.type !== 'message_ack') throw new Error('no acknowledgement');
  const { conversationId } = ack.message;
  if (seenAfter) measurements.toStaff.push(await seenAfter);
  else {
    const joined = [visitor, representative].map((client) =>
      client.next((frame) => frame.type === 'joined' && frame.conversationId === conversationId),
    );
    for (const client of [visitor, representative]) {
      client.send({ type: 'join_conversation', conversationId, afterSeq: ack.message.seq });
    }
    await Promise.all(joined);
  }
  await pause(thinkMs * Math.random());
  const answerId = randomUUID();
  const began = performance.now();
  const answered = visitor.next((frame) => frame.type === 'new_message' && frame.message.clientMessageId === answerId);
  representative.send({
    type: 'send_message',
    conversationId,
    content: 'Yes, in about four days.',
    clientMessageId: answerId,
  });
  await answered;
  measurements.toVisitor.push(performance.now() - began);
  return conversationId;
}
