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
      if (this.#due.push({ name, text, resolve, reject }) === 1) setImmediate(() => this.#send());
    });
  }

  /** Not a pipeline: each new one copies every script that the job queues have defined on the connection. */
  #send(): void {
    const due = this.#due;
    this.#due = [];
    // Missing until the first connection is begun.
    const stream: Redis['stream'] | undefined = this.#redis.stream;
    stream?.cork();
    for (const { name, text, resolve, reject } of due) this.#redis.publish(name, text).then(() => resolve(), reject);
    stream?.uncork();
  }
}
