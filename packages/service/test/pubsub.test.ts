import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { clusterSlot } from '../src/cluster-slot.ts';
import { DependencyUnavailable } from '../src/errors.ts';
import { PubSub, type PubSubOptions } from '../src/pubsub.ts';
import { connectRedis, redisReady } from '../src/redis.ts';
import { type RedisCluster, RedisServer, redisUrl, startCluster, until } from './redis-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Node {
  pubsub: PubSub;
  interruptions: () => number;
}

async function startNode({
  url = redisUrl,
  prefix = `test-${randomUUID()}`,
  ...options
}: { url?: string } & Partial<PubSubOptions> = {}): Promise<Node> {
  const publisher = connectRedis(url, { role: 'commands' });
  const subscriber = connectRedis(url, { role: 'subscriber' });
  await redisReady(publisher);
  let interruptions = 0;
  const onInterrupted = (): void => {
    interruptions += 1;
  };
  const pubsub = new PubSub({ publisher, subscriber, prefix, onInterrupted, ...options });
  cleanups.push(() => {
    pubsub.close();
    publisher.disconnect();
    subscriber.disconnect();
  });
  return { pubsub, interruptions: () => interruptions };
}

/** Gives a slot to the next master, as resharding does. */
async function moveSlot(cluster: RedisCluster, slot: number): Promise<void> {
  const clients = cluster.servers.map((server) => connectRedis(server.url, { role: 'commands' }));
  const owner = Math.floor(slot / Math.ceil(16_384 / 3));
  const target = clients[(owner + 1) % 3];
  const id = String(await target?.call('CLUSTER', 'MYID'));
  // The new owner first, so that nobody is sent to a node that would send them back.
  for (const client of [target, ...clients]) await client?.call('CLUSTER', 'SETSLOT', slot, 'NODE', id);
  for (const client of clients) client.disconnect();
}

