/**
 * Visits of websites that show the team who has a page open. They are in Redis alone and expire there: a page that is
 * closed, or a gateway that was killed, leaves nothing behind.
 */
import type { Campaign } from '@parley/contracts/entities';
import { livePagesMax, type LiveVisitorMode, type PageReport } from '@parley/contracts/visitors/live-visitors';
import { keys } from '@parley/service/redis';
import { originOf } from './origin.ts';
import type { Context } from '../context.ts';

type VisitContext = Pick<Context, 'redis' | 'prefix'>;

/** An open page says so again at this interval. */
export const visitRenewalSeconds = 20;
/** Between pages, and before a silent visit is over. */
const graceSeconds = 30;
const ttlSeconds = visitRenewalSeconds + graceSeconds;

/** An open page's visit: the tab it is in, and its visitor if they have written. */
export interface Visit {
  id: string;
  websiteId: string;
  visitorId: string | undefined;
}

export interface StoredVisit {
  id: string;
  since: string;
  visitorId?: string | undefined;
  referrer: string | null;
  campaign: Campaign | null;
  /** The newest last. */
  pages: { url: string; title: string | null; since: string }[];
}

const visitKey = (context: VisitContext, { id, websiteId }: Pick<Visit, 'id' | 'websiteId'>): string =>
  keys(context.prefix).key('visit', websiteId, id);
/** Visits by the time at which they are over unless they are renewed, and by that of their newest page. */
const endsKey = (context: VisitContext, websiteId: string): string => keys(context.prefix).key('visits', websiteId);
const movedKey = (context: VisitContext, websiteId: string): string =>
  keys(context.prefix).key('visits', websiteId, 'moved');

/** Records the page that a visit has come to; of a website that only counts, nothing but that there is a visit. */
export async function recordVisit(
  context: VisitContext,
  visit: Visit,
  mode: Exclude<LiveVisitorMode, 'off'>,
  { url, title, referrer }: PageReport,
): Promise<void> {
  const { redis } = context;
  const now = new Date();
  if (mode === 'pages' && url !== undefined) {
    const known = await readVisit(context, visit);
    const page = { url, title: title ?? null, since: now.toISOString() };
    const isSame = known?.pages.at(-1)?.url === url;
    const stored: StoredVisit = {
      id: visit.id,
      since: known?.since ?? page.since,
      visitorId: visit.visitorId ?? known?.visitorId,
      ...(known ? { referrer: known.referrer, campaign: known.campaign } : originOf({ url, referrer })),
      pages: isSame ? known.pages : [...(known?.pages ?? []), page].slice(-livePagesMax),
    };
    await redis.set(visitKey(context, visit), JSON.stringify(stored), 'EX', ttlSeconds);
  }
  await Promise.all([
    redis.zadd(endsKey(context, visit.websiteId), now.getTime() + ttlSeconds * 1000, visit.id),
    redis.zadd(movedKey(context, visit.websiteId), now.getTime(), visit.id),
  ]);
}

/** The pages of these visits are still open. */
export async function renewVisits(context: VisitContext, visits: readonly Visit[]): Promise<void> {
  const { redis } = context;
  const end = Date.now() + ttlSeconds * 1000;
  for (const [websiteId, group] of Map.groupBy(visits, (visit) => visit.websiteId)) {
    // Only those that are there: a website that was switched off has none.
    await redis.zadd(endsKey(context, websiteId), 'XX', ...group.flatMap(({ id }) => [end, id]));
    await Promise.all(group.map((visit) => redis.expire(visitKey(context, visit), ttlSeconds)));
  }
}

/** The page was closed: the visit is over unless another one opens soon. */
export async function endVisit(context: VisitContext, { id, websiteId }: Visit): Promise<void> {
  await context.redis.zadd(endsKey(context, websiteId), 'XX', Date.now() + graceSeconds * 1000, id);
}

/** Returns how many visitors have a page of the website open. */
export async function countVisits(context: VisitContext, websiteId: string): Promise<number> {
  const { redis } = context;
  const ends = endsKey(context, websiteId);
  const over = await redis.zrangebyscore(ends, 0, Date.now());
  if (over.length > 0) await Promise.all([redis.zrem(ends, over), redis.zrem(movedKey(context, websiteId), over)]);
  return redis.zcard(ends);
}

/** Returns the visits in the order of their newest pages, the latest first. Those of a website that only counts are unknown. */
export async function newestVisits(context: VisitContext, websiteId: string, limit: number): Promise<StoredVisit[]> {
  const ids = await context.redis.zrevrange(movedKey(context, websiteId), 0, limit - 1);
  const texts = await Promise.all(ids.map((id) => context.redis.get(visitKey(context, { id, websiteId }))));
  return texts.flatMap((text) => (text === null ? [] : [parsed(text)]));
}

/** Returns a visit of a website that reports its pages; undefined when it is over. */
export async function readVisit(
  context: VisitContext,
  visit: Pick<Visit, 'id' | 'websiteId'>,
): Promise<StoredVisit | undefined> {
  const text = await context.redis.get(visitKey(context, visit));
  return text === null ? undefined : parsed(text);
}

/** From now on the visit is this visitor's. */
export async function nameVisit(context: VisitContext, websiteId: string, visit: StoredVisit): Promise<void> {
  await context.redis.set(visitKey(context, { id: visit.id, websiteId }), JSON.stringify(visit), 'EX', ttlSeconds);
}

/**
 * Claims a visit for its first conversation. False if a colleague has just done so; the claim ends by itself if theirs
 * fails.
 */
export async function claimVisit(context: VisitContext, visit: Pick<Visit, 'id' | 'websiteId'>): Promise<boolean> {
  return (await context.redis.set(`${visitKey(context, visit)}:claim`, '1', 'EX', 10, 'NX')) === 'OK';
}

/** Forgets all visits of a website, which reports other things from now on, or nothing. */
export async function forgetVisits(context: VisitContext, websiteId: string): Promise<void> {
  const { redis } = context;
  const ids = await redis.zrange(endsKey(context, websiteId), '0', '-1');
  await Promise.all(ids.map((id) => redis.del(visitKey(context, { id, websiteId }))));
  await Promise.all([redis.del(endsKey(context, websiteId)), redis.del(movedKey(context, websiteId))]);
}

const parsed = (text: string): StoredVisit => JSON.parse(text) as StoredVisit;
