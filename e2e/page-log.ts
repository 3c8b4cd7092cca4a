/** Records what happened in a page, to explain why its test failed. */
import type { Page } from 'playwright-core';

interface PageLog {
  /** Requests under way, failed or refused, console messages and errors, in their order. */
  readonly lines: string[];
  readonly underWay: Set<string>;
}

const logs = new WeakMap<Page, PageLog>();

/** Lines kept of each page. */
const kept = 30;

/** Begins to record what happens in `page`. */
export function recordPage(page: Page): void {
  const log: PageLog = { lines: [], underWay: new Set() };
  logs.set(page, log);
  const add = (line: string) => log.lines.push(line.slice(0, 300));
  page.on('request', (request) => log.underWay.add(`${request.method()} ${request.url()}`));
  page.on('requestfinished', (request) => log.underWay.delete(`${request.method()} ${request.url()}`));
  page.on('requestfailed', (request) => {
    log.underWay.delete(`${request.method()} ${request.url()}`);
    add(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => response.status() >= 400 && add(`${response.status()} ${response.url()}`));
  page.on('console', (message) => add(`console: ${message.text()}`));
  page.on('pageerror', (error) => add(`error: ${error.message}`));
  page.on('framenavigated', (frame) => frame === page.mainFrame() && add(`at ${frame.url()}`));
}

/** Describes what went on in `page`, and the beginning of what it shows. */
export async function describePage(page: Page): Promise<string> {
  const { lines, underWay } = logs.get(page) ?? { lines: [], underWay: new Set<string>() };
  const shown = await Promise.race([
    page.evaluate(() => `${document.readyState}: ${document.body.innerText.slice(0, 400)}`).catch(String),
    new Promise<string>((resolve) => setTimeout(() => resolve('no answer'), 5_000)),
  ]);
  return [
    page.url(),
    `shows ${shown}`,
    ...[...underWay].map((each) => `under way: ${each}`),
    ...lines.slice(-kept),
  ].join('\n  ');
}
