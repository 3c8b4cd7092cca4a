/** The sockets of this node that are in one conversation. */
import type { BytesListener } from '@parley/service/pubsub';
import type { GatewayMetrics } from '../metrics.ts';
import type { Connection } from '../sockets/connection.ts';
import { type Received, receive } from '../received.ts';

/** A socket that is joining: broadcasts wait until it has got its `joined` frame. */
export interface PendingJoin {
  connection: Connection;
  waiting: Buffer[];
}

export class Room {
  /** Resolves when this node hears everything published from then on. */
  readonly subscribed: Promise<void>;
  readonly #staff = new Set<Connection>();
  readonly #customers = new Set<Connection>();
  readonly #pendingJoins = new Set<PendingJoin>();
  readonly #metrics: GatewayMetrics;

  constructor(listen: (onBroadcast: BytesListener) => Promise<void>, metrics: GatewayMetrics) {
    this.#metrics = metrics;
    this.subscribed = listen((packed) => this.#onBroadcast(packed));
  }

  get isEmpty(): boolean {
    return this.#staff.size + this.#customers.size + this.#pendingJoins.size === 0;
  }

  /** Whether another socket of this representative, whom a program with their API key is not, is in the room. */
  hasUser(userId: string): boolean {
    for (const { caller } of this.#staff) {
      if (caller.kind === 'staff' && !caller.key && caller.user.id === userId) return true;
    }
    return false;
  }

  beginJoin(connection: Connection): PendingJoin {
    const joining: PendingJoin = { connection, waiting: [] };
    this.#pendingJoins.add(joining);
    return joining;
  }

  /** Lets a joining socket in; it then has everything published since `subscribed`. */
  completeJoin(joining: PendingJoin): void {
    if (!this.#pendingJoins.delete(joining)) return;
    for (const frame of joining.waiting) joining.connection.write(frame);
    this.#sideOf(joining.connection).add(joining.connection);
  }

  cancelJoin(joining: PendingJoin): void {
    this.#pendingJoins.delete(joining);
  }

  leave(connection: Connection): void {
    this.#sideOf(connection).delete(connection);
    for (const joining of this.#pendingJoins) if (joining.connection === connection) this.#pendingJoins.delete(joining);
  }

  #sideOf({ caller }: Connection): Set<Connection> {
    return caller.kind === 'staff' ? this.#staff : this.#customers;
  }

  #onBroadcast(packed: Buffer): void {
    const broadcast = receive(packed);
    // Personal events go to the inbox alone.
    if (!broadcast || broadcast.audience === 'person') return;
    this.#metrics.events += 1;
    const { frame, scope } = broadcast;
    const mayHear = (connection: Connection): boolean => scope === undefined || connection.sees(scope);
    if (broadcast.audience !== 'customer') writeTo(this.#staff, broadcast, mayHear);
    if (broadcast.audience !== 'staff') writeTo(this.#customers, broadcast);
    for (const { connection, waiting } of this.#pendingJoins) {
      const isStaff = connection.caller.kind === 'staff';
      if (broadcast.audience !== (isStaff ? 'customer' : 'staff') && mayHear(connection)) waiting.push(frame);
    }
    if (broadcast.type === 'new_message') this.#metrics.delivered(Date.now() - broadcast.sentAt);
  }
}

function writeTo(
  connections: Set<Connection>,
  { frame, exceptSocket }: Received,
  mayHear: (connection: Connection) => boolean = () => true,
): void {
  for (const connection of connections) {
    if (connection.id !== exceptSocket && mayHear(connection)) connection.write(frame);
  }
}
