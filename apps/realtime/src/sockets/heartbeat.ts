/** Finds sockets with an other end that has disappeared silently. */
import { socketHeartbeatSeconds, socketSilenceSeconds } from '@parley/contracts/frames/limits';
import type { Connection } from './connection.ts';

/** How often some of the sockets are looked at. */
const slotMs = 100;
const slots = (socketHeartbeatSeconds * 1000) / slotMs;

/** Part of a connection that its heartbeat needs. */
export type HeartbeatTarget = Pick<Connection, 'isOpen' | 'isAlive' | 'isSilent' | 'ping' | 'terminate'>;

/**
 * Each socket is looked at every 30 seconds: one that said nothing since is pinged, one that didn't answer that either
 * is cut, and so is one that has never said a word (`socketSilenceSeconds`). A few of them ten times a second: pings of a
 * thirtieth at once would hold up messages for milliseconds.
 */
export class Heartbeat {
  readonly #slots: Set<HeartbeatTarget>[] = Array.from({ length: slots }, () => new Set());
  readonly #timer: NodeJS.Timeout;
  #slot = 0;
  #assigned = 0;

  constructor() {
    this.#timer = setInterval(() => this.#beat(), slotMs);
    this.#timer.unref();
  }

  watch(connection: HeartbeatTarget): void {
    this.#slots[this.#assigned++ % slots]?.add(connection);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const due = this.#slots[this.#slot++ % slots] ?? new Set();
    for (const connection of due) {
      if (!connection.isOpen) {
        due.delete(connection);
      } else if (connection.isSilent(socketSilenceSeconds)) {
        due.delete(connection);
        connection.terminate();
      } else if (connection.isAlive) {
        connection.isAlive = false;
        connection.ping();
      } else {
        due.delete(connection);
        connection.terminate();
      }
    }
  }
}
