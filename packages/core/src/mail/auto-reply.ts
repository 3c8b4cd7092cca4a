/** Chooses the automatic reply of a mailbox by its working times. */
import { isOpenAt } from '@parley/contracts/schedules/working-time';
import type { Context } from '../context.ts';
import { findWorkingHours } from '../settings/schedules.ts';
import type { Inbox } from './inbox.ts';

/** Returns the text that confirms a mail at this moment; null if none does. */
export async function autoReplyOf(
  context: Pick<Context, 'db' | 'settings'>,
  { autoReply, autoReplyText, autoReplyClosedText, scheduleId, websiteId, teamId }: Inbox,
): Promise<string | null> {
  if (autoReply === 'off') return null;
  const isOpen = isOpenAt(await findWorkingHours(context, { scheduleId, websiteId, teamId }), new Date());
  if (isOpen && autoReply === 'outside_hours') return null;
  const text = (isOpen ? '' : autoReplyClosedText.trim()) || autoReplyText.trim();
  return text === '' ? null : text;
}
