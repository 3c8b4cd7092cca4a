/**
 * Tracks presence by gateway node. A node writes what it holds once and renews only its own sign of life, so thousands
 * of visitors cost no renewing; when it crashes, all of its members are gone as soon as its sign of life expires.
 */
import { RedisScript } from '@parley/service/redis-script';
import { keys } from '@parley/service/redis';
import { Cluster } from 'ioredis';
import type { Context } from '../context.ts';

type PresenceContext = Pick<Context, 'redis' | 'prefix'>;

/** A node that is silent for this long is dead; it renews at a third of it. */
export const nodeTtlSeconds = 15;

/** Seconds after which an unchanged key expires. */
const holdingTtlSeconds = 7 * 24 * 3600;

const nodeKey = (context: PresenceContext, node: string): string => keys(context.prefix).key('node', node);

/** The node is alive for the next `nodeTtlSeconds`. */
export async function keepNodeAlive(context: PresenceContext, node: string): Promise<void> {
  await context.redis.set(nodeKey(context, node), '1', 'EX', nodeTtlSeconds);
}

/** Removes a stopped node's sign of life: its members are gone at once. */
export async function endNode(context: PresenceContext, node: string): Promise<void> {
  await context.redis.del(nodeKey(context, node));
}

/** Change of a node's hold on a member of a key. */
export interface PresenceChange {
  key: string;
  node: string;
  member: string;
  /** Data about the member; undefined if it is no longer held. */
  detail: string | undefined;
}

/** ARGV: lifetime of a key in seconds; for each key its field, 1 if it is held, and its data. */
const script = new RedisScript(`
for index, key in ipairs(KEYS) do
  local at = 3 * index - 1
  if ARGV[at + 1] == '1' then
    redis.call('HSET', key, ARGV[at], ARGV[at + 2])
    redis.call('EXPIRE', key, ARGV[1])
  else
    redis.call('HDEL', key, ARGV[at])
  end
end
`);

/** Writes these changes down, in their order: one command, as far as their keys are on one server. */
export async function changePresence({ redis }: PresenceContext, changes: readonly PresenceChange[]): Promise<void> {
  const parts = redis instanceof Cluster ? changes.map((change) => [change]) : [changes];
  await Promise.all(
    parts.map((part) =>
      script.run(
        redis,
        part.map(({ key }) => key),
        [
          holdingTtlSeconds,
          ...part.flatMap(({ node, member, detail }) => [
            `${node} ${member}`,
            detail === undefined ? 0 : 1,
            detail ?? '',
          ]),
        ],
      ),
    ),
  );
}

/** Returns the members that living nodes hold under `key`, and removes those of dead ones. */
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
