/**
 * The promise under fire: clients of both kinds talk, and the staff do what they do beside it (actions.ts), while gateways, APIs, workers and Redis are killed with -9 and
 * started again at random, sockets are cut, and Postgres crashes once and recovers. Afterwards what was sent, stored and
 * seen must be the same: each message once, in order, each activity and note once, and each reaction once.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobPayload } from '@parley/contracts/jobs';
import { queuePrefix } from '@parley/core/queues';
import { createDatabase } from '@parley/db/database';
import { migrate } from '@parley/db/migrate';
import { insertWebsite } from '@parley/db/websites/websites';
import { randomBytes } from 'node:crypto';
import { Queue } from 'bullmq';
import { until } from '../process.ts';
import { Supervisor } from '../../scripts/lib/supervisor.mjs';
import { redisProgram } from '../../scripts/lib/redis-programs.mjs';
import {
  type ProcessUnderTest,
  startPostgresUnderTest,
  startRedisUnderTest,
  startServiceUnderTest,
} from './process-under-test.ts';
import { areAllAwake, Colleague, faultsOf, haveAllHeard } from './actions.ts';
import { seeded } from './seeded.ts';
import { ChaosClient } from './chaos-client.ts';

export interface ChaosOptions {
  /** Repeats the same choices; timing differs from run to run. */
  seed: number;
  messages: number;
  /** How long they are written over, in seconds. */
  seconds: number;
  conversations?: number;
}

export interface ChaosSummary {
  seed: number;
  conversations: number;
  clients: number;
  sent: number;
  stored: number;
  /** Number of clients that saw exactly what is stored, in order. */
  complete: number;
  /** Broken promises, in words; empty when all held. */
  faults: string[];
  kills: Record<string, number>;
  cuts: number;
  /** Number of staff actions beside messages. */
  actions: number;
  /** Number of scheduled messages among them. */
  forLater: number;
  activities: number;
  reactions: number;
  /** Outgoing calls that arrived again, under the same id, because a worker died before noting their success. */
  repeatedCalls: number;
  /** How long each part took, in seconds. */
  seconds: Record<Phase | 'all', number>;
}

/** Bringing everything up; writing under fire; the outboxes running empty; everybody catching up; snoozes and activities; the reactions. */
type Phase = 'start' | 'talk' | 'send' | 'see' | 'activity' | 'react';

const origin = 'http://localhost';
const redisPrefix = 'chaos';
/** So many of what the staff do beside writing to one message. */
const actionsPerMessage = 0.3;
/** Time without progress after which the run has failed: longer than the jobs of a killed worker are held. */
const standstillMs = 60_000;
/** Counting takes its share of the machine. */
const countingPauseMs = 500;

