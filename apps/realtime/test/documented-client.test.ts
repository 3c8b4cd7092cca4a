/** The client of docs/websocket.md keeps what the page says that a client keeps. */
import type { Message } from '@parley/contracts/entities';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sessionEndedCode, visitorSubprotocol } from '@parley/contracts/socket';
import { endVisitorSession } from '@parley/core/visitors/tokens';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { shopOrigin, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await TestInstallation.open();
});
afterAll(() => installation.close());

type OpenClient = (
  open: () => WebSocket,
  show: (message: Message) => void,
) => { join(conversationId: string): void; send(conversationId: string, content: string): void };

function documentedClient(): OpenClient {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/websocket.md'), 'utf8');
  const [, code = ''] = page.match(/```js\n(\/\*\* `open[^]*?)```/) ?? [];
  return runInThisContext(`(() => { ${code}; return openClient; })()`) as OpenClient;
}

test('the client of docs/websocket.md shows every message once and in order over cut connections, and loses none of its own', async () => {
  const gateway = await installation.gateway();
  const visitor = await installation.visitor();
  const { conversationId } = await installation.writeAsVisitor(visitor, 'message 1');
  const shown: Message[] = [];
  const opened: WebSocket[] = [];
  const open = () => {
    const socket = new WebSocket(gateway.url, [visitorSubprotocol, `token.${visitor.token}`], { origin: shopOrigin });
    opened.push(socket);
    return socket;
  };
  const client = documentedClient()(open, (message) => shown.push(message));
  client.join(conversationId);
  await vi.waitFor(() => expect(shown).toHaveLength(1), 20_000);

  for (let round = 1; round <= 2; round += 1) {
    opened.at(-1)?.terminate();
    client.send(conversationId, `of its own, round ${round}`);
    for (let count = 0; count < 150; count += 1)
      await installation.writeAsVisitor(visitor, `while away, ${round}.${count}`);
    await vi.waitFor(() => expect(shown).toHaveLength(1 + round * 151), 20_000);
  }

  expect(shown.map(({ seq }) => seq)).toEqual(shown.map((_, index) => index + 1));
  expect(shown.filter(({ content }) => content.startsWith('of its own'))).toHaveLength(2);

  const cut = opened.length;
  expect(cut).toBeGreaterThanOrEqual(3);
  const ended = new Promise((resolve) => opened.at(-1)?.on('close', resolve));
  await endVisitorSession(installation.context, { kind: 'visitor', ...visitor });
  expect(await ended).toBe(sessionEndedCode);
  expect(opened).toHaveLength(cut);
});
