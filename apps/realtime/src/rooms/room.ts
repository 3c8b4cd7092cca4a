/** The sockets of this node that are in one conversation. */
import { type PackedBroadcast, unpackBroadcast } from '@parley/contracts/live';
import type { Figures } from '../metrics.ts';
import type { Connection } from '../sockets/connection.ts';
import { encodeText } from '../sockets/encode.ts';

/** A socket that is being let in: what is published meanwhile waits until it has got its `joined` frame. */
export interface Arrival {
  connection: Connection;
  waiting: Buffer[];
}

export class Room {
  /** Resolves when this node hears everything published from then on. */
  readonly listening: Promise<void>;
  readonly #staff = new Set<Connection>();
  readonly #customers = new Set<Connection>();
  readonly #arrivals = new Set<Arrival>();
  readonly #figures: Figures;

  constructor(listen: (hear: (packed: string) => void) => Promise<void>, figures: Figures) {
    this.#figures = figures;
    this.listening = listen((packed) => this.#hear(packed));
  }

  get isEmpty(): boolean {
    return this.#staff.size + this.#customers.size + this.#arrivals.size === 0;
  }

  /** Whether another socket of this representative is in the room. */
  hasUser(userId: string): boolean {
    for (const { caller } of this.#staff) if (caller.kind === 'staff' && caller.user.id === userId) return true;
    return false;
  }

  arrive(connection: Connection): Arrival {
    const arrival: Arrival = { connection, waiting: [] };
    this.#arrivals.add(arrival);
    return arrival;
  }

  /** Lets an arrival in; it then has everything published since `listening`. */
  admit(arrival: Arrival): void {
    if (!this.#arrivals.delete(arrival)) return;
    for (const frame of arrival.waiting) arrival.connection.write(frame);
    this.#sideOf(arrival.connection).add(arrival.connection);
  }

  dismiss(arrival: Arrival): void {
    this.#arrivals.delete(arrival);
  }

  leave(connection: Connection): void {
    this.#sideOf(connection).delete(connection);
    for (const arrival of this.#arrivals) if (arrival.connection === connection) this.#arrivals.delete(arrival);
  }

  #sideOf({ caller }: Connection): Set<Connection> {
    return caller.kind === 'staff' ? this.#staff : this.#customers;
  }

  #hear(packed: string): void {
    const broadcast = unpackBroadcast(packed);
    if (!broadcast) return;
    this.#figures.events += 1;
    const frame = encodeText(broadcast.text);
    if (broadcast.audience !== 'customer') writeTo(this.#staff, frame, broadcast);
    if (broadcast.audience !== 'staff') writeTo(this.#customers, frame, broadcast);
    for (const { connection, waiting } of this.#arrivals) {
      const isStaff = connection.caller.kind === 'staff';
      if (broadcast.audience !== (isStaff ? 'customer' : 'staff')) waiting.push(frame);
    }
    if (broadcast.type === 'new_message') this.#figures.delivered(Date.now() - broadcast.sentAt);
  }
}

function writeTo(connections: Set<Connection>, frame: Buffer, { exceptSocket }: PackedBroadcast): void {
  for (const connection of connections) if (connection.id !== exceptSocket) connection.write(frame);
}
