/** What a process publishes in one turn of the event loop, sent with one write instead of one each. */
import type { Redis } from 'ioredis';

interface Due {
  name: string;
  text: string;
  resolve: () => void;
  reject: (cause: unknown) => void;
}

export class Publishing {
  readonly #redis: Redis;
  #due: Due[] = [];

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Resolves when Redis took it, in the order of calls; rejects with why it did not. */
  publish(name: string, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#due.push({ name, text, resolve, reject }) === 1) setImmediate(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    const due = this.#due;
    this.#due = [];
    const pipeline = this.#redis.pipeline();
    for (const { name, text } of due) pipeline.publish(name, text);
    try {
      const results = (await pipeline.exec()) ?? [];
      for (const [index, each] of due.entries()) {
        const error = results[index]?.[0];
        if (error) each.reject(error);
        else each.resolve();
      }
    } catch (error) {
      for (const { reject } of due) reject(error);
    }
  }
}
