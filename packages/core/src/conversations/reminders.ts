/** Manages "Remind me": private to the user; the conversation stays the same for everyone. */
import { remindersMax } from '@parley/contracts/conversations/limits';
import { Problem } from '@parley/contracts/problems';
import type { Reminder } from '@parley/contracts/conversations/reminders';
import { localize } from '@parley/contracts/i18n/server-texts';
import * as reminders from '@parley/db/snooze/reminders';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { scopeSql } from '../permissions/scope.ts';
import { laterTime } from './snooze.ts';
import { refuseWithout, assertMay } from '../permissions/permissions.ts';

/** The caller's, the soonest first. */
export async function listReminders(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  due?: boolean,
): Promise<Reminder[]> {
  await refuseWithout(context, caller, 'conversations.read');
  return reminders.listReminders(context.db, caller.user.id, due, await scopeSql(context, caller));
}

/** Sets the caller's reminder, in the place of an earlier one. @throws Problem `not_found`, `invalid` for the time, `conflict` */
export async function setReminder(
  context: Context,
  caller: StaffCaller,
  conversationId: string,
  remindAt: string,
): Promise<Reminder> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  const set = await reminders.setReminder(context.db, {
    userId: user.id,
    conversationId,
    remindAt: laterTime(remindAt, 'remindAt'),
    max: remindersMax,
  });
  switch (set.outcome) {
    case 'not_found':
      throw new Problem('not_found', localize('no_such_conversation'));
    case 'full':
      throw new Problem('conflict', localize('too_many_reminders', { max: remindersMax }));
    case 'set':
  }
  await announce(context, user.id);
  return set.reminder;
}

/** Dismisses the caller's reminder, or calls it off; without one nothing happens. */
export async function dismissReminder(context: Context, caller: StaffCaller, conversationId: string): Promise<void> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const { user } = caller;
  if (await reminders.deleteReminder(context.db, user.id, conversationId)) await announce(context, user.id);
}

const announce = (context: Context, userId: string) =>
  publishChange(context, { frame: { type: 'reminders_updated', userId } });
