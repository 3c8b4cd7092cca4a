/** Writes of one turn of the event loop. */

/** Whatever keeps writes back until it is told to let them go. */
export interface Held {
  release(): void;
}

/**
 * What is written to a socket in one turn of the event loop goes out with one system call at its end: an acknowledgement
 * together with the message itself, and a burst as a whole.
 */
export class Outgoing {
  #held: Held[] = [];

  /** Releases it when the turn is over. Call it once per turn, with the first write. */
  hold(held: Held): void {
    if (this.#held.push(held) === 1) setImmediate(() => this.#release());
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const each of held) each.release();
  }
}
