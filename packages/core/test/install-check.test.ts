/** The look at a website's page: against pages of a local server, reached through the guarded client. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { insertWebsite, updateWebsite } from '@parley/db/websites/websites';
import { createOutbound, type Outbound } from '@parley/service/outbound';
import { OutboundUnreachable } from '@parley/service/outbound-errors';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';
import { checkInstall } from '../src/visitors/install-check.ts';

let context: TestContext;
let ada: StaffCaller;
let websiteId: string;
let server: Server;
let answer: { status?: number; headers?: Record<string, string>; body?: string };
let guarded: Outbound;

beforeAll(async () => {
  context = await createTestContext();
  ada = await createColleague(context, 'Ada Byron', 'admin');
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  server = createServer((_request, response) => {
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/html', ...answer.headers });
    response.end(answer.body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  guarded = createOutbound({ allowPrivate: true });
});
afterAll(async () => {
  await guarded.close();
  await new Promise((done) => server.close(done));
  await context.close();
});
beforeEach(async () => {
  answer = {};
  await updateWebsite(context.db, websiteId, { isActive: true, whitelistMode: false, allowedPages: [] });
});

/** The website's host leads to the local server, as if its name were known; only encrypted. */
function localOutbound(): Outbound {
  const { port } = server.address() as AddressInfo;
  return {
    ...guarded,
    async request(url, request) {
      const wanted = new URL(url);
      if (wanted.protocol !== 'https:') throw new OutboundUnreachable(wanted.host, undefined);
      const response = await guarded.request(`http://127.0.0.1:${port}${wanted.pathname}`, request);
      const landed = new URL(response.url);
      return {
        status: response.status,
        headers: response.headers,
        bytes: response.bytes,
        text: response.text,
        url: landed.port === String(port) ? `https://${wanted.host}${landed.pathname}` : response.url,
      };
    },
  };
}

async function faults(path = '/'): Promise<[string, string | null][]> {
  const external = { outbound: localOutbound() };
  const found = await checkInstall({ ...context, external }, ada, websiteId, { path });
  return found.faults.map(({ fault, detail }) => [fault, detail]);
}

const host = (): string => context.publicUrl;
const snippet = (attributes = ''): string => `<script src="${host()}/widget.js" async ${attributes}></script>`;

it('a page with the snippet has no faults, whatever its markup', async () => {
  answer = { body: `<!doctype html><p>Unclosed<div>${snippet()}` };
  expect((await faults()).filter(([fault]) => fault !== 'mixed_content')).toEqual([]);
});

it('a snippet that is missing, in a comment, of another installation or there twice is told apart', async () => {
  answer = { body: `<!-- ${snippet()} --><p>Shop` };
  expect(await faults()).toEqual([['snippet_missing', null]]);
  answer = { body: '<script src="https://chat.elsewhere.example/widget.js" async></script>' };
  expect(await faults()).toEqual([['other_installation', 'chat.elsewhere.example']]);
  answer = { body: snippet() + snippet() };
  expect((await faults()).map(([fault]) => fault)).toContain('snippet_twice');
});

it('policies of the header and of the page are read as browsers read them', async () => {
  const policy = async (text: string, attributes?: string) => {
    answer = { headers: { 'content-security-policy': text }, body: snippet(attributes) };
    return (await faults()).map(([fault]) => fault).filter((fault) => fault.startsWith('csp'));
  };
  const { protocol, hostname } = new URL(host());
  const socket = host().replace('http', 'ws');
  expect(await policy("default-src 'self'")).toEqual(['csp_script', 'csp_connect', 'csp_img']);
  expect(await policy(`script-src ${host()}; connect-src ${host()} ${socket}`)).toEqual([]);
  expect(await policy(`script-src ${host()}; connect-src ${host()}`)).toEqual(['csp_connect']);
  expect(await policy(`script-src 'nonce-abc' 'strict-dynamic'`)).toEqual(['csp_script']);
  expect(await policy(`script-src 'nonce-abc' 'strict-dynamic'`, 'nonce="abc"')).toEqual([]);
  expect(await policy(`script-src ${protocol}//${hostname}:*; connect-src *`)).toEqual([]);
  expect(await policy('script-src *, script-src none')).toEqual(['csp_script']);
  answer = { body: `<meta http-equiv="Content-Security-Policy" content="img-src 'self'">${snippet()}` };
  expect((await faults()).map(([fault]) => fault)).toContain('csp_img');
});

it('a page that leads elsewhere, fails, is no page or is hidden by rules is named', async () => {
  answer = { status: 503 };
  expect(await faults()).toEqual([['status', '503']]);
  answer = { headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await faults()).toEqual([['not_html', null]]);
  answer = { body: snippet() };
  await updateWebsite(context.db, websiteId, { isActive: false, whitelistMode: true, allowedPages: ['/docs/*'] });
  expect(await faults('/pricing')).toEqual(
    expect.arrayContaining([
      ['inactive', null],
      ['hidden_by_rules', '/pricing'],
    ]),
  );
});

it('an address that can’t be reached, and one in a private network, is refused in words', async () => {
  const external = {
    outbound: {
      ...guarded,
      request: async (url: string) => Promise.reject(new OutboundUnreachable(new URL(url).host, undefined)),
    },
  };
  const found = await checkInstall({ ...context, external }, ada, websiteId, {});
  expect(found.faults).toMatchObject([{ fault: 'unreachable' }]);
  const local = (await insertWebsite(context.db, { domain: '127.0.0.1', name: 'Inside' }))?.id ?? '';
  const closed = createOutbound();
  const refused = await checkInstall({ ...context, external: { outbound: closed } }, ada, local, {});
  await closed.close();
  expect(refused.faults).toMatchObject([{ fault: 'address_refused' }]);
});