describe('pub/sub on one Redis', () => {
  test('everybody subscribed gets each text once, in order, on the channel they asked for', async () => {
    const prefix = `test-${randomUUID()}`;
    const [one, two] = await Promise.all([startNode({ prefix }), startNode({ prefix })]);
    const received: [string, string][][] = [[], []];
    await one.pubsub.subscribe('inbox', (text, channel) => received[0]?.push([channel, text]));
    await two.pubsub.subscribe('inbox', (text, channel) => received[1]?.push([channel, text]));
    await Promise.all(['1', '2', '3'].map((text) => one.pubsub.publish('inbox', text)));
    await one.pubsub.publish('elsewhere', 'no');
    await until('all has arrived', () => received.every((list) => list.length === 3));
    expect(received[0]).toEqual([
      ['inbox', '1'],
      ['inbox', '2'],
      ['inbox', '3'],
    ]);
    expect(received[1]).toEqual(received[0]);
  });

  test('subscribing resolves only when nothing published afterwards can be missed', async () => {
    const { pubsub } = await startNode();
    for (let round = 0; round < 20; round += 1) {
      const received: string[] = [];
      await pubsub.subscribe(`c${round}`, (text) => received.push(text));
      await pubsub.publish(`c${round}`, 'x');
      await until('it has arrived', () => received.length === 1);
      expect(received).toEqual(['x']);
    }
  });

  test('listeners of a channel share one subscription, which ends with the last of them', async () => {
    const prefix = `test-${randomUUID()}`;
    const { pubsub } = await startNode({ prefix });
    const redis = connectRedis(redisUrl, { role: 'commands' });
    cleanups.push(() => redis.disconnect());
    const subscribers = async (): Promise<unknown> => (await redis.pubsub('NUMSUB', `${prefix}:c`))[1];
    const received: string[] = [];
    const one = (text: string): unknown => received.push(`one ${text}`);
    const two = (text: string): unknown => received.push(`two ${text}`);
    await Promise.all([pubsub.subscribe('c', one), pubsub.subscribe('c', two)]);
    expect(await subscribers()).toBe(1);
    await pubsub.unsubscribe('c', one);
    await pubsub.publish('c', 'x');
    await until('it has arrived', () => received.length > 0);
    expect(received).toEqual(['two x']);
    await pubsub.unsubscribe('c', two);
    expect(await subscribers()).toBe(0);
    expect(pubsub.size).toBe(0);
  });

  test('subscribing and unsubscribing in any haste ends as last asked', async () => {
    const { pubsub } = await startNode();
    const received: string[] = [];
    const listener = (text: string): unknown => received.push(text);
    const calls: Promise<void>[] = [];
    for (let round = 0; round < 50; round += 1) {
      calls.push(pubsub.subscribe('c', listener));
      if (round < 49) calls.push(pubsub.unsubscribe('c', listener));
    }
    await Promise.all(calls);
    await pubsub.publish('c', 'x');
    await until('it has arrived', () => received.length > 0);
    expect(received).toEqual(['x']);
  });

  test('a listener that throws keeps nothing from the others', async () => {
    const errors: unknown[] = [];
    const { pubsub } = await startNode({ onListenerError: (error) => errors.push(error) });
    const received: string[] = [];
    await pubsub.subscribe('c', () => {
      throw new Error('broken listener');
    });
    await pubsub.subscribe('c', (text) => received.push(text));
    await pubsub.publish('c', 'x');
    await until('it has arrived', () => received.length === 1);
    expect(errors).toHaveLength(1);
  });

  test('subscriptions are restored after Redis was killed and restarted, and then the interruption is reported', async () => {
    const server = await RedisServer.start();
    cleanups.push(() => server.remove());
    const { pubsub, interruptions } = await startNode({ url: server.url });
    const received: string[] = [];
    for (let number = 0; number < 1_200; number += 1)
      await pubsub.subscribe(`c${number}`, (text) => received.push(text));
    expect(interruptions()).toBe(0);
    await server.kill();
    await expect(pubsub.publish('c1', 'lost')).rejects.toBeInstanceOf(DependencyUnavailable);
    await server.start();
    await until('the interruption is told', () => interruptions() === 1);
    await until('publishing works', () =>
      pubsub.publish('c1199', 'x').then(
        () => true,
        () => false,
      ),
    );
    await until('it has arrived', () => received.includes('x'));
    expect(received).not.toContain('lost');
  });

  test('a subscription asked for while Redis is away resolves when it holds', async () => {
    const server = await RedisServer.start();
    cleanups.push(() => server.remove());
    const { pubsub } = await startNode({ url: server.url });
    await pubsub.subscribe('before', () => undefined);
    await server.kill();
    const received: string[] = [];
    const subscribing = pubsub.subscribe('c', (text) => received.push(text));
    await server.start();
    await subscribing;
    await until('publishing works', () =>
      pubsub.publish('c', 'x').then(
        () => true,
        () => false,
      ),
    );
    await until('it has arrived', () => received.length > 0);
    expect(received).toEqual(['x']);
  });

  test('a subscribing connection that died without a word is noticed and told as an interruption', async () => {
    const server = await RedisServer.start();
    cleanups.push(() => server.remove());
    const { pubsub, interruptions } = await startNode({ url: server.url, heartbeatMs: 200 });
    await pubsub.subscribe('c', () => undefined);
    server.signal('SIGSTOP');
    await until('the connection was given up', () => !pubsub.isConnected);
    server.signal('SIGCONT');
    await until('the interruption is told', () => interruptions() >= 1);
    expect(pubsub.isConnected).toBe(true);
  });
});

