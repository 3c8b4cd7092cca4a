import { alertsPerMinute } from '@parley/contracts/notifications/limits';

const minuteMs = 60_000;

/** Lets a number of alerts a minute through, and counts the others, for which one summary stands. */
export class AlertLimit {
  #shown: number[] = [];
  #more = 0;

  /** Returns 0 for an alert to show, otherwise how many have been held back since the last one. */
  take(now = Date.now()): number {
    this.#shown = this.#shown.filter((at) => now - at < minuteMs);
    if (this.#shown.length >= alertsPerMinute) return (this.#more += 1);
    this.#shown.push(now);
    this.#more = 0;
    return 0;
  }
}
