/** Scripts that Redis runs: what has to be done at once, or what would be many commands. */
import { hash } from 'node:crypto';
import type { RedisConnection } from './redis.ts';

/** A script in Lua, sent once and called by its hash from then on. On a Redis Cluster all keys of a call share a slot. */
export class RedisScript {
  readonly #text: string;
  readonly #hash: string;

  constructor(text: string) {
    this.#text = text;
    this.#hash = hash('sha1', text);
  }

  run(redis: RedisConnection, keys: readonly string[], parameters: readonly (string | number)[]): Promise<unknown> {
    return redis.evalsha(this.#hash, keys.length, ...keys, ...parameters).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(this.#text, keys.length, ...keys, ...parameters);
    });
  }
}
