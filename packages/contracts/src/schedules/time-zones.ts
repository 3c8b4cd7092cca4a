/**
 * Converts between instants and the clocks of IANA time zones. `Intl` gives one offset per call and is slow, so the
 * changes of a zone's clock are searched once per year and cached.
 */

/** Span of time in which a zone's clock has one offset from UTC. Times are Unix milliseconds. */
interface OffsetPeriod {
  start: number;
  end: number;
  offset: number;
}

export const dayMs = 86_400_000;
/** No zone has two changes of its clock within this time. */
const stepMs = 7 * dayMs;
/** Cached years; the cache starts again when they are too many. */
const cachedYearsMax = 5_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const years = new Map<string, readonly OffsetPeriod[]>();

/** Whether a name is a time zone of IANA's database, as this program's version has it. */
export function isTimeZone(name: string): boolean {
  try {
    // An offset such as +02:00 would be accepted too, but it has no daylight saving time.
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns the offset as `Intl` has it. */
function readOffset(timeZone: string, instant: number): number {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const shown = Date.UTC(
    Number(part.year),
    Number(part.month) - 1,
    Number(part.day),
    Number(part.hour),
    Number(part.minute),
    Number(part.second),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

/** Returns the first second after `before` that has the offset of `after`. */
function findChange(timeZone: string, before: number, after: number): number {
  const from = readOffset(timeZone, before);
  let [low, high] = [before / 1000, after / 1000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffset(timeZone, middle * 1000) === from) low = middle;
    else high = middle;
  }
  return high * 1000;
}

function readYear(timeZone: string, year: number): OffsetPeriod[] {
  const [begin, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const periods: OffsetPeriod[] = [{ start: begin, end, offset: readOffset(timeZone, begin) }];
  for (let at = begin; at < end; at += stepMs) {
    const next = Math.min(at + stepMs, end);
    const last = periods.at(-1);
    const offset = readOffset(timeZone, next);
    if (!last || offset === last.offset) continue;
    const change = findChange(timeZone, at, next);
    if (change >= end) continue;
    last.end = change;
    periods.push({ start: change, end, offset });
  }
  return periods;
}

function yearOf(timeZone: string, year: number): readonly OffsetPeriod[] {
  const key = `${timeZone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  if (years.size >= cachedYearsMax) years.clear();
  const periods = readYear(timeZone, year);
  years.set(key, periods);
  return periods;
}

const utcYear = (instant: number): number => new Date(instant).getUTCFullYear();

function periodAt(timeZone: string, instant: number): OffsetPeriod {
  const periods = yearOf(timeZone, utcYear(instant));
  const found = periods.find(({ end }) => instant < end) ?? periods[0];
  if (!found) throw new RangeError(`no offset of ${timeZone}`);
  return found;
}

/** Returns the wall clock's time at an instant, as the milliseconds of the instant at which UTC shows the same. */
export const localTime = (timeZone: string, instant: number): number => instant + periodAt(timeZone, instant).offset;

/**
 * Returns the first instant at which the wall clock shows `local` or later: a skipped time becomes the moment of the
 * change, and of a repeated one the first counts. So a later `local` is never an earlier instant.
 */
export function instantAt(timeZone: string, local: number): number {
  let period = periodAt(timeZone, local - dayMs);
  // Zones are at most a day from UTC, so this ends after one or two changes.
  while (local - period.offset >= period.end) period = periodAt(timeZone, period.end);
  return Math.max(period.start, local - period.offset);
}

/** Returns the date that the wall clock shows: `2026-11-30`. */
export const dateAt = (timeZone: string, instant: Date): string =>
  new Date(localTime(timeZone, instant.getTime())).toISOString().slice(0, 10);

/** Returns the instant at which a day begins. */
export const startOfDay = (timeZone: string, date: string): Date => new Date(instantAt(timeZone, Date.parse(date)));
