/**
 * Manages one subscribing connection to one Redis: its channels, recovery after a loss, and detection of a silent
 * death.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';

export interface LinkOptions {
  /** Uses `SSUBSCRIBE`, for a connection to one node of a cluster. */
  sharded: boolean;
  heartbeatMs: number;
  onText: (name: string, text: Buffer) => void;
  /** Called when lost subscriptions hold again. */
  onInterrupted: () => void;
  /** The node says that a channel is served elsewhere now. */
  onMoved: () => void;
}

/** Longer commands would hold up Redis for everybody else. */
const channelsPerCommand = 500;

/** Between two attempts to get lost subscriptions back. */
const retryMs = 100;

/** Subscribes, resubscribes after a loss every 100 ms, and reports when all channels are back. */
export class SubscriberLink {
  /** The channels this connection listens to. */
  readonly names = new Set<string>();
  readonly connection: Redis;
  readonly #options: LinkOptions;
  readonly #heartbeat: NodeJS.Timeout;
  #wasReady: boolean;
  #lost = false;
  #renewing = false;
  #givenUp = false;
  #closed = false;

  constructor(connection: Redis, options: LinkOptions) {
    this.connection = connection;
    this.#options = options;
    this.#wasReady = connection.status === 'ready';
    connection.on('error', () => undefined);
    connection.on(options.sharded ? 'smessageBuffer' : 'messageBuffer', this.#onMessage);
    connection.on('ready', this.#onReady);
    connection.on('moved', options.onMoved);
    this.#heartbeat = setInterval(() => void this.#checkAlive(), options.heartbeatMs);
    this.#heartbeat.unref();
  }

  get isConnected(): boolean {
    return this.connection.status === 'ready';
  }

  /** Listens to a channel; resolves when Redis has confirmed, rejects when it could not be asked. */
  async subscribe(name: string): Promise<void> {
    this.names.add(name);
    await this.#ask([name]);
  }

  /** Ends a subscription. One lost together with its connection needs no ending. */
  async unsubscribe(name: string): Promise<void> {
    this.names.delete(name);
    try {
      await (this.#options.sharded ? this.connection.sunsubscribe(name) : this.connection.unsubscribe(name));
    } catch {
      // The connection is gone, and with it the subscription; it is not renewed, since its name is forgotten.
    }
  }

  /** Stops listening; the connection itself is closed by its owner. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    this.connection.off(this.#options.sharded ? 'smessageBuffer' : 'messageBuffer', this.#onMessage);
    this.connection.off('ready', this.#onReady);
    this.connection.off('moved', this.#options.onMoved);
    this.names.clear();
  }

  async #ask(names: string[]): Promise<void> {
    // Channels of different slots can't share one command.
    if (this.#options.sharded) await Promise.all(names.map((name) => this.connection.ssubscribe(name)));
    else await this.connection.subscribe(...names);
  }

  readonly #onMessage = (name: Buffer, text: Buffer): void => this.#options.onText(name.toString(), text);

  readonly #onReady = (): void => {
    // At the first connection the waiting commands subscribe by themselves, and nothing was missed.
    if (this.#wasReady) void this.#renew();
    this.#wasReady = true;
  };

  /** Subscribes to everything again, and only then says that there was a gap. */
  async #renew(): Promise<void> {
    this.#lost = true;
    if (this.#renewing) return;
    this.#renewing = true;
    // Another loss during this makes the renewed subscriptions worthless: start from the beginning.
    while (this.#lost && !this.#closed) {
      this.#lost = false;
      try {
        await this.#renewAll();
      } catch {
        this.#lost = true;
        this.#options.onMoved();
        await pause(retryMs);
      }
    }
    this.#renewing = false;
    if (!this.#closed) this.#options.onInterrupted();
  }

  async #renewAll(): Promise<void> {
    const names = [...this.names];
    for (let start = 0; start < names.length && !this.#lost; start += channelsPerCommand) {
      const portion = names.slice(start, start + channelsPerCommand).filter((name) => this.names.has(name));
      if (portion.length > 0) await this.#ask(portion);
    }
  }

  /**
   * Detects a connection that was cut silently (a pulled cable, a dropped NAT entry), which looks alive until it is
   * used.
   */
  async #checkAlive(): Promise<void> {
    if (!this.isConnected || this.#givenUp) return;
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('No answer')), this.#options.heartbeatMs);
    try {
      await Promise.race([this.connection.ping(), promise]);
    } catch {
      if (!this.#closed) this.#giveUp();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes and connects again; a peer that is gone leaves the closing connection "ready" for a while. */
  #giveUp(): void {
    this.#givenUp = true;
    this.connection.once('close', () => {
      this.#givenUp = false;
    });
    this.connection.disconnect(true);
  }
}
