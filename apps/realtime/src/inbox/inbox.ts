/** Events that every signed-in representative receives. */
import { isOlder } from '@parley/contracts/conversations/conversation-state';
import { liveChannels } from '@parley/contracts/live';
import { isForPart } from '@parley/contracts/frames';
import type { Moved } from '@parley/contracts/permissions/scope';
import { type ChannelSource, untilSubscribed } from '../subscription.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { Watchers } from '../presence/watch.ts';
import type { Connection } from '../sockets/connection.ts';
import { type Received, receive } from '../received.ts';

/** A conversation's updates reach a socket at most this often: five times a second. */
const coalesceMs = 200;
/** Interval at which events are written to the sockets: each event alone would be a write for each representative. */
const batchMs = 10;
/** Nobody of the team has been here for this long: the inbox is listened to no more. */
const idleMs = 60_000;

/** A conversation that was just told about: its newest state since, to be told when the time is over. */
interface Recent {
  newest: Received | undefined;
  state: Received['state'];
}

/** Checks whether another user or team has it now. */
const hasMoved = ({ formerRepresentativeId, formerTeamId }: Moved): boolean =>
  formerRepresentativeId !== undefined || formerTeamId !== undefined;

type OnLeft = (connection: Connection, conversationId: string) => void;

/**
 * Passes inbox events on to all staff of this node. Updates of one conversation are coalesced: the first goes at once,
 * later ones replace each other until 200 ms have passed. What is due goes at once, or with what else is due until 10 ms
 * have passed since the last time, joined and written once per socket: so 200 representatives don't multiply the load.
 */
export class Inbox {
  readonly watchers = new Watchers();
  readonly #staff = new Set<Connection>();
  readonly #pubsub: ChannelSource;
  readonly #recent = new Map<string, Recent>();
  readonly #metrics: GatewayMetrics;
  readonly #onLeft: OnLeft;
  #due: Received[] = [];
  #flushedAt = Number.NEGATIVE_INFINITY;
  #subscribed: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `onLeft` is called for a socket that may see a conversation no more. */
  constructor(pubsub: ChannelSource, metrics: GatewayMetrics, onLeft: OnLeft) {
    this.#pubsub = pubsub;
    this.#metrics = metrics;
    this.#onLeft = onLeft;
  }

  /** How many sockets of representatives are here. */
  get size(): number {
    return this.#staff.size;
  }

  /**
   * Call it before a representative is let in: from then on nothing is missed. A node without any does not listen.
   *
   * @throws DependencyUnavailable
   */
  async listen(): Promise<void> {
    this.#subscribed ??= this.#pubsub.subscribeToBytes(liveChannels.inbox, this.#onBroadcast);
    this.#restartIdleTimer();
    await untilSubscribed(this.#pubsub, this.#subscribed);
  }

  add(connection: Connection): void {
    this.#staff.add(connection);
  }

  remove(connection: Connection): void {
    this.watchers.watch(connection, []);
    if (this.#staff.delete(connection)) this.#restartIdleTimer();
  }

  close(): void {
    clearTimeout(this.#idle);
  }

  /** Keeps listening for a while when nobody is connected: a reloading page is back at once. */
  #restartIdleTimer(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#staff.size > 0) return;
      this.#subscribed = undefined;
      void this.#pubsub.unsubscribe(liveChannels.inbox, this.#onBroadcast);
    }, idleMs).unref();
  }

  readonly #onBroadcast = (packed: Buffer): void => {
    if (this.#staff.size === 0) return;
    const broadcast = receive(packed);
    if (!broadcast) return;
    this.#metrics.events += 1;
    const { type, conversationId, frame, state } = broadcast;
    if (broadcast.audience === 'person') {
      return this.#writeTo(
        this.#socketsOf(broadcast.userId).filter((connection) => connection.hears(broadcast)),
        frame,
      );
    }
    if (broadcast.scope && hasMoved(broadcast.scope)) this.#notifyFormerReaders(broadcast);
    if (type === 'viewers') return this.#writeTo(this.watchers.of(conversationId ?? '') ?? [], frame);
    // Nothing older may follow a deletion.
    if (type === 'conversations_deleted') this.#recent.clear();
    if (conversationId === undefined) return this.#write(broadcast);
    const recent = this.#recent.get(conversationId);
    if (type === 'conversation_updated' && recent && !(state && recent.state && isOlder(state, recent.state))) {
      recent.newest = broadcast;
      recent.state = state;
      return;
    }
    // An older state takes no newer one's place: what it says of who has read it is taken from it.
    if (type === 'conversation_deleted') this.#recent.delete(conversationId);
    else if (type !== 'person_needed') this.#startCoalescing(conversationId, state);
    this.#write(broadcast);
  };

  #startCoalescing(conversationId: string, state: Recent['state']): void {
    if (this.#recent.has(conversationId)) return;
    const recent: Recent = { newest: undefined, state };
    this.#recent.set(conversationId, recent);
    setTimeout(() => {
      if (this.#recent.get(conversationId) !== recent) return;
      this.#recent.delete(conversationId);
      if (recent.newest === undefined) return;
      this.#startCoalescing(conversationId, recent.state);
      this.#write(recent.newest);
    }, coalesceMs).unref();
  }

  #socketsOf(userId: string | undefined): Connection[] {
    return [...this.#staff].filter(({ caller }) => caller.kind === 'staff' && caller.user.id === userId);
  }

  #writeTo(some: Iterable<Connection>, frame: Buffer): void {
    for (const connection of some) connection.write(frame);
  }

  /** Tells readers who could see it before, and can't now, to remove it at once. */
  #notifyFormerReaders({ conversationId, scope }: Received): void {
    if (conversationId === undefined || !scope) return;
    const { websiteId, assignedRepresentativeId, teamId = null } = scope;
    const { formerRepresentativeId = assignedRepresentativeId, formerTeamId = teamId } = scope;
    const before = { websiteId, assignedRepresentativeId: formerRepresentativeId, teamId: formerTeamId };
    for (const connection of this.#staff) {
      if (!connection.seesAll && connection.sees(before) && !connection.sees(scope)) {
        this.#onLeft(connection, conversationId);
      }
    }
  }

  #write(broadcast: Received): void {
    if (this.#due.push(broadcast) > 1) return;
    const waitMs = this.#flushedAt + batchMs - performance.now();
    if (waitMs > 0) setTimeout(() => this.#flush(), waitMs);
    else setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushedAt = performance.now();
    const due = this.#due;
    this.#due = [];
    const forWhole = due.filter((broadcast) => !isForPart(broadcast));
    for (const connection of this.#staff) {
      const heard = connection.seesAll ? forWhole : due.filter((broadcast) => connection.hears(broadcast));
      for (const { frame } of heard) connection.write(frame);
    }
  }
}
