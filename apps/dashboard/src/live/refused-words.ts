/** Messages for a user who was not the first. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { CallError, wordsOf } from '../api/call-error.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { clockTime, localDay, upcomingTime } from '../ui/times.ts';
import { activityWords, isChange } from './activity-words.ts';

/** Returns a refusal with the user who was first, their activity and its time, if the server sends them. */
export function refusedWords(error: unknown): string {
  const { activity, message } = (error instanceof CallError && error.inTheWay) || {};
  const what = activity && isChange(activity) ? activityWords(activity) : message && wroteWords(message);
  const at = activity?.createdAt ?? message?.createdAt;
  return what && at ? undoWords('inTheWay', { what, time: timeWords(at) }) : wordsOf(error);
}

/**
 * Returns the refusal with the first user's name if the server's own message does not contain it: for a closed
 * conversation.
 */
export function conflictWords(error: unknown): string {
  return error instanceof CallError && error.code === 'conversation_closed' ? refusedWords(error) : wordsOf(error);
}

const wroteWords = ({ senderName, senderType }: { senderName: string | null; senderType: string }): string =>
  senderType === 'customer' || senderName === null
    ? undoWords('customerWrote')
    : undoWords('wrote', { who: senderName });

const timeWords = (at: Activity['createdAt']): string =>
  localDay(at) === localDay(new Date().toISOString()) ? clockTime(at) : upcomingTime(at);
