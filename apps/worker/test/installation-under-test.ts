/** A stage with workers as separate processes that can be killed, and a webhook that records its calls. */
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { startTrello, type TrelloServer } from '@parley/testing/trello';
import { freePort, type Service, startService } from '@parley/e2e/process';
import { type Installation, startInstallation, type Talk } from './installation.ts';

export interface InstallationUnderTest extends Installation {
  model: ModelServer;
  trello: TrelloServer;
  /** Endpoint that the webhook calls. */
  receiver: Endpoint;
  /** The workers that were started since the last `killAll`. */
  workers: Service[];
  startOne(env?: Record<string, string>): Promise<Service>;
  /** Kills every worker, and leaves the assistant off and the outside as it was. */
  killAll(): Promise<void>;
  /** The seqs told of a conversation by webhook, each id once, in the order of its first arrival. */
  announcedSeqs(talk: Pick<Talk, 'conversationId'>): number[];
  /** How many deliveries are still to be made. */
  unfinished(): Promise<number>;
}

/** Starts the stage without a worker. */
export async function startInstallationUnderTest(): Promise<InstallationUnderTest> {
  const [model, receiver, trello] = await Promise.all([startModelServer(), startEndpoint(), startTrello()]);
  const installation = await startInstallation({
    worker: false,
    env: { OPENAI_BASE_URL: model.url, TRELLO_API_URL: trello.url, AI_TOKENS_PER_VISITOR_AND_DAY: '0' },
  });
  await insertWebhook(installation.context.db, {
    url: receiver.url,
    events: ['message.posted'],
    secret: installation.context.secrets.encrypt('whsec_c2VjcmV0'),
    createdBy: null,
  });
  const underTest: InstallationUnderTest = {
    ...installation,
    model,
    trello,
    receiver,
    workers: [],
    async startOne(env = {}) {
      // Time after which jobs of a killed worker are taken up.
      const all = { ...installation.env, LOG_LEVEL: 'warn', JOB_LOCK_SECONDS: '2', ...env };
      const worker = await startService('worker', 'apps/worker', await freePort(), all);
      underTest.workers.push(worker);
      return worker;
    },
    async killAll() {
      await Promise.all(underTest.workers.map((worker) => worker.stop('SIGKILL')));
      underTest.workers = [];
      receiver.usually = { status: 200 };
      model.usually = { text: 'Hello from the model.' };
      await installation.set('aiConfig', { enabled: false });
    },
    announcedSeqs({ conversationId }) {
      const firsts = new Map<string | undefined, number>();
      for (const request of receiver.requests) {
        const { data } = JSON.parse(request.body) as { data: { conversationId: string; message: { seq: number } } };
        const id = request.headers['webhook-id'];
        if (data.conversationId === conversationId && !firsts.has(id)) firsts.set(id, data.message.seq);
      }
      return [...firsts.values()];
    },
    async unfinished() {
      const { count } = await installation.context.db
        .selectFrom('deliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', 'in', ['pending', 'failed'])
        .executeTakeFirstOrThrow();
      return count;
    },
    async close() {
      await Promise.all(underTest.workers.map((worker) => worker.stop('SIGKILL')));
      await installation.close();
      await Promise.all([model, receiver, trello].map((server) => server.close()));
    },
  };
  return underTest;
}
