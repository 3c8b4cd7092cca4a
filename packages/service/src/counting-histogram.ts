/** A histogram for what happens too often to make objects for. */
import { Histogram } from 'prom-client';

export interface CountingHistogramOptions {
  name: string;
  help: string;
  /** Upper bounds, ascending. */
  buckets: readonly number[];
}

/** Without labels. prom-client makes half a dozen objects for each value; this one adds to a field, and tells at a scrape. */
export class CountingHistogram extends Histogram<'le'> {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  /** Counts per bucket: values up to each bound and above the one before; the last has those above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  /** It is in no registry until it is registered. */
  constructor({ name, help, buckets }: CountingHistogramOptions) {
    super({ name, help, buckets: [...buckets], registers: [] });
    this.#name = name;
    this.#help = help;
    this.#bounds = buckets;
    this.#counts = Array.from({ length: buckets.length + 1 }, () => 0);
  }

  count(value: number): void {
    let index = 0;
    while (value > (this.#bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** Called by prom-client at each scrape; its types leave it out. */
  async getForPromString() {
    let total = 0;
    const buckets = this.#counts.map((count, index) => {
      total += count;
      return { metricName: `${this.#name}_bucket`, labels: { le: this.#bounds[index] ?? '+Inf' }, value: total };
    });
    const sum = { metricName: `${this.#name}_sum`, labels: {}, value: this.#sum };
    const count = { metricName: `${this.#name}_count`, labels: {}, value: total };
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram',
      values: [...buckets, sum, count],
      aggregator: 'sum',
    };
  }
}
