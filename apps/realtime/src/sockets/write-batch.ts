/** Writes of one turn of the event loop. */

/** Whatever keeps writes back until it is told to let them go. */
export interface Flushable {
  flush(): void;
}

/**
 * Collects what is written to a socket in one turn of the event loop into one system call: an acknowledgement together
 * with the message itself, and a burst as a whole.
 */
export class WriteBatch {
  #pending: Flushable[] = [];

  /** Releases it when the turn is over. Call it once per turn, with the first write. */
  add(target: Flushable): void {
    if (this.#pending.push(target) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const targets = this.#pending;
    this.#pending = [];
    for (const each of targets) each.flush();
  }
}
