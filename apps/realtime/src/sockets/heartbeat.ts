/** Finds sockets whose other end has gone without a word. */
import { socketHeartbeatSeconds } from '@parley/contracts/limits';
import type { Connection } from './connection.ts';

/**
 * Each socket is looked at every 30 seconds: one that said nothing since is pinged, one that didn't answer that either
 * is cut. A thirtieth of them is looked at each second, so that ten thousand pings never go out at once.
 */
export class Heartbeat {
  readonly #turns: Set<Connection>[] = Array.from({ length: socketHeartbeatSeconds }, () => new Set());
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  #assigned = 0;

  constructor(turnMs = 1_000) {
    this.#timer = setInterval(() => this.#beat(), turnMs);
    this.#timer.unref();
  }

  watch(connection: Connection): void {
    this.#turns[this.#assigned++ % this.#turns.length]?.add(connection);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const turn = this.#turns[this.#turn++ % this.#turns.length] ?? [];
    for (const connection of turn) {
      if (!connection.isOpen) {
        this.#forget(connection);
      } else if (connection.isAlive) {
        connection.isAlive = false;
        connection.ping();
      } else {
        this.#forget(connection);
        connection.terminate();
      }
    }
  }

  #forget(connection: Connection): void {
    for (const turn of this.#turns) turn.delete(connection);
  }
}
