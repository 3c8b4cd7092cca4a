import { types } from 'pg';
import { expect, test } from 'vitest';
import { isoText, readInstant, timestamptz } from '../src/instant.ts';

const byPg = (text: string): Date => types.getTypeParser(timestamptz)(text) as Date;

test.each([
  '2026-11-27 19:19:03.123+00',
  '2026-11-27 19:19:03.1+00',
  '2026-11-27 19:19:03.05+00',
  '2026-01-01 00:00:00+00',
  '2026-11-27 19:19:03.123456+00',
  '1969-12-31 23:59:59.999+00',
  '2024-02-29 12:00:00+00',
  // A server in another time zone returns the same time.
  '2026-11-27 19:19:03.123+05:30',
  '2026-11-27 19:19:03.123-03',
  '0001-01-01 00:00:00+00',
  '0044-03-15 00:00:00+00 BC',
  '10000-01-01 00:00:00+00',
])('%s is read as the moment that it is, and written as every date is', (text) => {
  const read = readInstant(text);
  expect(read).toEqual(byPg(text));
  expect(isoText(read)).toBe(read.toISOString());
});

test('moments of any day are written as every date is', () => {
  for (let index = 0; index < 5_000; index += 1) {
    const date = new Date(Math.floor((Math.random() - 0.2) * 4e12));
    expect(isoText(date)).toBe(date.toISOString());
  }
});
