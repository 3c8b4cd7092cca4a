/** A worker on a database and a Redis prefix of its own, with people to talk. */
import { handOffText, onlyReason } from '@parley/contracts/assistant/hand-off';
import { randomUUID } from 'node:crypto';
import type { ServerFrame } from '@parley/contracts/frames';
import { unpackBroadcast } from '@parley/contracts/live';
import type { Channel, Message } from '@parley/contracts/entities';
import type { Settings, SettingsSection } from '@parley/contracts/settings/settings';
import { publishControl } from '@parley/core/context';
import { handOff } from '@parley/core/conversations/hand-off';
import { transition } from '@parley/core/conversations/transition';
import { createExternalServices, type ExternalServices } from '@parley/core/external/services';
import { postMessage } from '@parley/core/messages/post';
import { encryptSecrets } from '@parley/core/settings/secrets';
import { createTestContext, type TestContext } from '@parley/core/testing';
import { requestPerson } from '@parley/core/visitors/request-person';
import type { StaffCaller, VisitorCaller } from '@parley/core/callers';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import type { DeliveryRow } from '@parley/db/deliveries/deliveries';
import { messagesAfter } from '@parley/db/messages/read';
import { insertTeam } from '@parley/db/roles/teams';
import { insertUser } from '@parley/db/users/users';
import { mergeSettings } from '@parley/db/settings/settings';
import { insertVisitor, type NewVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { loadConfig } from '@parley/service/config';
import { createMetrics, type Metrics } from '@parley/service/metrics';
import { startWorker, type WorkerApp } from '../src/app.ts';
import { workerConfig } from '../src/config.ts';

export type InstallationContext = TestContext & { external: ExternalServices };

export interface Talk {
  caller: VisitorCaller;
  conversationId: string;
  /** The customer writes; answers the stored message. */
  writes(content: string): Promise<Message>;
  messages(): Promise<Message[]>;
  /** Messages of the assistant. */
  fromAi(): Promise<Message[]>;
  /** With the English text of its hand-off, as the API has it. */
  state(): Promise<ConversationState & { handOffReason: string | null }>;
  /** The assistant has it, and calls a person. */
  handOff(reason: string): Promise<void>;
  /** The assistant has it, and the customer asks for a person: what is known is passed on. */
  wantsPerson(): Promise<void>;
  close(): Promise<void>;
  /** The calls to the outside about it, oldest first. */
  deliveries(channel: Channel): Promise<DeliveryRow[]>;
  /** Deliveries, once there are `count` and all have ended. */
  settled(channel: Channel, count: number): Promise<DeliveryRow[]>;
}

export interface Installation {
  context: InstallationContext;
  /** For a worker in a process of its own. */
  env: Record<string, string>;
  websiteId: string;
  metrics: Metrics;
  worker: WorkerApp | null;
  set<S extends SettingsSection>(section: S, change: Partial<Settings[S]>): Promise<void>;
  /** A new customer's first message. */
  opens(content: string, visitor?: Partial<NewVisitor>): Promise<Talk>;
  representative(name?: string): Promise<StaffCaller & { userId: string; email: string }>;
  /** A team that has the website among its own; answers its id. */
  team(name: string): Promise<string>;
  answers(talk: Pick<Talk, 'conversationId'>, content: string): Promise<Message>;
  /** The frames published on a channel (`inbox`, `conversation:{id}`) from now on. */
  frames(channel: string): Promise<ServerFrame[]>;
  close(): Promise<void>;
}

/** Waits until `look` answers something that is neither undefined, null nor false. */
export async function until<T>(look: () => T | Promise<T>, what: string, seconds = 100): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The conversation that a visitor's messages open. */
function talkOf(
  context: InstallationContext,
  caller: VisitorCaller,
  conversationId: string,
  writes: Talk['writes'],
): Talk {
  const { db } = context;
  const assist = () =>
    db
      .updateTable('conversations')
      .set({ status: 'active', isAiAssisted: true })
      .where('id', '=', conversationId)
      .execute();
  const talk: Talk = {
    caller,
    conversationId,
    writes,
    messages: () => messagesAfter(db, conversationId, 0, 200),
    fromAi: async () => (await talk.messages()).filter((message) => message.senderType === 'ai'),
    async state() {
      const found = await conversationState(db, conversationId);
      if (!found) throw new Error('no conversation');
      return { ...found, handOffReason: found.handOffSummary && handOffText(found.handOffSummary) };
    },
    async handOff(reason) {
      await assist();
      await handOff(context, conversationId, { summary: onlyReason(reason), cause: { by: 'assistant' } });
    },
    async wantsPerson() {
      await assist();
      await requestPerson(context, caller);
    },
    async close() {
      const { outcome } = await transition(context, conversationId, [{ type: 'close' }], {
        cause: { by: 'rule', rule: 'idle' },
      });
      if (outcome !== 'done') throw new Error('not closed');
    },
    deliveries: (channel) =>
      db
        .selectFrom('deliveries')
        .selectAll()
        .where('conversationId', '=', conversationId)
        .where('channel', '=', channel)
        .orderBy('id')
        .execute(),
    settled: (channel, count) =>
      until(async () => {
        const rows = await talk.deliveries(channel);
        return rows.length >= count && rows.every(({ status }) => status === 'delivered' || status === 'dead')
          ? rows
          : null;
      }, `${count} ${channel} deliveries to end`),
  };
  return talk;
}

/** Starts it all. `env` completes the worker's environment; `worker: false` leaves the worker out. */
export async function startInstallation({
  env = {},
  worker: withWorker = true,
}: {
  env?: Record<string, string>;
  worker?: boolean;
} = {}): Promise<Installation> {
  const base = await createTestContext();
  const environment = { ...base.env, RETRY_WAIT_SCALE: '0.01', ...env };
  const config = loadConfig(workerConfig, environment);
  const external = createExternalServices(config);
  const context: InstallationContext = { ...base, external };
  const metrics = createMetrics('worker');
  const worker = withWorker ? await startWorker({ context, config, metrics }) : null;
  const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  if (!website) throw new Error('no website');

  const installation: Installation = {
    context,
    env: environment,
    websiteId: website.id,
    metrics,
    worker,
    async set(section, change) {
      await mergeSettings(context.db, section, encryptSecrets(context.secrets, section, change));
      base.settings.forget();
      await publishControl(context, { type: 'settings_changed' });
    },
    async opens(content, visitor = {}) {
      const { id } = await insertVisitor(context.db, { websiteId: website.id, ...visitor });
      const caller: VisitorCaller = { kind: 'visitor', visitorId: id, websiteId: website.id };
      const writes = async (text: string): Promise<Message> =>
        (await postMessage(context, caller, 'newest', { content: text, clientMessageId: randomUUID() })).message;
      const { conversationId } = await writes(content);
      return talkOf(context, caller, conversationId, writes);
    },
    async representative(name = 'Rita') {
      const handle = randomUUID().slice(0, 8);
      const email = `${handle}@example.com`;
      const user = await insertUser(context.db, {
        name,
        email,
        username: handle,
        passwordHash: 'x',
        role: 'representative',
      });
      return { kind: 'staff', user, sessionId: 'none', userId: user.id, email };
    },
    async team(name) {
      const team = await context.db
        .transaction()
        .execute((transaction) => insertTeam(transaction, { name, max: 10, websiteIds: [website.id] }));
      if (typeof team === 'string') throw new Error(team);
      return team.id;
    },
    async answers({ conversationId }, content) {
      return (await postMessage(context, await installation.representative(), { conversationId }, { content })).message;
    },
    async frames(channel) {
      const frames: ServerFrame[] = [];
      await context.publisher.subscribe(channel, (text) => {
        const packed = unpackBroadcast(text);
        if (packed) frames.push(JSON.parse(packed.text) as ServerFrame);
      });
      return frames;
    },
    async close() {
      await worker?.stop();
      await external.outbound.close();
      await base.close();
    },
  };
  return installation;
}
