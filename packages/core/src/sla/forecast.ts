/**
 * Forecasts when a person will answer: from working times, available people, the queue and recent first answers. Only
 * where a team has working times: without any, nobody knows when the team is there.
 */
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { isOpenAt, workingTime } from '@parley/contracts/schedules/working-time';
import { leastAnswers, promisedAt } from '@parley/contracts/sla/promise';
import type { ConversationState } from '@parley/db/conversations/read';
import type { Database } from '@parley/db/database';
import { findMailbox } from '@parley/db/mail/mailboxes';
import type { ScheduleOwners } from '@parley/db/schedules/schedules';
import * as service from '@parley/db/sla/service-times';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';
import { findWorkingHours, keepsHours } from '../settings/schedules.ts';

const dayMs = 24 * 60 * 60_000;
const serviceDays = 7;
const measuredMax = 5_000;

/** Measures the first answers of the last days in working time, by website and together. Returns their number. */
export async function measureService(context: Context): Promise<number> {
  const since = new Date(Date.now() - serviceDays * dayMs);
  const answers = await service.recentFirstAnswers(context.db, since, measuredMax);
  const hours = new Map<string, WorkingHours>();
  const seconds = new Map<string | null, number[]>();
  for (const { websiteId, teamId, askedAt, answeredAt } of answers) {
    const key = `${websiteId} ${teamId}`;
    const known = hours.get(key) ?? (await findWorkingHours(context, { websiteId, teamId }));
    hours.set(key, known);
    const taken = workingTime(known, askedAt, answeredAt) / 1000;
    for (const group of new Set([websiteId, null])) seconds.set(group, [...(seconds.get(group) ?? []), taken]);
  }
  await service.storeService(
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
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Conversation that waits for a person; one without `id` is only about to begin. */
export type Waiting = Pick<ConversationState, 'websiteId' | 'teamId'> &
  Partial<Pick<ConversationState, 'id' | 'channel' | 'mailboxId'>>;

/** Returns when a person will answer, and the working times; undefined if nothing can be promised. */
export async function forecastReply(
  context: Pick<Context, 'db' | 'settings'>,
  waiting: Waiting,
): Promise<{ at: Date; hours: WorkingHours } | undefined> {
  const { id = null, websiteId, teamId } = waiting;
  const owners = await hoursOwners(context, waiting);
  if (!(await keepsHours(context, owners))) return undefined;
  if (websiteId !== null && (await findWebsite(context.db, websiteId))?.promisesReplies === false) return undefined;
  const [hours, recent, capacity] = await Promise.all([
    findWorkingHours(context, owners),
    service.findService(context.db, websiteId, leastAnswers),
    service.readCapacity(context.db, id, teamId, serviceDays),
  ]);
  const at = promisedAt(hours, new Date(), { service: recent, ...capacity });
  return at ? { at, hours } : undefined;
}

/** Returns the owners of the working times: a mailbox may have its own. */
export async function hoursOwners(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { websiteId, teamId, channel, mailboxId = null }: Waiting,
): Promise<ScheduleOwners> {
  if (channel !== 'email') return { websiteId, teamId };
  const mailbox = mailboxId === null ? undefined : await findMailbox(db, mailboxId);
  return { websiteId, teamId, scheduleId: (mailbox ?? (await settings.read()).emailConfig).scheduleId };
}

const stepMs = 5 * 60_000;

function onStep(at: Date, hours: WorkingHours): Date {
  const rounded = new Date(Math.ceil(at.getTime() / stepMs) * stepMs);
  return isOpenAt(hours, new Date(rounded.getTime() - 1)) ? rounded : at;
}

/** Every page of every website asks for it. */
const keptMs = 30_000;
const known = new WeakMap<Database, Map<string, { at: Promise<Date | undefined>; until: number }>>();

/**
 * Returns when a person would answer a visitor of a website who writes now, up to half a minute old, on a step of five
 * minutes within working hours: the same from every process.
 */
export async function forecastForVisitors(
  context: Pick<Context, 'db' | 'settings'>,
  website: { id: string; teamId: string | null },
): Promise<Date | undefined> {
  const ofDatabase = known.get(context.db) ?? new Map();
  known.set(context.db, ofDatabase);
  let found = ofDatabase.get(website.id);
  if (!found || found.until < Date.now()) {
    const at = forecastReply(context, { websiteId: website.id, teamId: website.teamId }).then(
      (forecast) => forecast && onStep(forecast.at, forecast.hours),
    );
    found = { at, until: Date.now() + keptMs };
    ofDatabase.set(website.id, found);
    at.catch(() => ofDatabase.delete(website.id));
  }
  return found.at;
}
