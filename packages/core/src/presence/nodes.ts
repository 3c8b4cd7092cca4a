/**
 * Who is here, by gateway node. A node says what it holds once and keeps only its own sign of life fresh, so thousands
 * of people cost no renewing; when it crashes, everybody it held is gone as soon as its sign of life runs out.
 */
import { keys, sendTogether } from '@parley/service/redis';
import type { Context } from '../context.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

/** A node that is silent for this long is dead; it renews at a third of it. */
export const nodeTtlSeconds = 15;

/** What nobody has changed for this long is forgotten. */
const holdingTtlSeconds = 7 * 24 * 3600;

const nodeKey = (context: PresenceContext, node: string): string => keys(context.prefix).key('node', node);

/** The node is alive for the next `nodeTtlSeconds`. */
export async function keepNodeAlive(context: PresenceContext, node: string): Promise<void> {
  await context.redis.set(nodeKey(context, node), '1', 'EX', nodeTtlSeconds);
}

/** The node has stopped: whoever it held is gone at once. */
export async function endNode(context: PresenceContext, node: string): Promise<void> {
  await context.redis.del(nodeKey(context, node));
}

/** `node` holds `member` of `key`, with what is told about it. */
export async function addPresence(
  context: PresenceContext,
  key: string,
  { node, member, detail }: { node: string; member: string; detail: string },
): Promise<void> {
  const { redis } = context;
  sendTogether(redis);
  await Promise.all([redis.hset(key, `${node} ${member}`, detail), redis.expire(key, holdingTtlSeconds)]);
}

/** `node` holds `member` no more. */
export async function removePresence(
  context: PresenceContext,
  key: string,
  { node, member }: { node: string; member: string },
): Promise<void> {
  await context.redis.hdel(key, `${node} ${member}`);
}

/** What living nodes hold under `key`; what dead ones left behind is removed. */
export async function readPresence(
  context: PresenceContext,
  key: string,
): Promise<{ member: string; detail: string }[]> {
  const holdings = Object.entries(await context.redis.hgetall(key)).map(([field, detail]) => {
    const [node = '', member = ''] = field.split(' ');
    return { field, node, member, detail };
  });
  const nodes = [...new Set(holdings.map(({ node }) => node))];
  const signs = await Promise.all(nodes.map((node) => context.redis.exists(nodeKey(context, node))));
  const dead = new Set(nodes.filter((_, index) => !signs[index]));
  const left = holdings.filter(({ node }) => dead.has(node)).map(({ field }) => field);
  if (left.length > 0) await context.redis.hdel(key, ...left);
  return holdings.filter(({ node }) => !dead.has(node)).map(({ member, detail }) => ({ member, detail }));
}
