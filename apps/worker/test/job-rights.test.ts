/** A job does nothing for a requester who lost the right, the account or the conversation before it ran. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CopilotTask } from '@parley/contracts/assistant/copilot';
import type { Permission } from '@parley/contracts/permissions/permissions';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import type { QueueName } from '@parley/contracts/jobs';
import { Problem } from '@parley/contracts/problems';
import { askCopilot, copilotNeeds } from '@parley/core/ai/copilot/ask-worker';
import { askSuggestions } from '@parley/core/ai/ask-suggestions';
import { getBatch, startBatch } from '@parley/core/bulk/start';
import type { StaffCaller } from '@parley/core/callers';
import { scheduleMessage, sendDue } from '@parley/core/messages/scheduled';
import { transition } from '@parley/core/conversations/transition';
import { mailTranscript } from '@parley/core/transcripts/transcript';
import { readUser } from '@parley/core/users/users';
import { insertRole } from '@parley/db/roles/roles';
import { updateAccess } from '@parley/db/users/users';
import * as Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const colleague = async (): Promise<StaffCaller> => {
  const { userId } = await installation.representative();
  return { kind: 'staff', user: await readUser(installation.context, userId), sessionId: 'none' };
};

async function giveRole(caller: StaffCaller, permissions: readonly Permission[], scope: 'everything' | 'mine') {
  const role = await insertRole(installation.context.db, { name: randomUUID(), permissions, scope, max: 1_000 });
  if (typeof role === 'string') throw new Error(role);
  await updateAccess(installation.context.db, caller.user.id, { roleId: role.id });
}

type Loss = keyof typeof whyNot;

/** Rights that a user may lose between requesting and running. */
const losses: Record<Loss, (caller: StaffCaller, talk: Talk) => Promise<unknown>> = {
  'the right': (caller: StaffCaller) => giveRole(caller, ['settings.read'], 'everything'),
  'the account': (caller: StaffCaller) => updateAccess(installation.context.db, caller.user.id, { isActive: false }),
  'the conversation': async (caller: StaffCaller, { conversationId }: Talk) => {
    const other = await installation.representative();
    await transition(installation.context, conversationId, [{ type: 'assign', representativeId: other.userId }], {
      cause: { by: 'representative', userId: other.userId },
    });
    await giveRole(caller, builtInPermissions.representative, 'mine');
  },
};

/** Reasons why nothing was done, as told to the requester. */
const whyNot = {
  'the right': 'Your role doesn’t allow this.',
  'the account': 'The author’s account is deactivated.',
  'the conversation': 'There is no such conversation.',
} as const;

/** Takes something away after a job was asked for and before any worker takes it up. */
async function between<T>(queue: QueueName, ask: () => Promise<T>, lose: () => Promise<unknown>): Promise<T> {
  const waiting = installation.context.queues.queue(queue);
  await waiting.pause();
  try {
    const asked = ask();
    // Read below; until then nobody listens.
    asked.catch(() => undefined);
    await until(
      async () =>
        Object.values(await waiting.getJobCounts('waiting', 'delayed', 'prioritized')).some((count) => count > 0),
      `a job of ${queue}`,
    );
    await lose();
    await waiting.resume();
    return await asked;
  } finally {
    await waiting.resume();
  }
}

const refusal = (made: Promise<unknown>): Promise<Problem> =>
  made.then(
    () => Promise.reject(new Error('It was done.')),
    (error: unknown) => (error instanceof Problem ? error : Promise.reject(error)),
  );

const mailsTo = (address: string) => installation.mailsTo(address).length;

function copilotRefused(taskOf: (of: { conversationId: string; userId: string }) => CopilotTask) {
  return async (caller: StaffCaller, talk: Talk, loss: Loss): Promise<void> => {
    const { conversationId } = talk;
    const task = taskOf({ conversationId, userId: caller.user.id });
    const { message } = await refusal(
      between(
        'copilot',
        () => askCopilot(installation.context, conversationId, task, Type.Unknown()),
        () => losses[loss](caller, talk),
      ),
    );
    expect(message).toBe(whyNot[loss]);
  };
}

/**
 * Parts of a job that act for a user: each requests, loses a right, and checks that nothing was done and the reason was
 * told.
 */
