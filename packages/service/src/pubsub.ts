/** Hints between processes: publish to everybody who listens now. What must not be lost is in the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { ClusterLinks } from './cluster-links.ts';
import { DependencyUnavailable } from './errors.ts';
import { type RedisConnection, sendTogether } from './redis.ts';
import { SubscriberLink } from './subscriber-link.ts';

/** Receives every text published on a channel, in the order Redis passed them on. */
export type Listener = (text: string, channel: string) => void;

export interface PubSubOptions {
  /** A connection of role `commands`. */
  publisher: RedisConnection;
  /** A connection of role `subscriber`, used by nothing else. */
  subscriber: RedisConnection;
  /** Starts the name of every channel in Redis; callers use channel names without it. */
  prefix: string;
  /**
   * Called after subscriptions had been lost and hold again: whatever was published in between is gone, so readers
   * must fetch what they missed. May be called more often than needed, never less.
   */
  onInterrupted?: () => void;
  /** Called with what a listener threw; the other listeners still get their text. Thrown on as uncaught unless given. */
  onListenerError?: (error: unknown) => void;
  /** How often the subscribing connection is checked for being alive. */
  heartbeatMs?: number;
}

interface Channel {
  listeners: Set<Listener>;
  /** Settles when Redis has confirmed the subscription. */
  confirmed: Promise<void>;
}

/** Where the subscriptions are: all on one connection, or each on its node's. */
interface Links {
  readonly isConnected: boolean;
  for(name: string): SubscriberLink | undefined;
  refresh(): void;
  close(): void;
}

/** Between two attempts to subscribe while Redis is away. */
const retryMs = 100;

/**
 * Publish and subscribe on one Redis, or sharded (`SPUBLISH`) on a Redis Cluster, where each channel lives on one node.
 * Several listeners of a channel share one subscription; it ends with the last of them.
 *
 * @example
 * const pubsub = new PubSub({ publisher, subscriber, prefix: 'parley', onInterrupted: tellClientsToResume })
 * await pubsub.subscribe('inbox', (text) => …)   // from here on nothing published is missed
 */
export class PubSub {
  readonly #publisher: RedisConnection;
  readonly #links: Links;
  readonly #prefix: string;
  readonly #onListenerError: (error: unknown) => void;
  readonly #channels = new Map<string, Channel>();
  #interruptionDue = false;
  #closed = false;

  constructor({ publisher, subscriber, prefix, onInterrupted, onListenerError, heartbeatMs = 5_000 }: PubSubOptions) {
    this.#publisher = publisher;
    this.#prefix = `${prefix}:`;
    this.#onListenerError = onListenerError ?? throwOn;
    const options = {
      heartbeatMs,
      onText: (name: string, text: string) => this.#deliver(name, text),
      onInterrupted: () => this.#interrupted(onInterrupted),
    };
    this.#links =
      subscriber instanceof Cluster
        ? new ClusterLinks(subscriber, options)
        : singleLink(new SubscriberLink(subscriber, { ...options, sharded: false, onMoved: () => undefined }));
  }

  /** How many channels this process listens to. */
  get size(): number {
    return this.#channels.size;
  }

  /** Whether subscriptions hold right now, as far as is known. */
  get isConnected(): boolean {
    return this.#links.isConnected;
  }

  /**
   * Sends `text` to everybody subscribed right now.
   * @throws DependencyUnavailable when Redis didn't take it.
   */
  async publish(channel: string, text: string): Promise<void> {
    const name = this.#prefix + channel;
    const publisher = this.#publisher;
    try {
      sendTogether(publisher);
      await (publisher instanceof Cluster ? publisher.spublish(name, text) : publisher.publish(name, text));
    } catch (cause) {
      throw new DependencyUnavailable('redis', cause);
    }
  }

  /** Calls `listener` for every text on the channel. Resolves when Redis has confirmed, which waits for Redis. */
  async subscribe(channel: string, listener: Listener): Promise<void> {
    const name = this.#prefix + channel;
    let known = this.#channels.get(name);
    if (!known) {
      known = { listeners: new Set(), confirmed: Promise.resolve() };
      this.#channels.set(name, known);
      known.confirmed = this.#confirm(name, known);
    }
    known.listeners.add(listener);
    await known.confirmed;
  }

  /** Stops calling `listener`; with the last listener of a channel its subscription ends. */
  async unsubscribe(channel: string, listener: Listener): Promise<void> {
    const name = this.#prefix + channel;
    const known = this.#channels.get(name);
    if (!known?.listeners.delete(listener) || known.listeners.size > 0) return;
    this.#channels.delete(name);
    // A connection keeps the order of calls, so a subscription asked for after this one's end holds.
    await this.#links.for(name)?.unsubscribe(name);
  }

  /** Stops listening. Whoever opened the connections closes them. */
  close(): void {
    this.#closed = true;
    this.#links.close();
    this.#channels.clear();
  }

  #deliver(name: string, text: string): void {
    const known = this.#channels.get(name);
    if (!known) return;
    const channel = name.slice(this.#prefix.length);
    for (const listener of known.listeners) {
      try {
        listener(text, channel);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  /** Asks until Redis confirms or nobody listens any more. */
  async #confirm(name: string, channel: Channel): Promise<void> {
    while (this.#channels.get(name) === channel && !this.#closed) {
      const link = this.#links.for(name);
      try {
        await link?.subscribe(name);
        if (link) return;
      } catch {
        link?.names.delete(name);
        this.#links.refresh();
      }
      await pause(retryMs);
    }
  }

  /** Tells once for all channels that moved or came back together. */
  #interrupted(tell: (() => void) | undefined): void {
    if (this.#interruptionDue || !tell) return;
    this.#interruptionDue = true;
    setImmediate(() => {
      this.#interruptionDue = false;
      if (!this.#closed) tell();
    });
  }
}

function singleLink(link: SubscriberLink): Links {
  return {
    get isConnected() {
      return link.isConnected;
    },
    for: () => link,
    refresh: () => undefined,
    close: () => link.close(),
  };
}

function throwOn(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
