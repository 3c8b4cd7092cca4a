/**
 * A real message the whole way: through the proxy to a gateway, into the database, over Redis to another socket, and
 * through the queue to a worker. It goes into a conversation that no list shows, and is gone afterwards.
 */
import { randomUUID } from 'node:crypto';
import type { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { visitorSubprotocol } from '@parley/contracts/socket';
import type { OpenContext } from '@parley/core/open-context';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { WebSocket } from 'ws';
import { type Finding, reason } from './finding.ts';

const timeoutMs = 5_000;
/** A worker that has died leaves its job to others after half a minute; longer than this and nobody is working. */
const workerPatienceMs = 10_000;
const slowMs = 250;
const slowWorkerMs = 5_000;

/** Sends the message and times each hop; what was made for it is removed whatever happens. */
export async function checkMessage(context: OpenContext, url: string): Promise<Finding[]> {
  const { db } = context;
  const sockets: WebSocket[] = [];
  const made = await makeRoom(context);
  const findings: Finding[] = [];
  try {
    const token = context.secrets.issueVisitorToken(made);
    const open = (): WebSocket => {
      const address = `${url.replace(/^http/, 'ws')}/ws`;
      const socket = new WebSocket(address, [visitorSubprotocol, `token.${token}`], {
        origin: `https://${made.domain}`,
        handshakeTimeout: timeoutMs,
      });
      sockets.push(socket);
      return socket;
    };
    const began = performance.now();
    const sender = open();
    await opened(sender);
    findings.push(timed('Websocket upgrade', performance.now() - began, 'through the proxy', slowMs));
    const listener = open();
    await opened(listener);
    const join: ClientFrame = { type: 'join_conversation', conversationId: made.conversationId };
    const joined = [sender, listener].map((socket) => frame(socket, 'joined'));
    for (const socket of [sender, listener]) socket.send(JSON.stringify(join));
    await Promise.all(joined);

    const sent = performance.now();
    const since = (): number => performance.now() - sent;
    const acknowledged = frame(sender, 'message_ack').then(since);
    const seen = frame(listener, 'new_message').then(since);
    seen.catch(() => undefined);
    const message: ClientFrame = {
      type: 'send_message',
      conversationId: made.conversationId,
      content: 'The doctor was here.',
      clientMessageId: randomUUID(),
    };
    sender.send(JSON.stringify(message));
    findings.push(timed('Message stored', await acknowledged, 'sent, committed, acknowledged', slowMs));
    findings.push(timed('Message on a screen', await seen, 'over Redis to another socket', slowMs));
  } catch (error) {
    findings.push(messageFailed(findings.length, error));
  } finally {
    for (const socket of sockets) socket.terminate();
  }
  if (findings.every(({ state }) => state !== 'broken'))
    findings.push(await examineWorker(context, made.conversationId));
  // Nobody has seen it, so nobody is told that it goes.
  await db.deleteFrom('conversations').where('id', '=', made.conversationId).execute();
  await db.deleteFrom('visitors').where('id', '=', made.visitorId).execute();
  if (made.isOwnWebsite) await db.deleteFrom('websites').where('id', '=', made.websiteId).execute();
  return findings;
}

interface Room {
  conversationId: string;
  visitorId: string;
  websiteId: string;
  domain: string;
  isOwnWebsite: boolean;
}

/** A hidden conversation with a visitor, of any active website; of one that nobody can have where there is none. */
async function makeRoom({ db }: OpenContext): Promise<Room> {
  const known = await db
    .selectFrom('websites')
    .select(['id', 'domain'])
    .where('isActive', '=', true)
    .limit(1)
    .executeTakeFirst();
  const website =
    known ??
    (await db
      .insertInto('websites')
      .values({ domain: `doctor-${randomUUID()}.invalid`, name: 'Doctor' })
      .returning(['id', 'domain'])
      .executeTakeFirstOrThrow());
  const visitor = await insertVisitor(db, { websiteId: website.id });
  const conversationId = await createConversation(db, {
    websiteId: website.id,
    websiteDomain: website.domain,
    visitorId: visitor.id,
    customerEmail: null,
    customerName: null,
    status: 'waiting',
    isAiAssisted: false,
    hidden: true,
  });
  const { domain } = website;
  return { conversationId, visitorId: visitor.id, websiteId: website.id, domain, isOwnWebsite: known === undefined };
}

async function opened(socket: WebSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('open', () => resolve());
  socket.once('error', reject);
  socket.once('unexpected-response', (_request, response) =>
    reject(new Error(`the upgrade was answered with ${response.statusCode ?? 'nothing'}`)),
  );
  await promise;
}

/** The next frame of a type on this socket; an error frame rejects. */
async function frame(socket: WebSocket, type: ServerFrame['type']): Promise<ServerFrame> {
  const { promise, resolve, reject } = Promise.withResolvers<ServerFrame>();
  const timer = setTimeout(() => reject(new Error(`no ${type} came within ${timeoutMs / 1000} s`)), timeoutMs);
  socket.on('message', (text: Buffer) => {
    const received: ServerFrame = JSON.parse(text.toString());
    if (received.type === type) resolve(received);
    if (received.type === 'error') reject(new Error(received.message));
  });
  socket.once('close', () => reject(new Error('the socket was closed')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function timed(what: string, ms: number, how: string, tooSlowMs: number): Finding {
  const detail = `${Math.round(ms)} ms ${how}`;
  if (ms <= tooSlowMs) return { what, state: 'good', detail };
  return { what, state: 'warning', detail, remedy: 'Look at CPU and the database pool: docs/operations.md.' };
}

/** Words for the hop that failed: the first, second or third. */
function messageFailed(hop: number, error: unknown): Finding {
  const detail = `${reason(error)}.`;
  const hops = [
    { what: 'Websocket upgrade', remedy: upgradeRemedy(detail) },
    { what: 'Message stored', remedy: 'The log of realtime says why; mostly it is the database.' },
    {
      what: 'Message on a screen',
      remedy: 'Do all services have the same REDIS_URL and REDIS_PREFIX? Pub/sub does not get through.',
    },
  ];
  const { what, remedy } = hops[Math.min(hop, hops.length - 1)] ?? { what: 'Message', remedy: 'See the logs.' };
  return { what, state: 'broken', detail, remedy };
}

/** Suggests a remedy by how the upgrade was refused. */
function upgradeRemedy(detail: string): string {
  if (/ 40[13]\b/.test(detail)) return 'Do all services have the same APP_SECRET and the same database?';
  if (/ 4\d\d\b/.test(detail)) return 'Does the proxy pass the Upgrade and Connection headers on for /ws?';
  return 'Is the gateway (realtime) running and ready, and does the proxy pass /ws on to it?';
}

/** Whether a worker has taken the message's event, and how long it waited. */
async function examineWorker(context: OpenContext, conversationId: string): Promise<Finding> {
  const what = 'Worker';
  const events = context.queues.queue('events');
  const deadline = Date.now() + workerPatienceMs;
  while (Date.now() < deadline) {
    const recent = await events.getJobs(['completed', 'failed'], 0, 100);
    const job = recent.find(({ data }) => data?.event?.conversationId === conversationId);
    if (job?.finishedOn !== undefined)
      return timed(what, job.finishedOn - job.timestamp, 'until its event was worked on', slowWorkerMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const counts = await events.getJobCounts('waiting', 'active', 'delayed');
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    what,
    state: 'broken',
    detail: `No worker processed the event within ${workerPatienceMs / 1000} s; ${waiting} are waiting.`,
    remedy: 'Is a worker running, with the same REDIS_URL and REDIS_PREFIX? With many waiting, add workers.',
  };
}
