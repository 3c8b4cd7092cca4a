/** What to tell somebody who was not the first. */
import type { Act } from '@parley/contracts/acts';
import { CallError, wordsOf } from '../api/call-error.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { language } from '../i18n/language.ts';
import { clockTime, localDay, upcomingTime } from '../ui/times.ts';
import { actWords, isChange } from './act-words.ts';

/** A refusal in words: who did what first, and when, where the server tells of it. */
export function refusedWords(error: unknown): string {
  const { act, message } = (error instanceof CallError && error.inTheWay) || {};
  const what = act && isChange(act) ? actWords(act) : message && wroteWords(message);
  const at = act?.createdAt ?? message?.createdAt;
  return what && at ? undoWords('inTheWay', { what, time: timeWords(at) }) : wordsOf(error);
}

/** The same, where the server's own English says who and what already: all but that it is closed. */
export function conflictWords(error: unknown): string {
  const isSaid = error instanceof CallError && error.code !== 'conversation_closed' && language() === 'en';
  return isSaid ? wordsOf(error) : refusedWords(error);
}

const wroteWords = ({ senderName, senderType }: { senderName: string | null; senderType: string }): string =>
  senderType === 'customer' || senderName === null
    ? undoWords('customerWrote')
    : undoWords('wrote', { who: senderName });

const timeWords = (at: Act['createdAt']): string =>
  localDay(at) === localDay(new Date().toISOString()) ? clockTime(at) : upcomingTime(at);
