import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requestTimeouts } from '@parley/service/request-timeouts';
import { expect, test } from 'vitest';
import { anySiteMayLoad, cacheControl, contentSecurityPolicy, encrypted, everyPage, paths } from '../src/site.ts';

const images = path.resolve(import.meta.dirname, '../../images');

/** Headers as Caddy is told to set them, of all answers or of those that a matcher fits. */
function header(named: Record<string, string>, matcher = ''): string[] {
  const lines = Object.entries(named).map(([name, value]) => `${name} "${value}"`);
  const start = matcher === '' ? 'header' : `header ${matcher}`;
  return lines.length === 1 ? [`${start} ${lines[0]}`] : [`${start} {`, ...lines.map((line) => `\t${line}`), '}'];
}

/** In place of what a service has said, not beside it. */
const instead = (named: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [`>${name}`, value]));

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const snippet = (name: string, lines: string[]): string =>
  [`(${name}) {`, ...lines.map((line) => `\t${line}`), '}', ''].join('\n');

test('the rules of the Node front for the site, its paths and headers, are what Caddy imports', async () => {
  const text = [
    '# Written by `deploy/front/test/site.test.ts` from `deploy/front/src/site.ts`, and compared with at every run.\n',
    snippet(
      'paths',
      Object.entries(paths).map(([name, each]) => `@${name} path ${each.join(' ')}`),
    ),
    snippet('encrypted', header(instead(encrypted), '@encrypted')),
    snippet('page-headers', header({ ...everyPage, 'Cache-Control': cacheControl.askEachTime })),
    snippet('any-site-may-load', header(anySiteMayLoad)),
    ...Object.entries(cacheControl).map(([name, value]) =>
      snippet(`cache-${kebabCase(name)}`, header({ 'Cache-Control': value }, '{args[0]}')),
    ),
    ...Object.entries(contentSecurityPolicy).map(([page, policy]) =>
      snippet(`${page}-policy`, header({ 'Content-Security-Policy': policy('{sockets}') })),
    ),
  ].join('\n');
  await expect(text).toMatchFileSnapshot(path.join(images, 'site.caddy'));
});

test('Caddy waits for a request as long as the services do', () => {
  const caddyfile = readFileSync(path.join(images, 'Caddyfile'), 'utf8');
  expect(caddyfile).toContain(`read_header ${requestTimeouts.headMs / 1000}s`);
  expect(caddyfile).toContain(`read_body ${requestTimeouts.wholeMs / 60_000}m`);
});
