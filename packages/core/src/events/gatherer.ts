/** Gathers small writes for one statement: a busy process has one commit for many messages. */

/** How long items are gathered: short beside the grace time of the outbox's sweep, so that it never meets them. */
const gatherMs = 50;

interface GathererOptions<Item> {
  /** Writes all items with one statement. */
  write(items: readonly Item[]): Promise<void>;
  /** Called where `write` failed: nobody waits for it. */
  onLost(error: unknown, count: number): void;
}

/** Gathers items for up to 50 ms and writes them together. */
export class Gatherer<Item> {
  readonly #options: GathererOptions<Item>;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Resolves, never rejecting, when the current writes are done. */
  #written = Promise.resolve();

  constructor(options: GathererOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#timer ??= setTimeout(() => this.#begin(), gatherMs);
  }

  /** Resolves when all items so far are written, at once. */
  async settle(): Promise<void> {
    this.#begin();
    await this.#written;
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const items = this.#items;
    this.#items = [];
    if (items.length > 0) this.#written = Promise.all([this.#written, this.#write(items)]).then(() => undefined);
  }

  async #write(items: readonly Item[]): Promise<void> {
    try {
      await this.#options.write(items);
    } catch (error) {
      this.#options.onLost(error, items.length);
    }
  }
}
