/**
 * Promises to customers of when a person will answer: given at a hand-off, due like a target, renewed once if they can't
 * be kept. Only where the team has working times: without any, nobody knows when the team is there.
 */
import { handOffTexts } from '@parley/contracts/i18n/catalogues/hand-offs';
import { Problem } from '@parley/contracts/problems';
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { workingTime } from '@parley/contracts/schedules/working-time';
import { leastAnswers, promisedAt } from '@parley/contracts/sla/promise';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import * as promises from '@parley/db/sla/promises';
import { newestMessages } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { postMessage } from '../messages/post.ts';
import { findWorkingHours, keepsHours } from '../settings/schedules.ts';
import { detectLanguage, type Language } from '../text/language.ts';

const dayMs = 24 * 60 * 60_000;
const serviceDays = 7;
const measuredMax = 5_000;
const handledAtOnce = 50;

/** Measures the first answers of the last days in working time, by website and together. Returns their number. */
export async function measureService(context: Context): Promise<number> {
  const answers = await promises.recentFirstAnswers(
    context.db,
    new Date(Date.now() - serviceDays * dayMs),
    measuredMax,
  );
  const hours = new Map<string, WorkingHours>();
  const seconds = new Map<string | null, number[]>();
  for (const { websiteId, teamId, askedAt, answeredAt } of answers) {
    const key = `${websiteId} ${teamId}`;
    const known = hours.get(key) ?? (await findWorkingHours(context, { websiteId, teamId }));
    hours.set(key, known);
    const taken = workingTime(known, askedAt, answeredAt) / 1000;
    for (const group of new Set([websiteId, null])) seconds.set(group, [...(seconds.get(group) ?? []), taken]);
  }
  await promises.storeService(
    context.db,
    [...seconds].map(([websiteId, taken]) => ({
      websiteId,
      answers: taken.length,
      medianSeconds: quantile(taken, 0.5),
      p90Seconds: quantile(taken, 0.9),
    })),
  );
  return answers.length;
}

/** Returns the smallest value that is at least as large as this share of them. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

type Waiting = Pick<ConversationState, 'id' | 'websiteId' | 'teamId'>;

/** Returns when a person will answer, and the working times; undefined if nothing can be promised. */
async function forecast(context: Context, { id, websiteId, teamId }: Waiting) {
  if (!(await keepsHours(context, { websiteId, teamId }))) return undefined;
  if (websiteId !== null && (await findWebsite(context.db, websiteId))?.promisesReplies === false) return undefined;
  const [hours, service, capacity] = await Promise.all([
    findWorkingHours(context, { websiteId, teamId }),
    promises.findService(context.db, websiteId, leastAnswers),
    promises.readCapacity(context.db, id, teamId),
  ]);
  const at = promisedAt(hours, new Date(), { service, ...capacity });
  return at ? { at, hours } : undefined;
}

/** Returns a promise in words after storing it: "You’ll get an answer within 20 minutes."; undefined for none. */
export async function promiseReply(
  context: Context,
  conversation: Waiting,
  language: Language,
): Promise<string | undefined> {
  const found = await forecast(context, conversation);
  if (!found) return undefined;
  const stored = await promises.storePromise(context.db, conversation.id, found.at);
  return stored && promiseWords(language, stored.dueAt, found.hours);
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
    const found = state && state.status === 'waiting' && (await forecast(context, state));
    if (found && !promise.answeredAt) await promises.renewPromise(context.db, promise, found.at);
  }
  const untold = await promises.untoldPromises(context.db, handledAtOnce);
  for (const promise of untold) await tellRenewed(context, promise);
  return untold.length;
}

/** Posts the other time; a second attempt posts nothing more. Nothing is posted once a person has answered. */
async function tellRenewed(context: Context, promise: promises.OpenPromise): Promise<void> {
  const { conversationId, dueAt, givenAt, answeredAt } = promise;
  const state = await conversationState(context.db, conversationId);
  if (state && state.status === 'waiting' && !answeredAt) {
    const messages = await newestMessages(context.db, conversationId, 10);
    const written = messages.filter(({ senderType }) => senderType === 'customer').map(({ content }) => content);
    const visitor = state.visitorId ? await findVisitor(context.db, state.visitorId) : undefined;
    const language = detectLanguage(written.slice(-3).join('\n'), visitor?.locale);
    const hours = await findWorkingHours(context, state);
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
