/** Writes of one turn of the event loop. */
import type { Socket } from 'node:net';

/**
 * What is written to a socket in one turn of the event loop goes out with one system call at its end: an acknowledgement
 * together with the message itself, and a burst as a whole.
 */
export class Outgoing {
  #corked: Socket[] = [];

  /** Holds the socket's writes back until the turn is over. Call it once per socket and turn, before writing. */
  hold(stream: Socket): void {
    stream.cork();
    if (this.#corked.push(stream) === 1) setImmediate(() => this.#release());
  }

  #release(): void {
    const corked = this.#corked;
    this.#corked = [];
    for (const stream of corked) stream.uncork();
  }
}
