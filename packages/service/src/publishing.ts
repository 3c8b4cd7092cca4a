/** What a process publishes in one turn of the event loop, sent together and waited for together. */
import { Cluster } from 'ioredis';
import type { RedisConnection } from './redis.ts';

interface Text {
  name: string;
  text: string;
}

interface Batch {
  texts: Text[];
  /** Settles for all of them. */
  taken: Promise<void>;
}

/** The longest Redis may take for a batch. */
const publishTimeoutMs = 1_500;

/** Publishes on a single Redis, or sharded (`SPUBLISH`) on a Redis Cluster. */
export class Publishing {
  readonly #redis: RedisConnection;
  #next: Batch | undefined;

  /** @param redis A connection of role `publisher`. */
  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /**
   * Resolves when Redis took it and what else was published in the same turn, in the order of calls. Rejects with why it
   * did not: some of the batch may be through then, so that whoever publishes again must not mind a repeat.
   */
  publish(name: string, text: string): Promise<void> {
    const batch = this.#next ?? this.#begin();
    batch.texts.push({ name, text });
    return batch.taken;
  }

  #begin(): Batch {
    const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
    const batch: Batch = { texts: [], taken };
    this.#next = batch;
    setImmediate(() => {
      this.#next = undefined;
      this.#send(batch.texts).then(resolve, reject);
    });
    return batch;
  }

  async #send(texts: Text[]): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`No answer within ${publishTimeoutMs} ms`)), publishTimeoutMs);
    try {
      await Promise.race([Promise.all(this.#write(texts)), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * One write for all on a single Redis; channels of a cluster lie on different nodes. Not a pipeline, which makes more
   * of each command than it saves.
   */
  #write(texts: Text[]): Promise<unknown>[] {
    const redis = this.#redis;
    if (redis instanceof Cluster) return texts.map(({ name, text }) => redis.spublish(name, text));
    // Missing until the first connection is begun.
    const stream: typeof redis.stream | undefined = redis.stream;
    stream?.cork();
    const replies = texts.map(({ name, text }) => redis.publish(name, text));
    stream?.uncork();
    return replies;
  }
}
