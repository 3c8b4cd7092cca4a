import type { Reminder } from '@parley/contracts/conversations/reminders';
import { dismissReminder, listReminders } from '@parley/contracts/routes/reminders';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';

/**
 * Returns the user's reminder of a conversation, if there is one to come. One that is due is dismissed when the
 * conversation is shown.
 */
export function useReminder(conversationId: string): Reminder | undefined {
  const reminder = useRead(listReminders, {}).data?.find((each) => each.conversationId === conversationId);
  const isDue = reminder?.isDue ?? false;
  useEffect(() => {
    if (!isDue) return;
    // A reminder that could not be dismissed is dismissed the next time.
    void call(dismissReminder, { params: { id: conversationId } }).catch(() => undefined);
  }, [isDue, conversationId]);
  return isDue ? undefined : reminder;
}
