/** Tidying up conversations: closing the idle, removing the old, reminding of the unanswered. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { bulkMessageLimits } from '@parley/contracts/conversations/limits';
import { closeAfterIdleDays, unansweredAfterMinutes } from '@parley/contracts/conversations/limits';
import { idempotencyHours } from '@parley/contracts/routes/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import { deleteClosedBefore } from '@parley/db/conversations/delete';
import { conversationState } from '@parley/db/conversations/read';
import { deleteOldBatches } from '@parley/db/bulk/batches';
import { deleteOldBulkMessages } from '@parley/db/bulk/messages';
import { deleteOldDeliveries } from '@parley/db/deliveries/deliveries';
import { deleteOldInboundEvents } from '@parley/db/channels/inbound';
import { deleteOldInboundMails } from '@parley/db/mail/inbound';
import { deleteOldAutoReplies } from '@parley/db/mail/senders';
import { deleteOldCalls } from '@parley/db/idempotency/calls';
import { newestMessages } from '@parley/db/messages/read';
import { idleConversations, unansweredConversations } from '@parley/db/maintenance/idle';
import { deleteOldTrackedEvents } from '@parley/db/visitors/tracked-events';
import { deleteOldRuns } from '@parley/db/rules/runs';
import { trackedEventLimits } from '@parley/contracts/visitors/limits';
import { ruleRunDays } from '@parley/contracts/rules/limits';
import { deleteMadeBefore } from '@parley/db/maintenance/outdated';
import type { Context } from '../context.ts';
import { retentionCutoff } from '../data/retention.ts';
import { publishDeletion } from '../conversations/delete.ts';
import { handOff } from '../conversations/hand-off.ts';
import { transition } from '../conversations/transition.ts';
import { lastWords, type NoticeSubject } from '../deliveries/notices.ts';
import { teamNotices } from '../integrations/notify-team.ts';
import { deliverAll } from '../deliveries/enqueue.ts';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { forgetVisitors } from './visitors.ts';

const batchSize = 200;
const dayMs = 24 * 3600 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** Closes conversations without a message for 7 days. Returns the number of them. */
export async function closeIdle(context: Context): Promise<number> {
  let closed = 0;
  const since = daysAgo(closeAfterIdleDays);
  for (;;) {
    const ids = await idleConversations(context.db, since, batchSize);
    for (const id of ids) {
      const { outcome } = await transition(context, id, [{ type: 'close' }], {
        cause: { by: 'rule', rule: 'idle' },
        reason: localize('idle', { days: closeAfterIdleDays }),
        // A message that arrived in the meantime wins.
        idleSince: since,
      });
      if (outcome === 'done') closed += 1;
    }
    if (ids.length < batchSize) return closed;
  }
}

/**
 * Days after which the log of deliveries, processed mails and events of channels are deleted, whatever the retention.
 */
const logDays = 30;

/**
 * Age in days after which records of calls to the assistant and other systems are deleted, if conversations never are.
 */
const recordDays = 365;

/**
 * Deletes closed conversations past the chosen retention, visitors without any other data, and old logs; the audit log
 * stays. Returns the number of conversations.
 */
export async function applyRetention(context: Context): Promise<number> {
  await deleteOldDeliveries(context.db, daysAgo(logDays));
  await deleteOldInboundMails(context.db, daysAgo(logDays));
  await deleteOldAutoReplies(context.db, daysAgo(2));
  await deleteOldInboundEvents(context.db, daysAgo(logDays));
  await deleteOldBatches(context.db, daysAgo(logDays));
  await deleteOldBulkMessages(context.db, daysAgo(bulkMessageLimits.storedDays));
  await deleteOldTrackedEvents(context.db, daysAgo(trackedEventLimits.days));
  await deleteOldRuns(context.db, daysAgo(ruleRunDays));
  await deleteOldCalls(context.db, new Date(Date.now() - idempotencyHours * 3600 * 1000));
  const { dataConfig } = await context.settings.read();
  const cutoff = retentionCutoff(dataConfig.retention);
  const deleted = cutoff === null ? 0 : await deleteClosed(context, cutoff);
  for (const table of ['aiRuns', 'aiAnswers', 'deliveries'] as const) {
    const before = cutoff ?? daysAgo(recordDays);
    while ((await deleteMadeBefore(context.db, table, before, batchSize)) === batchSize);
  }
  await forgetVisitors(context, cutoff);
  return deleted;
}

async function deleteClosed(context: Context, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const deletion = await deleteClosedBefore(context.db, before, batchSize);
    await publishDeletion(context, deletion);
    deleted += deletion.conversations;
    if (deletion.events.length < batchSize) return deleted;
  }
}

/**
 * Notifies Slack and boards, once, of each customer without an answer for 5 minutes. If the assistant should have
 * answered, its job is lost or hopeless by then: the conversation is handed off. Returns the number of customers.
 */
export async function remindOfUnanswered(context: ExternalContext): Promise<number> {
  const before = new Date(Date.now() - unansweredAfterMinutes * 60_000);
  const waiting = await unansweredConversations(context.db, before, batchSize);
  for (const { id, unansweredSince } of waiting) {
    const state = await conversationState(context.db, id);
    if (!state) continue;
    const subject: NoticeSubject = {
      // A period of waiting gets one reminder.
      eventId: derivedId(id, unansweredSince.toISOString(), 'unanswered'),
      about: 'unanswered',
      state,
      text: lastWords(await newestMessages(context.db, id, 20)),
    };
    await deliverAll(context, await teamNotices(context, subject));
    if (!state.isAiAssisted) continue;
    const summary = onlyReason(localize('assistant_silent', { minutes: unansweredAfterMinutes }));
    await handOff(context, id, { summary, cause: { by: 'rule', rule: 'unanswered' }, onlyIfAiEpoch: state.aiEpoch });
  }
  return waiting.length;
}
