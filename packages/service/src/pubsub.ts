/** Hints between processes: publish to everybody who listens now. What must not be lost is in the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import { ClusterLinks } from './cluster-links.ts';
import { clusterSlot } from './cluster-slot.ts';
import { DependencyUnavailable } from './errors.ts';
import { type Entry, packEntries, unpackEntries } from './line.ts';
import type { RedisConnection } from './redis.ts';
import { SubscriberLink } from './subscriber-link.ts';

/** Receives every text published on a channel, in the order Redis passed them on. */
export type Listener = (text: string, channel: string) => void;
/** Receives a message as UTF-8 bytes, which the listener may keep and overwrite. */
export type BytesListener = (text: Buffer) => void;

export interface PubSubOptions {
  /** A connection of role `commands`. */
  publisher: RedisConnection;
  /** A connection of role `subscriber`, used by nothing else. */
  subscriber: RedisConnection;
  /** Starts the name of every channel in Redis; callers use channel names without it. */
  prefix: string;
  /**
   * Names the broadcast channel that carries a channel; undefined for a channel that is its own. Messages published to
   * one broadcast channel within one turn of the event loop are one message in Redis, and each listener of one of its
   * channels gets them all.
   */
  lineOf?: (channel: string) => string | undefined;
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
  /** By what was asked to be called. */
  listeners: Map<Listener | BytesListener, BytesListener>;
  subscription: Subscription;
}

/** To a channel of Redis: a line's, or of one channel alone. */
interface Subscription {
  /** How many channels need it. */
  channels: number;
  /** Settles when Redis has confirmed it. */
  confirmed: Promise<void>;
}

/** Messages published in this turn of the event loop on one broadcast channel. */
interface Outgoing {
  entries: Entry[];
  /** How long its texts are together. */
  length: number;
  /** Settles when Redis has taken it. */
  taken: PromiseWithResolvers<void>;
}

/** Subscriptions: all on one connection, or each on its node's. */
interface Links {
  readonly isConnected: boolean;
  for(name: string): SubscriberLink | undefined;
  refresh(): void;
  close(): void;
}

/** Between two attempts to subscribe while Redis is away. */
const retryMs = 100;
/** On a Redis Cluster a line is so many, each on a master of its own, as far as there are: one would carry all of them. */
const linesOnCluster = 16;
/** A message of Redis is about this long at most: longer ones would hold up everybody else. */
const outgoingMax = 256 * 1024;

