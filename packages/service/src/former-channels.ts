/**
 * For one release. The one before has a channel of Redis for each conversation, and one for the inbox; processes of both
 * run side by side while one takes the other's place, and hear each other. On a Redis Cluster they do not: what is
 * published there meanwhile, clients have when they are sent to a new gateway.
 */
import { Cluster } from 'ioredis';
import type { Entry } from './line.ts';
import type { RedisConnection } from './redis.ts';

const names = ['conversation:*', 'inbox*'];
/** How long what Redis said of the release before counts. */
const keptMs = 5_000;
/** Ends a text that came by a line as well. It is the end of a frame's JSON, where a space says nothing. */
const mark = ' ';
const markByte = 0x20;

export class FormerChannels {
  /** What a process of this release listens to, too. */
  readonly patterns: readonly string[];
  readonly #publisher: RedisConnection;
  readonly #prefix: string;
  /** Until Redis has answered nobody knows who listens. */
  #isListenedTo: boolean;
  #askedAt = 0;

  constructor(publisher: RedisConnection, prefix: string) {
    this.#publisher = publisher;
    this.#prefix = prefix;
    this.#isListenedTo = !(publisher instanceof Cluster);
    this.patterns = publisher instanceof Cluster ? [] : names.map((name) => prefix + name);
  }

  /** Tells processes of the release before, while there are any. */
  publish(entries: readonly Entry[]): void {
    const publisher = this.#publisher;
    if (publisher instanceof Cluster) return;
    void this.#lookAgain();
    if (!this.#isListenedTo) return;
    for (const { channel, text } of entries) {
      // Whether Redis takes it is known by the line that goes before it.
      publisher.publish(this.#prefix + channel, text + mark).catch(() => undefined);
    }
  }

  /** Whether a text of such a channel comes from the release before: then no line has brought it. */
  isNews(text: Buffer): boolean {
    return text.at(-1) !== markByte;
  }

  async #lookAgain(): Promise<void> {
    const now = Date.now();
    if (now - this.#askedAt < keptMs) return;
    this.#askedAt = now;
    try {
      const listenedTo = await Promise.all(this.patterns.map((pattern) => this.#publisher.pubsub('CHANNELS', pattern)));
      this.#isListenedTo = listenedTo.some((channels) => Array.isArray(channels) && channels.length > 0);
    } catch {
      this.#isListenedTo = true;
    }
  }
}