export async function chaos({
  seed,
  messages,
  seconds: talkSeconds,
  conversations = 20,
}: ChaosOptions): Promise<ChaosSummary> {
  const began = Date.now();
  const chance = seeded(seed);
  const seconds = { start: 0, talk: 0, send: 0, see: 0, activity: 0, react: 0 } satisfies Record<Phase, number>;
  let phaseBegan = began;
  const ends = (phase: Phase): void => {
    seconds[phase] = Math.round((Date.now() - phaseBegan) / 1000);
    phaseBegan = Date.now();
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-chaos-'));
  const supervisor = new Supervisor();
  const postgres = await startPostgresUnderTest(supervisor, path.join(folder, 'postgres'));
  await migrate(postgres.url);
  // A crash breaks these connections too; the next query gets a new one.
  const db = createDatabase(postgres.url, { onConnectionError: () => undefined });
  const redis = await startRedisUnderTest(await redisProgram(supervisor), folder);
  const processes: ProcessUnderTest[] = [redis];
  const clients: ChaosClient[] = [];
  const colleagues: Colleague[] = [];
  const calls = new Map<string, number>();
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    calls.set(id, (calls.get(id) ?? 0) + 1);
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      REDIS_PREFIX: redisPrefix,
      APP_SECRET: randomBytes(32).toString('hex'),
      REGISTRATION: 'open',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      LOG_LEVEL: 'fatal',
      // Time after which the jobs of a killed worker are free again.
      JOB_LOCK_SECONDS: '3',
    };
    const many = (name: string, count: number): Promise<ProcessUnderTest[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) => startServiceUnderTest(`${name} ${index + 1}`, `apps/${name}`, env)),
      );
    const [gateways, apis, workers] = [await many('realtime', 3), await many('api', 2), await many('worker', 2)];
    processes.push(...gateways, ...apis, ...workers);

    const api = apis[0]?.url ?? '';
    await insertWebsite(db, { domain: 'localhost', name: 'Shop' });
    const cookies: string[] = [];
    for (let index = 0; index < 4; index += 1) cookies.push(await register(api, index));
    const team = await Promise.all(cookies.map((cookie) => ownId(api, cookie)));
    const { port } = receiver.address() as AddressInfo;
    await call(
      api,
      '/api/webhooks',
      { cookie: cookies[0] ?? '' },
      { url: `http://127.0.0.1:${port}/`, events: ['message.posted'] },
    );
    for (let index = 0; index < conversations; index += 1) {
      const { token } = await call<{ token: string }>(
        api,
        '/api/visitor/session',
        { origin },
        { page: { url: `${origin}/` } },
      );
      const identity = { origin, authorization: `Bearer ${token}` };
      const content = `conversation ${index} begins`;
      const first = { content, clientMessageId: crypto.randomUUID() };
      const { conversationId } = await call<{ conversationId: string }>(api, '/api/visitor/messages', identity, first);
      const shared = { conversationId, gateways, apis, chance };
      const visitor = new ChaosClient({
        ...shared,
        name: `v${index}`,
        credentials: { kind: 'visitor', token, origin },
      });
      visitor.written.push(content);
      clients.push(visitor);
      for (let copy = 0; copy < 2; copy += 1) {
        const user = (index + copy) % cookies.length;
        const [cookie = '', userId = ''] = [cookies[user], team[user]];
        const name = `s${index}.${copy}`;
        const client = new ChaosClient({ ...shared, name, credentials: { kind: 'staff', cookie } });
        clients.push(client);
        const tag = db.insertInto('tags').values({ name, colour: 'gray' }).returning('id');
        const tagId = (await tag.executeTakeFirstOrThrow()).id;
        colleagues.push(new Colleague({ client, cookie, userId, team, tagId, apis, chance }));
      }
    }

    ends('start');
    let cuts = 0;
    const talkUntil = Date.now() + talkSeconds * 1000;
    const crash = Date.now() + talkSeconds * 500;
    /** Chance may spare Redis; the run may not. */
    const lastChance = Date.now() + talkSeconds * 750;
    const pauses: Promise<void>[] = [];
    const destroying = (async () => {
      let hasCrashed = false;
      while (Date.now() < talkUntil) {
        await sleep(400 + chance.below(1_200));
        if (!hasCrashed && Date.now() > crash) {
          hasCrashed = true;
          pauses.push(postgres.killAndRestart(500));
        } else if (redis.kills === 0 && Date.now() > lastChance) {
          pauses.push(redis.killAndRestart(chance.below(1_000)));
        } else if (chance.next() < 0.35) {
          for (const client of clients) {
            if (chance.next() < 0.2) {
              client.cut();
              cuts += 1;
            }
          }
        } else {
          pauses.push(chance.pick(processes).killAndRestart(chance.below(1_000)));
        }
      }
    })();
    let sent = 0;
    let actions = 0;
    while (sent < messages) {
      const due = Math.min(
        messages,
        Math.ceil(messages * (1 - Math.max(0, talkUntil - Date.now()) / (talkSeconds * 1000))),
      );
      for (; sent < due; sent += 1) {
        const client = chance.pick(clients);
        client.write(`${client.name}: ${client.written.length}`);
        if (chance.next() < actionsPerMessage) {
          chance.pick(colleagues).activity();
          actions += 1;
        }
      }
      await sleep(20);
    }
    await destroying;
    await Promise.all(pauses);
    ends('talk');

    const faults: string[] = [];
    const settle = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
      await until(check, what, 150).catch(() => faults.push(`Waited in vain for ${what}.`));
    };
    await settle('every outbox to be empty', () => clients.every(({ outbox }) => outbox.pending.length === 0));
    await settle('every action to be acknowledged', () => colleagues.every(({ isIdle }) => isIdle));
    ends('send');
    await settle('every snooze to have ended, and every message for later to be sent', () => areAllAwake(db));
    const forLater = colleagues.reduce((sum, { scheduled }) => sum + scheduled.length, 0);
    const total = sent + conversations + forLater;
    const stored = await db
      .selectFrom('messages')
      .select(['conversationId', 'seq', 'content'])
      .orderBy('conversationId')
      .orderBy('seq')
      .execute();
    const byConversation = Map.groupBy(stored, ({ conversationId }) => conversationId);
    const isComplete = ({ conversationId, followed }: ChaosClient): boolean => {
      const truth = byConversation.get(conversationId) ?? [];
      const { messages: seen, held } = followed.state;
      return (
        held.length === 0 &&
        seen.length === truth.length &&
        seen.every(({ seq, content }, index) => truth[index]?.seq === seq && truth[index]?.content === content)
      );
    };
    await settle('every client to have seen everything, once, in order', () => clients.every(isComplete));
    ends('see');
    await settle('every screen to know of the newest activity', () => haveAllHeard(db, colleagues));
    faults.push(...(await faultsOf(db, colleagues)));
    const activities = await db
      .selectFrom('activities')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    ends('activity');
    for (const [conversationId, truth] of byConversation) {
      if (truth.some(({ seq }, index) => seq !== index + 1)) faults.push(`${conversationId} has a gap.`);
    }
    for (const client of clients) {
      const theirs = (byConversation.get(client.conversationId) ?? [])
        .map(({ content }) => content)
        .filter((content) => content.startsWith(`${client.name}: `) || content === client.written[0]);
      if (theirs.join() !== client.written.join())
        faults.push(`${client.name}: what is stored is not what was written.`);
    }
    if (stored.length !== total) faults.push(`${total} were sent, ${stored.length} are stored.`);

    const settleAll = async (what: string, countDone: () => Promise<number>): Promise<void> => {
      const done = await untilDone(countDone, stored.length);
      if (done !== stored.length) faults.push(`Waited in vain for ${what}: ${done} of ${stored.length}.`);
    };
    const reactions = db.selectFrom('deliveries').where('channel', '=', 'webhook');
    await settleAll('every reaction to be done', async () => {
      const delivered = reactions.where('status', '=', 'delivered');
      return Number((await delivered.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
    });
    ends('react');
    const rows = await reactions.select('eventId').execute();
    const events = new Set(rows.map(({ eventId }) => eventId));
    if (rows.length !== stored.length || events.size !== stored.length) {
      faults.push(`${stored.length} messages brought about ${rows.length} reactions to ${events.size} events.`);
    }
    await settleAll('every message to have had its job, once', async () => doneJobs(redis.url));
    if (calls.size !== stored.length) faults.push(`${calls.size} of ${stored.length} outgoing calls arrived.`);

    const kills: Record<string, number> = {};
    for (const { name, kills: count } of [postgres, ...processes]) kills[name] = count;
    return {
      seed,
      conversations,
      clients: clients.length,
      sent: total,
      stored: stored.length,
      complete: clients.filter(isComplete).length,
      faults,
      kills,
      cuts,
      actions,
      forLater,
      activities: Number(activities.count),
      reactions: rows.length,
      repeatedCalls: [...calls.values()].reduce((sum, count) => sum + count - 1, 0),
      seconds: { ...seconds, all: Math.round((Date.now() - began) / 1000) },
    };
  } finally {
    for (const client of clients) client.close();
    await Promise.all(processes.map((each) => each.end()));
    receiver.closeAllConnections();
    receiver.close();
    await db.destroy();
    await postgres.end();
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until so many are done, for as long as there is progress: how many there are depends on the run, how fast it
 * goes on the machine. Answers how many are done in the end.
 */
async function untilDone(countDone: () => Promise<number>, total: number): Promise<number> {
  let [done, progressAt] = [await countDone(), Date.now()];
  while (done !== total && Date.now() - progressAt < standstillMs) {
    await sleep(countingPauseMs);
    const now = await countDone();
    if (!Object.is(now, done)) [done, progressAt] = [now, Date.now()];
  }
  return done;
}

/** How many messages' jobs the workers have finished; NaN when two were of the same message. */
async function doneJobs(redisUrl: string): Promise<number> {
  const queue = new Queue<JobPayload<'events'>>('events', {
    prefix: queuePrefix(redisPrefix),
    connection: { url: redisUrl },
  });
  try {
    const done = await queue.getJobs(['completed']);
    const posted = done.map(({ data }) => data.event).filter((event) => event.type === 'message.posted');
    const messages = new Set(posted.map(({ conversationId, seq }) => `${conversationId} ${seq}`));
    return messages.size === posted.length ? posted.length : Number.NaN;
  } finally {
    await queue.close();
  }
}

async function call<T>(api: string, route: string, identity: Record<string, string>, body: object): Promise<T> {
  const response = await fetch(`${api}${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...identity },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function ownId(api: string, cookie: string): Promise<string> {
  const response = await fetch(`${api}/api/user`, { headers: { cookie } });
  return ((await response.json()) as { id: string }).id;
}

/** Registers a representative and answers the session cookie. */
async function register(api: string, index: number): Promise<string> {
  const username = `chaos${index}`;
  const response = await fetch(`${api}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${username}@example.com`,
      password: 'a good long password',
      name: username,
      username,
    }),
  });
  if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}