/**
 * Publish and subscribe on one Redis, or sharded (`SPUBLISH`) on a Redis Cluster, where each channel lives on one node.
 * Several listeners of a channel share one subscription, and so do the channels of a line; it ends with the last of them.
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
  readonly #lineOf: (channel: string) => string | undefined;
  readonly #channels = new Map<string, Channel>();
  /** By the name in Redis. */
  readonly #subscriptions = new Map<string, Subscription>();
  /** By the line's name in Redis. */
  readonly #outgoing = new Map<string, Outgoing>();
  #interruptionDue = false;
  #closed = false;

  constructor({
    publisher,
    subscriber,
    prefix,
    lineOf = () => undefined,
    onInterrupted,
    onListenerError,
    heartbeatMs = 5_000,
  }: PubSubOptions) {
    this.#publisher = publisher;
    this.#prefix = `${prefix}:`;
    this.#lineOf = publisher instanceof Cluster ? (channel) => partOf(lineOf(channel), clusterSlot(channel)) : lineOf;
    this.#onListenerError = onListenerError ?? throwOn;
    const options = {
      heartbeatMs,
      onText: (name: string, text: Buffer) => this.#receive(name, text),
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
  publish(channel: string, text: string): Promise<void> {
    const line = this.#lineOf(channel);
    return line === undefined ? this.#send(this.#prefix + channel, text) : this.#sendByLine(line, { channel, text });
  }

  /** Calls `listener` for every text on the channel. Resolves when Redis has confirmed, which waits for Redis. */
  subscribe(channel: string, listener: Listener): Promise<void> {
    return this.#listen(channel, listener, (text) => listener(text.toString(), channel));
  }

  /** Subscribes like `subscribe`, without decoding the messages to text. */
  subscribeToBytes(channel: string, listener: BytesListener): Promise<void> {
    return this.#listen(channel, listener, listener);
  }

  /** Stops calling `listener`; with the last listener of a channel its subscription ends. */
  async unsubscribe(channel: string, listener: Listener | BytesListener): Promise<void> {
    const known = this.#channels.get(channel);
    if (!known?.listeners.delete(listener) || known.listeners.size > 0) return;
    this.#channels.delete(channel);
    const { subscription } = known;
    subscription.channels -= 1;
    if (subscription.channels > 0) return;
    const name = this.#nameOf(channel);
    this.#subscriptions.delete(name);
    // A connection keeps the order of calls, so a subscription asked for after this one's end holds.
    await this.#links.for(name)?.unsubscribe(name);
  }

  /** Stops listening. The connections are closed by their owner. */
  close(): void {
    this.#closed = true;
    this.#links.close();
    this.#channels.clear();
    this.#subscriptions.clear();
  }

  async #send(name: string, text: string | Buffer): Promise<void> {
    const publisher = this.#publisher;
    try {
      await (publisher instanceof Cluster ? publisher.spublish(name, text) : publisher.publish(name, text));
    } catch (cause) {
      throw new DependencyUnavailable('redis', cause);
    }
  }

  /** Resolves when Redis has taken it, together with what else goes by the line in this turn. */
  #sendByLine(line: string, entry: Entry): Promise<void> {
    const name = this.#prefix + line;
    let outgoing = this.#outgoing.get(name);
    if (!outgoing) {
      outgoing = { entries: [], length: 0, taken: Promise.withResolvers() };
      this.#outgoing.set(name, outgoing);
      const begun = outgoing;
      setImmediate(() => this.#flush(name, begun));
    }
    outgoing.entries.push(entry);
    outgoing.length += entry.text.length;
    if (outgoing.length > outgoingMax) this.#flush(name, outgoing);
    return outgoing.taken.promise;
  }

  #flush(name: string, outgoing: Outgoing): void {
    // It was long enough to go before its turn was over.
    if (this.#outgoing.get(name) !== outgoing) return;
    this.#outgoing.delete(name);
    const { entries, taken } = outgoing;
    this.#send(name, packEntries(entries)).then(taken.resolve, taken.reject);
  }

  async #listen(channel: string, asked: Listener | BytesListener, listener: BytesListener): Promise<void> {
    let known = this.#channels.get(channel);
    if (!known) {
      const subscription = this.#subscriptionFor(channel);
      subscription.channels += 1;
      known = { listeners: new Map(), subscription };
      this.#channels.set(channel, known);
    }
    known.listeners.set(asked, listener);
    await known.subscription.confirmed;
  }

  #subscriptionFor(channel: string): Subscription {
    const name = this.#nameOf(channel);
    const known = this.#subscriptions.get(name);
    if (known) return known;
    const subscription: Subscription = { channels: 0, confirmed: Promise.resolve() };
    this.#subscriptions.set(name, subscription);
    subscription.confirmed = this.#confirm(name, subscription);
    return subscription;
  }

  /** Returns the name in Redis of a channel, or of its line. */
  #nameOf(channel: string): string {
    return this.#prefix + (this.#lineOf(channel) ?? channel);
  }

  #receive(name: string, text: Buffer): void {
    const channel = name.slice(this.#prefix.length);
    const known = this.#channels.get(channel);
    if (known) this.#deliver(known, text);
    else if (this.#subscriptions.has(name)) unpackEntries(text, this.#find, this.#deliver);
  }

  readonly #find = (channel: string): Channel | undefined => this.#channels.get(channel);

  readonly #deliver = ({ listeners }: Channel, text: Buffer): void => {
    const isShared = listeners.size > 1;
    for (const listener of listeners.values()) {
      try {
        listener(isShared ? Buffer.from(text) : text);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  };

  /** Asks until Redis confirms or nobody listens any more. */
  async #confirm(name: string, subscription: Subscription): Promise<void> {
    while (this.#subscriptions.get(name) === subscription && !this.#closed) {
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
  #interrupted(notify: (() => void) | undefined): void {
    if (this.#interruptionDue || !notify) return;
    this.#interruptionDue = true;
    setImmediate(() => {
      this.#interruptionDue = false;
      if (!this.#closed) notify();
    });
  }
}

const partOf = (line: string | undefined, slot: number): string | undefined =>
  line === undefined ? undefined : `${line}:${slot % linesOnCluster}`;

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
