/** Costs of a message in Redis and Postgres, with nothing switched on that would react to it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { countStatements } from '@parley/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningGateway, TestInstallation, type TestSocket, waitFor } from './support/installation.ts';

/** Fewer than a visitor may send at once. */
const messages = 15;

let installation: TestInstallation;
let gateway: RunningGateway;
let monitor: Socket;
/** Number of Redis commands by this installation, including those in scripts. */
let commands = 0;

beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  const { env, prefix } = installation.context;
  const { hostname, port, username, password } = new URL(env['REDIS_URL'] ?? '');
  monitor = connect(Number(port), hostname);
  if (password) monitor.write(`AUTH ${username || 'default'} ${password}\r\n`);
  monitor.write('MONITOR\r\n');
  // Others share this Redis. A script asks for the time without naming a key of ours.
  createInterface(monitor).on('line', (line) => {
    if (line.includes(`"${prefix}`) || line.endsWith('"TIME"')) commands += 1;
  });
  await once(monitor, 'data');
});
afterAll(async () => {
  monitor.destroy();
  await installation.close();
});

async function write(writer: TestSocket, conversationId: string): Promise<void> {
  // No digits: three and three could be a code, which would be looked for.
  const content = randomUUID().replaceAll(/\d/g, 'x');
  await writer.writes(conversationId, content);
  await writer.next('new_message', ({ message }) => message.content === content);
}

/** Measures the cost of one message among several. */
async function cost(writer: TestSocket, conversationId: string): Promise<{ statements: number; commands: number }> {
  let looks = 0;
  const isTidy = () =>
    waitFor(async () => {
      looks += 1;
      const left = await installation.context.db.selectFrom('outbox').select('id').limit(1).execute();
      return left.length === 0 || undefined;
    }, 'the outbox to be empty');
  await write(writer, conversationId);
  await isTidy();
  const before = commands;
  looks = 0;
  const statements = await countStatements(async () => {
    for (let round = 0; round < messages; round += 1) await write(writer, conversationId);
    await isTidy();
  });
  return { statements: (statements - looks) / messages, commands: (commands - before) / messages };
}

test('a message takes at most 10 commands of Redis, and one statement with its share of another', async () => {
  const visitor = await installation.visitor();
  const { conversationId } = await installation.writeAsVisitor(visitor, 'hello');
  const [customer, ada] = await Promise.all([
    installation.visitorSocket(gateway, visitor),
    installation.staffSocket(gateway, await installation.representative()),
  ]);
  await Promise.all([customer.join(conversationId), ada.join(conversationId)]);
  await write(ada, conversationId);
  // The outbox rows of 50 ms go together: a slow machine has one message in them. A visitor's conversation is looked for.
  for (const writer of [ada, customer]) {
    const took = await cost(writer, conversationId);
    expect(took).toEqual({
      statements: expect.toSatisfy((count: number) => count >= 1 && count <= 2),
      commands: expect.toSatisfy((count: number) => count >= 1 && count <= 10),
    });
  }
});
