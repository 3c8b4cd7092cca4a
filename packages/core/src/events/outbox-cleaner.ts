/** Outbox rows that have done their work, removed some at a time: a busy process has one commit for many messages. */
import type { Database } from '@parley/db/database';
import { deleteOutboxEvents } from '@parley/db/outbox/delete';
import type { Logger } from '@parley/service/logger';

/** How long rows are gathered: short beside the sweep's grace time, so that it never meets them. */
const batchMs = 50;

/** Gathers rows for up to 50 ms and removes them with one statement. */
export class OutboxCleaner {
  readonly #db: Database;
  readonly #log: Logger;
  #ids: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Resolves, never rejecting, when the current removal is done. */
  #removed = Promise.resolve();

  constructor({ db, log }: { db: Database; log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  /** The event is announced and its job is queued: its row may go. If this process ends first the sweep removes it. */
  add(eventId: string): void {
    this.#ids.push(eventId);
    this.#timer ??= setTimeout(() => this.#remove(), batchMs);
  }

  /** Resolves when the rows of all events so far are removed, at once. */
  async settle(): Promise<void> {
    this.#remove();
    await this.#removed;
  }

  #remove(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = this.#ids;
    this.#ids = [];
    if (ids.length > 0) this.#removed = Promise.all([this.#removed, this.#delete(ids)]).then(() => undefined);
  }

  async #delete(ids: readonly string[]): Promise<void> {
    try {
      await deleteOutboxEvents(this.#db, ids);
    } catch (error) {
      this.#log.warn({ err: error, events: ids.length }, 'dispatched events left in the outbox for the sweep');
    }
  }
}