describe('channels of one line', () => {
  const lineOf = (channel: string) => (channel === 'control' ? undefined : 'live');

  test('travel together, each to the one who listens to it, once and in order', async () => {
    const prefix = `test-${randomUUID()}`;
    const [one, two] = await Promise.all([startNode({ prefix, lineOf }), startNode({ prefix, lineOf })]);
    const watching = connectRedis(redisUrl, { role: 'subscriber' });
    cleanups.push(() => watching.disconnect());
    let messages = 0;
    watching.on('message', () => (messages += 1));
    await watching.subscribe(`${prefix}:live`);
    const received: string[] = [];
    await two.pubsub.subscribe('inbox', (text) => received.push(`inbox ${text}`));
    await two.pubsub.subscribeToBytes('conversation:a', (bytes) => received.push(`a ${bytes.toString()}`));
    const sent = ['ä', 'b', '', '語'].flatMap((text) =>
      ['inbox', 'conversation:a', 'conversation:b'].map((to) => [to, text]),
    );
    await Promise.all(sent.map(([to = '', text = '']) => one.pubsub.publish(to, text)));
    await until('all has arrived', () => received.length === 8);
    expect(received).toEqual(['ä', 'b', '', '語'].flatMap((text) => [`inbox ${text}`, `a ${text}`]));
    await until('who watches has seen it too', () => messages > 0);
    expect(messages).toBe(1);
  });

  test('they are listened to by one subscription, which ends with the last of them', async () => {
    const prefix = `test-${randomUUID()}`;
    const { pubsub } = await startNode({ prefix, lineOf });
    const redis = connectRedis(redisUrl, { role: 'commands' });
    cleanups.push(() => redis.disconnect());
    const subscribers = async (): Promise<unknown> => (await redis.pubsub('NUMSUB', `${prefix}:live`))[1];
    const listener = (): undefined => undefined;
    await Promise.all(['a', 'b'].map((channel) => pubsub.subscribe(channel, listener)));
    await pubsub.unsubscribe('a', listener);
    expect([await subscribers(), pubsub.size]).toEqual([1, 1]);
    await pubsub.unsubscribe('b', listener);
    expect([await subscribers(), pubsub.size]).toEqual([0, 0]);
  });

  test('give each of several listeners bytes of its own', async () => {
    const { pubsub } = await startNode({ lineOf });
    const received: string[] = [];
    for (const name of ['one', 'two']) {
      await pubsub.subscribeToBytes('c', (bytes) => {
        received.push(`${name} ${bytes.toString()}`);
        bytes.fill(0);
      });
    }
    await pubsub.publish('c', 'x');
    await until('it has arrived', () => received.length === 2);
    expect(received).toEqual(['one x', 'two x']);
  });

  test('they are no longer than Redis can bear, and lose nothing by being cut', async () => {
    const { pubsub } = await startNode({ lineOf });
    const received: string[] = [];
    await pubsub.subscribe('c', (text) => received.push(text));
    const sent = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(30_000)}`);
    await Promise.all(sent.map((text) => pubsub.publish('c', text)));
    await until('all has arrived', () => received.length === sent.length);
    expect(received).toEqual(sent);
  });

  test('they are one message of Redis', async () => {
    const prefix = `test-${randomUUID()}`;
    const { pubsub } = await startNode({ prefix, lineOf });
    const redis = connectRedis(redisUrl, { role: 'subscriber' });
    cleanups.push(() => redis.disconnect());
    const heard: string[] = [];
    redis.on('pmessage', (_pattern, channel) => heard.push(channel));
    await redis.psubscribe(`${prefix}:*`);
    await pubsub.publish('inbox', 'second');
    await until('it has arrived', () => heard.length > 0);
    await pubsub.publish('conversation:a', 'third');
    await until('it has arrived', () => heard.length > 1);
    expect(heard).toEqual([`${prefix}:live`, `${prefix}:live`]);
  });
});

describe('pub/sub on a cluster', () => {
  test('a line is several, over all masters, and each channel keeps to its own', async () => {
    const cluster = await startCluster();
    cleanups.push(() => cluster.remove());
    const options = { url: cluster.url, prefix: 'test', lineOf: () => 'live' };
    const [one, two] = await Promise.all([startNode(options), startNode(options)]);
    const channels = Array.from({ length: 60 }, (_, index) => `conversation:${index}`);
    const received = new Map<string, string[]>(channels.map((channel) => [channel, []]));
    await Promise.all(
      channels.map((channel) => two.pubsub.subscribe(channel, (text) => received.get(channel)?.push(text))),
    );
    for (const text of ['first', 'second'])
      await Promise.all(channels.map((channel) => one.pubsub.publish(channel, text)));
    await until('all has arrived', () => [...received.values()].every(({ length }) => length === 2));
    expect(new Set([...received.values()].map(String))).toEqual(new Set(['first,second']));
    for (const { url } of cluster.servers) {
      const redis = connectRedis(url, { role: 'commands' });
      cleanups.push(() => redis.disconnect());
      expect(await redis.pubsub('SHARDCHANNELS', 'test:live:*')).not.toEqual([]);
    }
  });

  test('channels are spread over the nodes, and each is heard by every process', async () => {
    const cluster = await startCluster();
    cleanups.push(() => cluster.remove());
    const prefix = `test-${randomUUID()}`;
    const nodes = await Promise.all([startNode({ url: cluster.url, prefix }), startNode({ url: cluster.url, prefix })]);
    const received = nodes.map(() => [] as string[]);
    for (const [index, { pubsub }] of nodes.entries()) {
      await Promise.all(
        Array.from({ length: 60 }, (_, number) =>
          pubsub.subscribe(`c${number}`, (text) => received[index]?.push(text)),
        ),
      );
    }
    await Promise.all(Array.from({ length: 60 }, (_, number) => nodes[0]?.pubsub.publish(`c${number}`, `${number}`)));
    await until('all has arrived', () => received.every((list) => list.length === 60));
    expect(nodes.map(({ interruptions }) => interruptions())).toEqual([0, 0]);
  });

  test('channels of a slot that moves to another node are received there, and the interruption is reported', async () => {
    const cluster = await startCluster();
    cleanups.push(() => cluster.remove());
    const { pubsub, interruptions } = await startNode({ url: cluster.url, prefix: 'test' });
    const received: string[] = [];
    await pubsub.subscribe('moving', (text) => received.push(text));
    await moveSlot(cluster, clusterSlot('test:moving'));
    await until('the interruption is told', () => interruptions() > 0);
    await pubsub.publish('moving', 'x');
    await until('it has arrived', () => received.length > 0);
    expect(received).toEqual(['x']);
    expect(interruptions()).toBe(1);
  });

  test('a node that died without a word is noticed', async () => {
    const cluster = await startCluster();
    cleanups.push(() => cluster.remove());
    const { pubsub, interruptions } = await startNode({ url: cluster.url, heartbeatMs: 200 });
    const channels = Array.from({ length: 30 }, (_, number) => `c${number}`);
    await Promise.all(channels.map((channel) => pubsub.subscribe(channel, () => undefined)));
    cluster.servers[0]?.signal('SIGSTOP');
    await until('the connection was given up', () => !pubsub.isConnected);
    cluster.servers[0]?.signal('SIGCONT');
    await until('the interruption is told', () => interruptions() > 0, 20_000);
    await until('all subscriptions hold', () => pubsub.isConnected, 20_000);
    expect(pubsub.size).toBe(30);
  });

  test('channels of a node that was killed and restarted are received again, after the interruption was reported', async () => {
    const cluster = await startCluster();
    cleanups.push(() => cluster.remove());
    const { pubsub, interruptions } = await startNode({ url: cluster.url });
    const received = new Set<string>();
    const channels = Array.from({ length: 30 }, (_, number) => `c${number}`);
    await Promise.all(channels.map((channel) => pubsub.subscribe(channel, (text) => received.add(text))));
    const [victim] = cluster.servers;
    await victim?.kill();
    await victim?.start();
    await until('the interruption is told', () => interruptions() > 0, 20_000);
    await until(
      'every channel is heard again',
      async () => {
        received.clear();
        const sent = await Promise.allSettled(channels.map((channel) => pubsub.publish(channel, channel)));
        if (sent.some(({ status }) => status === 'rejected')) return false;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return received.size === channels.length;
      },
      20_000,
    );
    expect(received).toEqual(new Set(channels));
  });
});
