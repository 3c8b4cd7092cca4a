/** A deactivated user receives nothing more within a second, through whichever endpoint they were deactivated. */
import { patchScimUser } from '@parley/core/scim/users';
import { changeAccess } from '@parley/core/users/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGateway, type SignedInRepresentative, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let admin: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  admin = await installation.representative('Ada', 'admin');
});
afterAll(() => installation.close());

const directory = { kind: 'directory', name: 'Directory', role: 'representative', address: '192.0.2.1' } as const;
const byScim = (id: string) =>
  patchScimUser(installation.context, directory, id, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: false }],
  });
const byAdministrator = (id: string) =>
  changeAccess(installation.context, { kind: 'staff', ...admin }, id, { isActive: false });

it.each([
  ['a directory', byScim],
  ['an administrator', byAdministrator],
])('a user deactivated by %s receives nothing that is written a second later', async (_door, deactivate) => {
  const bob = await installation.representative('Bob');
  const [socket, whole] = await Promise.all([
    installation.staffSocket(gateway, bob),
    installation.staffSocket(gateway, admin),
  ]);
  const visitor = await installation.visitor();
  const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
  await Promise.all([socket.join(conversationId), whole.join(conversationId)]);

  const began = performance.now();
  const written: { content: string; at: number }[] = [];
  const isWritten = (async () => {
    // Without a pause, so that there is something to hear all the while.
    for (let n = 0; performance.now() - began < 1_500; n += 1) {
      const content = `Message ${n}`;
      written.push({ content, at: performance.now() - began });
      await installation.writeAsVisitor(visitor, content);
    }
  })();
  await deactivate(bob.user.id);
  expect(await socket.closed()).toBe(4401);
  expect(performance.now() - began).toBeLessThan(1_000);
  await isWritten;
  const last = written.at(-1)?.content;
  await whole.next('new_message', ({ message }) => message.content === last);
  const heard = new Set(socket.all('new_message').map(({ message }) => message.content));
  const late = written.filter(({ at }) => at > 1_000);
  expect(late.length).toBeGreaterThan(0);
  expect(late.filter(({ content }) => heard.has(content))).toEqual([]);
});