const tried: Record<string, (caller: StaffCaller, talk: Talk, loss: Loss) => Promise<void>> = {
  async bulk(caller, talk, loss) {
    const ids = [talk.conversationId];
    const { id } = await between(
      'bulk',
      () => startBatch(installation.context, caller, { ids, commands: [{ type: 'close' }] }),
      () => losses[loss](caller, talk),
    );
    const batch = await until(async () => {
      const found = await getBatch(installation.context, caller, id);
      return found.finishedAt === null ? null : found;
    }, 'the end of the batch');
    expect(batch).toMatchObject({ changed: 0, refused: 1, refusals: [{ reason: whyNot[loss] }] });
    expect((await talk.state()).status).not.toBe('closed');
  },
  async 'ai-suggestions'(caller, talk, loss) {
    const { message } = await refusal(
      between(
        'ai-suggestions',
        () => askSuggestions(installation.context, caller, talk.conversationId),
        () => losses[loss](caller, talk),
      ),
    );
    expect(message).toBe(whyNot[loss]);
  },
  'copilot: summary': copilotRefused((of) => ({ task: 'summary', language: 'en', ...of })),
  'copilot: rewrite': copilotRefused((of) => ({ task: 'rewrite', text: 'Well', how: 'shorter', ...of })),
  'copilot: tags': copilotRefused((of) => ({ task: 'tags', ...of })),
  'copilot: translations': copilotRefused((of) => ({ task: 'translations', seqs: [1], language: 'en', ...of })),
  'copilot: outgoing': copilotRefused((of) => ({ task: 'outgoing', text: 'Well', from: 'en', to: 'es', ...of })),
  async 'email: transcript'(caller, talk, loss) {
    const to = `${randomUUID()}@example.com`;
    await between(
      'email',
      () => mailTranscript(installation.context, caller, talk.conversationId, { to, clientRequestId: randomUUID() }),
      () => losses[loss](caller, talk),
    );
    const row = await until(
      async () => (await talk.deliveries('email')).find(({ target, status }) => target === to && status === 'dead'),
      'the end of the delivery',
    );
    expect(row.lastError).toBe(whyNot[loss]);
    expect(mailsTo(to)).toBe(0);
  },
  async 'maintenance: send-scheduled'(caller, talk, loss) {
    const sendAt = new Date(Date.now() + 60_000).toISOString();
    const draft = { content: 'Later', clientMessageId: randomUUID(), sendAt };
    const { scheduled } = await scheduleMessage(installation.context, caller, talk.conversationId, draft);
    await losses[loss](caller, talk);
    const { db } = installation.context;
    await db.updateTable('scheduledMessages').set({ dueAt: new Date() }).where('id', '=', scheduled.id).execute();
    await sendDue(installation.context);
    expect((await talk.messages()).map(({ content }) => content)).not.toContain('Later');
    const { state, reason } = await db
      .selectFrom('scheduledMessages')
      .select(['state', 'reason'])
      .where('id', '=', scheduled.id)
      .executeTakeFirstOrThrow();
    expect({ state, reason }).toEqual({ state: 'stopped', reason: whyNot[loss] });
  },
  async sync(caller, talk, loss) {
    const { message } = await refusal(
      between(
        'sync',
        () => installation.context.queues.ask('sync', { requestedBy: caller.user.id }, 20_000),
        () => losses[loss](caller, talk),
      ),
    );
    expect(message).toBe(loss === 'the conversation' ? 'Your role doesn’t allow this.' : whyNot[loss]);
  },
};

/** Modules that act later for a user, with their tests. */
const actingModules: Record<string, readonly string[]> = {
  'apps/worker/src/jobs/sync.ts': ['sync'],
  'packages/core/src/ai/ask-suggestions.ts': ['ai-suggestions'],
  'packages/core/src/ai/suggestions.ts': ['ai-suggestions'],
  'packages/core/src/ai/copilot/ask-worker.ts': Object.keys(copilotNeeds).map((task) => `copilot: ${task}`),
  'packages/core/src/bulk/run.ts': ['bulk'],
  'packages/core/src/mail/send.ts': ['email: transcript'],
  'packages/core/src/messages/scheduled.ts': ['maintenance: send-scheduled'],
};
/** Tried by tests of their own: the rule of a former user is paused and their bulk message fails, with the reason. */
const triedElsewhere = {
  'packages/core/src/bulk/messages/send.ts': 'packages/core/test/bulk-messages.test.ts',
  'packages/core/src/integrations/rules/authors.ts': 'packages/core/test/rules.test.ts',
};
/** Asked about no conversation; what an answer may read is decided by the condition that `scopes.test.ts` tries. */
const withoutConversation: Record<string, (userId: string) => CopilotTask> = {
  'copilot: answer': (userId) => ({ task: 'answer', question: 'order', language: 'en', userId }),
  'copilot: try': (userId) => ({
    task: 'try',
    websiteId: null,
    messages: [{ from: 'visitor', content: 'order' }],
    userId,
  }),
};

it('every module that checks later whether a user still may act is tried here', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const asking: string[] = [];
  for (const folder of ['apps/worker/src', 'packages/core/src']) {
    for (const file of await readdir(path.join(root, folder), { recursive: true })) {
      if (!file.endsWith('.ts') || file === 'permissions/permissions.ts') continue;
      const text = await readFile(path.join(root, folder, file), 'utf8');
      if (/\b(?:assertStillMay|presentCaller)\(/.test(text)) asking.push(`${folder}/${file}`);
    }
  }
  expect(asking.toSorted()).toEqual([...Object.keys(actingModules), ...Object.keys(triedElsewhere)].toSorted());
  expect([...Object.keys(tried), ...Object.keys(withoutConversation)].toSorted()).toEqual(
    [...new Set(Object.values(actingModules).flat())].toSorted(),
  );
});

describe.each(Object.keys(tried))('%s', (part) => {
  it.each(Object.keys(losses) as Loss[])(
    'does nothing, and that is reported, for the one who has lost %s since',
    async (loss) => {
      const caller = await colleague();
      const talk = await installation.opens('Where is my order?', { email: `${randomUUID()}@example.com` });
      await tried[part]?.(caller, talk, loss);
    },
  );
});

describe.each(Object.entries(withoutConversation))('%s', (_, taskOf) => {
  it.each(['the right', 'the account'] as const)('finds nothing for the one who has lost %s since', async (loss) => {
    const caller = await colleague();
    const talk = await installation.opens('Where is my order?');
    const { message } = await refusal(
      between(
        'copilot',
        () => askCopilot(installation.context, caller.user.id, taskOf(caller.user.id), Type.Unknown()),
        () => losses[loss](caller, talk),
      ),
    );
    expect(message).toBe(whyNot[loss]);
  });
});
