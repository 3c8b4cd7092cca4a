/**
 * Promises to customers of when a person will answer: given once the conversation waits for one, due like a target,
 * renewed once if they can't be kept.
 */
import { handOffTexts } from '@parley/contracts/i18n/catalogues/hand-offs';
import { Problem } from '@parley/contracts/problems';
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { conversationState } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import * as promises from '@parley/db/sla/promises';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { languageOf } from '../messages/customer-language.ts';
import { postMessage } from '../messages/post.ts';
import { findWorkingHours } from '../settings/schedules.ts';
import type { Language } from '../text/language.ts';
import { forecastReply, hoursOwners, type Waiting } from './forecast.ts';

const handledAtOnce = 50;

/** Returns a promise in words after storing it: "You’ll get an answer within 20 minutes."; undefined for none. */
export async function promiseReply(
  context: Pick<Context, 'db' | 'settings'>,
  conversation: Waiting & { id: string },
  language: Language,
): Promise<string | undefined> {
  const forecast = await forecastReply(context, conversation);
  if (!forecast) return undefined;
  const stored = await promises.storePromise(context.db, conversation.id, forecast.at);
  return stored && promiseWords(language, stored.dueAt, forecast.hours);
}

/** A longer wait is told as the time at which it ends. */
const toldAsWaitMs = 4 * 60 * 60_000;

/** Returns when a person will answer, as the customer is told. */
export function promiseWords(language: Language, at: Date, hours: WorkingHours, now = new Date()): string {
  const wait = at.getTime() - now.getTime();
  if (wait > toldAsWaitMs) return handOffTexts(language)('promisedBy', { time: momentWords(language, at, hours) });
  const minutes = Math.max(5, Math.ceil(wait / 300_000) * 5);
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  const time = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return handOffTexts(language)('promisedWithin', { time });
}

/** `Tuesday, 09:30 GMT+1`: the customer’s zone is unknown here. */
const momentWords = (language: Language, at: Date, { timezone }: WorkingHours): string =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    timeZoneName: 'short',
  }).format(at);

/** Renews overdue promises once, and tells the customers. Returns their number. */
export async function renewPromises(context: Context): Promise<number> {
  for (const promise of await promises.overduePromises(context.db, handledAtOnce)) {
    const state = await conversationState(context.db, promise.conversationId);
    if (state?.status !== 'waiting' || promise.answeredAt) continue;
    const forecast = await forecastReply(context, state);
    if (forecast) await promises.renewPromise(context.db, promise, forecast.at);
  }
  const untold = await promises.untoldPromises(context.db, handledAtOnce);
  for (const promise of untold) await tellRenewed(context, promise);
  return untold.length;
}

/** Posts the other time; a second attempt posts nothing more. Nothing is posted once a person has answered. */
async function tellRenewed(context: Context, promise: promises.OpenPromise): Promise<void> {
  const { conversationId, dueAt, givenAt, answeredAt } = promise;
  const state = await conversationState(context.db, conversationId);
  if (state?.status === 'waiting' && !answeredAt) {
    const language = await languageOf(context, state, await newestMessages(context.db, conversationId, 10));
    const hours = await findWorkingHours(context, await hoursOwners(context, state));
    try {
      await postMessage(
        context,
        { kind: 'assistant', epoch: state.aiEpoch, isAnswer: false },
        { conversationId },
        {
          content: handOffTexts(language)('renewed', { time: momentWords(language, dueAt, hours) }),
          clientMessageId: derivedId(conversationId, givenAt.toISOString(), 'renewed promise'),
          onlyIfLastSeq: state.lastSeq,
        },
      );
    } catch (error) {
      // Another message arrived at the same time: the next run looks again.
      if (error instanceof Problem) return;
      throw error;
    }
  }
  await promises.noteTold(context.db, promise);
}
