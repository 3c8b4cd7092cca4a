/** Layouts of tables within tables, as newsletters have them and attackers exaggerate them. */
import { describe, expect, test } from 'vitest';
import { readMail } from '../../src/mail/reading.ts';
import { safeHtml } from '../../src/mail/safe-html.ts';
import { textOfHtml } from '../../src/text/html-text.ts';

const megabyte = 1024 * 1024;
const open = '<table><tbody><tr><td style="padding:0">';
const close = '</td></tr></tbody></table>';

/** Each returns HTML of about this many bytes. */
const layouts: Record<string, (bytes: number) => string> = {
  'within one another': (bytes) => {
    const depth = Math.floor(bytes / (open.length + close.length + 1));
    return `Hello${open.repeat(depth)}deep${close.repeat(depth)}`;
  },
  'ten deep, one after the other': (bytes) => {
    const one = `${open.repeat(10)}Row${close.repeat(10)}`;
    return one.repeat(Math.floor(bytes / one.length));
  },
  'never closed': (bytes) => `Hello${open.repeat(Math.floor(bytes / open.length))}`,
  'closed and never opened': (bytes) => `Hello${close.repeat(Math.floor(bytes / close.length))}`,
};

/** Returns the milliseconds of processor time that a call takes. */
function costOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(Object.entries(layouts))('tables %s', { timeout: 60_000 }, (_name, layout) => {
  test.each([
    ['making it safe', safeHtml],
    ['reading its text', textOfHtml],
  ])('%s costs in proportion to their length at most', (_what, act) => {
    const [quarter, whole] = [layout(1.25 * megabyte), layout(5 * megabyte)];
    const small = costOf(() => act(quarter));
    const large = costOf(() => act(whole));
    // Twice as much as four times the length: below 50 ms the clock decides.
    expect(large).toBeLessThan(8 * Math.max(small, 50));
  });

  test('an email of 5 MB of them is read, and what is shown nests no deeper than mail programs do', async () => {
    const html = layout(5 * megabyte);
    const raw = Buffer.from(`From: a@b.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`);
    const reading = await readMail(raw, null);
    expect(JSON.stringify(reading.text)).toMatch(/Hello|Row/);
    const shown = safeHtml(html)?.html ?? '';
    let [depth, deepest] = [0, 0];
    for (const [tag] of shown.matchAll(/<\/?table\b/g)) {
      depth += tag === '<table' ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThanOrEqual(100);
    expect(shown.length).toBeLessThanOrEqual(1_000_100);
  });
});
