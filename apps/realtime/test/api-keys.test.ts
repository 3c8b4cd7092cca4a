import type { ApiKeyMode } from '@parley/contracts/users/api-keys';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { addApiKey, endApiKey } from '@parley/core/users/api-keys/keys';
import { changeAccess } from '@parley/core/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { mergeSettings } from '@parley/db/settings/settings';
import { publishControl } from '@parley/core/context';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningGateway, type SignedInRepresentative, TestInstallation } from './support/installation.ts';

let installation: TestInstallation;
let gateway: RunningGateway;
let owner: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  owner = await installation.representative('Grace', 'admin');
});
afterAll(() => installation.close());

/** Users who count as connected. */
const connected = async () =>
  (
    await installation.context.db
      .selectFrom('availabilities')
      .select('userId')
      .where('connectedUntil', '>', new Date())
      .execute()
  ).map(({ userId }) => userId);

const callerOf = ({ user, sessionId }: SignedInRepresentative) => ({ kind: 'staff', user, sessionId }) as const;
const newKey = (of: SignedInRepresentative, modes: ApiKeyMode[] = ['read', 'write'], websiteIds?: string[]) =>
  addApiKey(installation.context, callerOf(of), 'personal', {
    name: 'Bot',
    permissions: [...modes, ...builtInPermissions.representative],
    ...(websiteIds && { websiteIds }),
  });
const connect = (key: string, headers: Record<string, string> = {}) =>
  installation.staffSocket(gateway, { ...owner, cookie: '' }, { authorization: `Bearer ${key}`, ...headers });

describe('a socket opened with an API key', () => {
  test('it hears what its owner hears and writes as them', async () => {
    const ada = await installation.representative('Ada');
    const visitor = await installation.visitor();
    const socket = await connect((await newKey(ada)).key);
    const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
    await socket.next('conversation_created');
    socket.send({ type: 'join_conversation', conversationId });
    await socket.next('joined');
    socket.send({ type: 'send_message', conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() });
    const { message } = await socket.next('new_message', (frame) => frame.message.senderType === 'representative');
    expect(message.senderName).toBe('Ada');
  });

  test('it makes nobody present: no visitor is promised a person who is not there', async () => {
    const ada = await installation.representative('Ada');
    const socket = await connect((await newKey(ada)).key);
    const browser = await installation.staffSocket(gateway, owner);
    await vi.waitFor(async () => expect(await connected()).toContain(owner.user.id));
    expect(await connected()).not.toContain(ada.user.id);
    socket.ws.close();
    browser.ws.close();
  });

  test('a key that may only read writes nothing, and one that may not even read is refused', async () => {
    const visitor = await installation.visitor();
    const { conversationId } = await installation.writeAsVisitor(visitor, 'Hello');
    const socket = await connect((await newKey(owner, ['read'])).key);
    socket.send({ type: 'join_conversation', conversationId });
    await socket.next('joined');
    socket.send({ type: 'send_message', conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() });
    const { code, message } = await socket.next('error');
    expect([code, message]).toEqual(['forbidden', 'This API key lacks the permission “write”.']);
    await expect(connect((await newKey(owner, ['write'])).key)).rejects.toMatchObject({ status: 403 });
  });

  test('it is closed when the key is ended, or its owner deactivated, and others stay', async () => {
    const bob = await installation.representative('Bob');
    const [ended, others] = [await newKey(bob), await newKey(bob)];
    const [first, second] = [await connect(ended.key), await connect(others.key)];
    await endApiKey(installation.context, callerOf(bob), ended.id, { onlyOwn: true });
    expect(await first.closed()).toBe(4401);
    expect(second.closeCode).toBeUndefined();
    await changeAccess(installation.context, callerOf(owner), bob.user.id, { isActive: false });
    expect(await second.closed()).toBe(4401);
    await expect(connect(others.key)).rejects.toMatchObject({ status: 401 });
  });

  test('a key limited to a website receives nothing of the others', async () => {
    const { db } = installation.context;
    const shop = await installation.visitor();
    const website = await insertWebsite(db, { domain: 'elsewhere.example.com', name: 'Elsewhere' });
    const websiteId = website?.id ?? '';
    const { id: visitorId } = await insertVisitor(db, { websiteId });
    const elsewhere = { visitorId, websiteId, token: '' };
    const socket = await connect((await newKey(owner, ['read', 'write'], [shop.websiteId])).key);
    const foreign = await installation.writeAsVisitor(elsewhere, 'A secret zebrafinch');
    socket.send({ type: 'join_conversation', conversationId: foreign.conversationId });
    await socket.next('error', ({ code }) => code === 'not_found');
    const { conversationId } = await installation.writeAsVisitor(shop, 'Hello');
    await socket.next('conversation_created', ({ conversation }) => conversation.id === conversationId);
    const heard = JSON.stringify(socket.frames.filter(({ type }) => type !== 'error'));
    expect(heard).not.toContain(foreign.conversationId);
    expect(heard).not.toContain('zebrafinch');
  });

  test('made up is refused, whatever cookie comes beside it', async () => {
    const { key } = await newKey(owner);
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    await expect(connect(wrong, { cookie: owner.cookie })).rejects.toMatchObject({ status: 401 });
  });
});

test('a socket of the team is opened from its networks alone, and closed when they are others', async () => {
  const visitor = await installation.visitor();
  const socket = await installation.staffSocket(gateway, owner);
  await mergeSettings(installation.context.db, 'networkConfig', { allowed: ['203.0.113.0/24'] });
  try {
    await publishControl(installation.context, { type: 'settings_changed' });
    expect(await socket.closed()).toBe(4401);
    await expect(installation.staffSocket(gateway, owner)).rejects.toMatchObject({ status: 403 });
    const fromOffice = { 'x-forwarded-for': '203.0.113.9' };
    await installation.staffSocket(gateway, owner, fromOffice);
    await installation.visitorSocket(gateway, visitor);
    const rescue = await installation.gateway({ ALLOW_ALL_NETWORKS: 'true' });
    await installation.staffSocket(rescue, owner);
  } finally {
    await mergeSettings(installation.context.db, 'networkConfig', { allowed: [] });
    await publishControl(installation.context, { type: 'settings_changed' });
  }
});
