/** The door that mail comes in by, and those who would block it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createExternalServices } from '@parley/core/external/services';
import { createTestContext, type TestContext } from '@parley/core/testing';
import { loadConfig } from '@parley/service/config';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workerConfig } from '../src/config.ts';
import { receiveOverSmtp, type SmtpLimits, type SmtpReceiver } from '../src/mail/smtp-server.ts';

const usual: SmtpLimits = { connections: 10, silenceMs: 30_000, longestConnectionMs: 30_000, heldBytes: 1_000_000 };
let context: TestContext;
let door: SmtpReceiver;
const sockets: Socket[] = [];

beforeAll(async () => {
  context = await createTestContext();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await door.close();
});
afterAll(() => context.close());

async function open(limits: Partial<SmtpLimits>): Promise<void> {
  const config = loadConfig(workerConfig, { ...context.env, REPLY_ADDRESS: 'support@shop.example' });
  const address = { INBOUND_SMTP_PORT: 0, HOST: '127.0.0.1' };
  door = await receiveOverSmtp({ ...context, external: createExternalServices(config) }, address, {
    ...usual,
    ...limits,
  });
}

/** A sending server: says lines, and hears the status of each answer. */
async function knock() {
  const socket = connect(door.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  let heard = '';
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  const status = async (): Promise<number> => {
    while (!/^\d{3} .*\r\n/m.test(heard)) await once(socket, 'data');
    const [line = '', found = ''] = /^(\d{3}) .*\r\n/m.exec(heard) ?? [];
    heard = heard.slice(heard.indexOf(line) + line.length);
    return Number(found);
  };
  const command = async (line: string): Promise<number> => {
    socket.write(`${line}\r\n`);
    return status();
  };
  const greeted = await status();
  const begin = async (): Promise<void> => {
    await command('EHLO mail.example');
    await command('MAIL FROM:<a@mail.example>');
    await command('RCPT TO:<support@shop.example>');
    expect(await command('DATA')).toBe(354);
  };
  return { socket, greeted, command, begin };
}

test('one connection too many is told to come back', async () => {
  await open({ connections: 1 });
  const first = await knock();
  expect(first.greeted).toBe(220);
  expect((await knock()).greeted).toBe(421);
});

test('a connection that is silent, or only drips, is cut', async () => {
  await open({ longestConnectionMs: 600 });
  const { socket, begin } = await knock();
  await begin();
  const drip = setInterval(() => socket.write('x'), 50);
  await once(socket, 'close');
  clearInterval(drip);
});

test('mails that are held back fill no memory: the next sender is told to come back, until there is room again', async () => {
  await open({ heldBytes: 100_000 });
  const [slow, quick] = [await knock(), await knock()];
  await slow.begin();
  slow.socket.write(`Subject: slow\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(900));
  await quick.begin();
  const large = `Subject: quick\r\n\r\n${`${'y'.repeat(70)}\r\n`.repeat(1_000)}.`;
  expect(await quick.command(large)).toBe(452);
  slow.socket.destroy();
  await expect
    .poll(async () => {
      const again = await knock();
      await again.begin();
      return again.command(large);
    })
    .toBe(250);
});

test('a mail for too many recipients is refused beyond a hundred', async () => {
  await open({});
  const { command } = await knock();
  await command('EHLO mail.example');
  await command('MAIL FROM:<a@mail.example>');
  for (let at = 0; at < 100; at += 1) expect(await command(`RCPT TO:<support+${at}@shop.example>`)).toBe(250);
  expect(await command('RCPT TO:<support+100@shop.example>')).toBe(452);
});
