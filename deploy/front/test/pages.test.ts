import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { strictTransportSecurity } from '@parley/contracts/transport-security';
import { expect, test } from 'vitest';
import { front, service } from './stand-ins.ts';

const headersOf = (answer: Response, ...names: string[]) => names.map((name) => answer.headers.get(name));

test('the dashboard answers every path of its own, and is requested again each time', async () => {
  const url = await front();
  for (const path of ['/', '/conversations?selected=1', '/no/such/page']) {
    const answer = await fetch(url + path);
    expect(await answer.text()).toContain('<title>Parley</title>');
    expect(headersOf(answer, 'cache-control')).toEqual(['no-cache']);
  }
  for (const path of ['/assets/missing.js', '/favicon.png', '/..%2f..%2fpackage.json']) {
    expect((await fetch(url + path)).status).toBeGreaterThanOrEqual(400);
  }
});

test('files with a hash in their name are kept for ever, and sent compressed', async () => {
  const url = await front();
  for (const path of ['/assets/main-Ab12Cd34.js', '/widget/chat.AB12CD34.js']) {
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
    expect(await answer.text()).toMatch(/^console\.log/);
    expect(headersOf(answer, 'content-encoding', 'vary', 'cache-control', 'x-content-type-options')).toEqual([
      'br',
      'accept-encoding',
      'public, max-age=31536000, immutable',
      'nosniff',
    ]);
  }
});

test('the widget may be loaded by any page; the loader is short-lived and revalidated', async () => {
  const url = await front();
  const answer = await fetch(`${url}/widget.js`);
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(headersOf(answer, 'cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy')).toEqual([
    'public, max-age=300, stale-while-revalidate=86400',
    '*',
    'cross-origin',
  ]);
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/widget.js`, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
  expect(again.status).toBe(304);
});

test('pages come with a policy that allows them their own content and nothing else', async () => {
  const url = await front();
  const { host } = new URL(url);
  const policy = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy');
  const dashboard = await policy('/');
  for (const part of [
    "default-src 'self'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `connect-src 'self' ws://${host} wss://${host}`,
  ]) {
    expect(dashboard?.split('; ')).toContain(part);
  }
  // The hash of nothing: an element that brings styles of its own is refused.
  const nothing = createHash('sha256').update('').digest('base64');
  expect(dashboard?.split('; ')).toContain(`style-src 'self' 'sha256-${nothing}'`);
  expect(await policy('/demo')).toContain("style-src 'self';");
  expect(await policy('/assets/main-Ab12Cd34.js')).toBeNull();
  const page = await fetch(url);
  expect(headersOf(page, 'x-content-type-options', 'cross-origin-opener-policy')).toEqual(['nosniff', 'same-origin']);
});

test('the sample shop has its two pages', async () => {
  const url = await front();
  expect(await (await fetch(`${url}/demo`)).text()).toContain('Shop');
  expect(await (await fetch(`${url}/demo/`)).text()).toContain('Shop');
  expect(await (await fetch(`${url}/demo/pricing`)).text()).toContain('Pricing');
  expect((await fetch(`${url}/demo/shop.css`)).headers.get('content-type')).toContain('text/css');
});

test('pages and files are only read: another method is answered 405, with those that they take', async () => {
  const url = await front();
  for (const path of ['/', '/assets/main-Ab12Cd34.js', '/widget.js', '/demo/pricing', '/healthz']) {
    for (const method of ['POST', 'DELETE', 'PROPFIND']) {
      const answer = await fetch(url + path, { method });
      expect([path, method, answer.status, ...headersOf(answer, 'allow')]).toEqual([
        path,
        method,
        405,
        'GET, HEAD, OPTIONS',
      ]);
    }
  }
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(204);
});

test('everything says the same about HTTPS, and only there', async () => {
  const api = await service((_request, response) => response.end('{}'));
  const url = await front({ api: [api.url], trustedProxies: ['loopback'] });
  for (const page of ['/', '/widget.js', '/demo', '/api/user', '/assets/missing.js']) {
    const secure = await fetch(url + page, { headers: { 'x-forwarded-proto': 'https' } });
    expect(headersOf(secure, 'strict-transport-security')).toEqual([strictTransportSecurity]);
    expect(headersOf(await fetch(url + page), 'strict-transport-security')).toEqual([null]);
  }
  const [caddyfile = '', site = ''] = ['Caddyfile', 'site.caddy'].map((file) =>
    readFileSync(resolve(import.meta.dirname, '../../images', file), 'utf8'),
  );
  expect(caddyfile).toContain('import encrypted\n');
  const headers = [...`${caddyfile}${site}`.matchAll(/Strict-Transport-Security (.*)/g)].map(([, value]) => value);
  expect(headers).toEqual([`"${strictTransportSecurity}"`]);
});
