/** Wakes snoozed conversations when their time has come, even after a process has died. */
import { snoozeDaysMax } from '@parley/contracts/conversations/limits';
import type { Reminder } from '@parley/contracts/conversations/reminders';
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { dueSnoozes } from '@parley/db/snooze/due';
import { claimDueReminders, markRemindersAnnounced } from '@parley/db/snooze/reminders';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { publishToUser } from '../live/publish-change.ts';
import { type Notified, publishNotified, recordNotice } from '../notifications/notify.ts';
import { transition } from './transition.ts';

const dayMs = 24 * 3600 * 1000;

/** A time to come back at. @throws Problem `invalid` for one that is past, or too far away, with the field's name */
export function laterTime(text: string, path: string): Date {
  const time = new Date(text);
  const ms = time.getTime() - Date.now();
  if (ms > 0 && ms <= snoozeDaysMax * dayMs) return time;
  throw fieldProblem(
    'invalid',
    path,
    ms > 0 ? localize('time_too_far', { days: snoozeDaysMax }) : localize('time_past'),
  );
}

const batchSize = 200;

/**
 * Wakes the due conversations, each once, and sends the due reminders. Due times are in the database, so the next run
 * after an outage finds them. Returns the number of both.
 */
export async function wakeDue(context: Context): Promise<number> {
  return (await wakeSnoozed(context)) + (await remind(context));
}

async function wakeSnoozed(context: Context): Promise<number> {
  let woken = 0;
  for (;;) {
    const ids = await dueSnoozes(context.db, batchSize);
    for (const id of ids) {
      const { outcome } = await transition(context, id, [{ type: 'unsnooze' }], {
        cause: { by: 'rule', rule: 'snooze' },
        isSnoozeOver: true,
      });
      if (outcome === 'done') woken += 1;
    }
    if (ids.length < batchSize) return woken;
  }
}

/** Recorded with their notifications, then published: without Redis they are read later. */
async function remind(context: Context): Promise<number> {
  let reminded = 0;
  for (;;) {
    const { due, notified } = await context.db.transaction().execute(async (transaction) => {
      const claimed = await claimDueReminders(transaction, batchSize);
      await markRemindersAnnounced(transaction, claimed);
      const recorded: Notified[] = [];
      for (const each of claimed) recorded.push(await recordReminder({ ...context, db: transaction }, each));
      return { due: claimed, notified: recorded.flat() };
    });
    for (const { userId } of due) await publishToUser(context, userId, { type: 'reminders_updated', userId });
    await publishNotified(context, notified);
    reminded += due.length;
    if (due.length < batchSize) return reminded;
  }
}

const recordReminder = (
  context: Parameters<typeof recordNotice>[0],
  { userId, reminder: { conversationId, remindAt } }: { userId: string; reminder: Reminder },
): Promise<Notified> =>
  recordNotice(context, {
    eventId: derivedId(userId, conversationId, remindAt, 'reminder'),
    kind: 'reminder',
    audience: { userIds: [userId] },
    actorId: null,
    conversationId,
  });
