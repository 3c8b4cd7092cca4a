/** Keeps one subscribing connection per master of a Redis Cluster, and follows its slots wherever they move. */
import type { Cluster } from 'ioredis';
import { clusterSlot } from './cluster-slot.ts';
import { reconnectDelayMs } from './redis.ts';
import { type LinkOptions, SubscriberLink } from './subscriber-link.ts';

export type ClusterLinkOptions = Omit<LinkOptions, 'sharded' | 'onMoved'>;

/** Subscriber links by master, renewed when the slot map changes. */
export class ClusterLinks {
  readonly #cluster: Cluster;
  readonly #options: ClusterLinkOptions;
  /** By `host:port`. */
  readonly #links = new Map<string, SubscriberLink>();
  /** A renewal of the slot map is under way or about to be asked for. */
  #refreshing: NodeJS.Timeout | undefined;

  constructor(cluster: Cluster, options: ClusterLinkOptions) {
    this.#cluster = cluster;
    this.#options = options;
    cluster.on('refresh', this.#follow);
  }

  get isConnected(): boolean {
    return this.#cluster.status === 'ready' && [...this.#links.values()].every((link) => link.isConnected);
  }

  /** The connection that serves a channel now; `undefined` while the cluster isn't known. */
  for(name: string): SubscriberLink | undefined {
    const key = this.#cluster.slots[clusterSlot(name)]?.[0];
    if (key === undefined) return undefined;
    return this.#links.get(key) ?? this.#open(key);
  }

  /** Asks the cluster where its slots are, at most once in a moment. */
  refresh(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = undefined;
      this.#cluster.refreshSlotsCache();
    }, 50);
  }

  close(): void {
    clearTimeout(this.#refreshing);
    this.#cluster.off('refresh', this.#follow);
    for (const key of this.#links.keys()) this.#drop(key);
  }

  #open(key: string): SubscriberLink | undefined {
    const node = this.#cluster.nodes('all').find(({ options }) => `${options.host}:${options.port}` === key);
    if (!node) return undefined;
    const connection = node.duplicate({
      autoResubscribe: false,
      maxRetriesPerRequest: null,
      // A node opened by the cluster is read-only or lazy as the cluster likes; a listener is neither.
      readOnly: false,
      lazyConnect: false,
      enableOfflineQueue: true,
      retryStrategy: reconnectDelayMs,
    });
    const link = new SubscriberLink(connection, { ...this.#options, sharded: true, onMoved: () => this.refresh() });
    connection.on('close', () => this.refresh());
    this.#links.set(key, link);
    return link;
  }

  #drop(key: string): void {
    const link = this.#links.get(key);
    this.#links.delete(key);
    link?.close();
    link?.connection.disconnect();
  }

  /** Moves every channel that has another master now, after each look at the slot map. */
  readonly #follow = (): void => {
    for (const [key, link] of this.#links) {
      for (const name of link.names) {
        const right = this.for(name);
        if (right && right !== link) void this.#move(name, link, right);
      }
      if (link.names.size === 0) this.#drop(key);
    }
  };

  async #move(name: string, from: SubscriberLink, to: SubscriberLink): Promise<void> {
    from.names.delete(name);
    try {
      await to.subscribe(name);
    } catch {
      // Not there either: the next look at the slot map decides.
      this.refresh();
      return;
    }
    this.#options.onInterrupted();
    if (from.isConnected) await from.unsubscribe(name);
  }
}
