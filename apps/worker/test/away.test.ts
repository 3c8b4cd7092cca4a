/** Others being away: nobody is left waiting, and nothing piles up. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';

let installation: Installation;
beforeAll(async () => {
  // Nothing listens there. Port 1 would not do: fetch refuses it by itself.
  installation = await startInstallation({
    env: {
      OPENAI_BASE_URL: 'http://127.0.0.1:59998/v1',
      IMAP_URL: 'imap://user:secret@127.0.0.1:1/INBOX',
      IMAP_POLL_SECONDS: '1',
    },
  });
  await installation.set('aiConfig', { enabled: true });
});
afterAll(() => installation?.close());

test('a customer gets a person when the model can’t be reached at all', async () => {
  const talk = await installation.opens('Is it in stock?');
  const state = await until(async () => {
    const found = await talk.state();
    return found.status === 'waiting' ? found : null;
  }, 'the hand-off');
  expect(state.handOffReason).toContain('couldn’t be reached');
});

test('a mailbox on a server that hangs is connected to once at a time, and delays nothing else', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const other = await startInstallation({
    env: { IMAP_URL: `imap://user:secret@127.0.0.1:${port}/INBOX`, IMAP_POLL_SECONDS: '1' },
  });
  try {
    await until(() => sockets.length > 0, 'the first connection');
    const sweeps = async () =>
      (await other.context.queues.queue('maintenance').getCompleted()).filter(
        ({ data }) => data.task === 'sweep-outbox',
      );
    const before = (await sweeps()).length;
    // Every two seconds.
    await until(async () => (await sweeps()).length >= before + 2, 'maintenance to go on');
    expect(sockets).toHaveLength(1);
  } finally {
    server.close();
    const stopped = other.close();
    for (const socket of sockets) socket.destroy();
    await stopped;
  }
});
