/** Wakes snoozed conversations when their time has come, even after a process has died. */
import { snoozeDaysMax } from '@parley/contracts/conversations/limits';
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { dueSnoozes } from '@parley/db/snooze/due';
import { claimDueReminders, markRemindersAnnounced } from '@parley/db/snooze/reminders';
import type { Context } from '../context.ts';
import { broadcastToInbox } from '../live/broadcast.ts';
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

/** Published first, recorded afterwards: without Redis it is sent later, after a crash in between twice. */
async function remind(context: Context): Promise<number> {
  let reminded = 0;
  for (;;) {
    const count = await context.db.transaction().execute(async (transaction) => {
      const due = await claimDueReminders(transaction, batchSize);
      const scopes = await findConversationScopes(
        transaction,
        due.map(({ reminder }) => reminder.conversationId),
      );
      for (const { userId, reminder } of due) {
        const scope = scopes.get(reminder.conversationId);
        await broadcastToInbox(context, { type: 'reminder_due', reminder, userId }, scope && { scope });
      }
      await markRemindersAnnounced(transaction, due);
      return due.length;
    });
    reminded += count;
    if (count < batchSize) return reminded;
  }
}
