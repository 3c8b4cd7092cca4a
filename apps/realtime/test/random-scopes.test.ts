/**
 * Random users with random scopes, and random activities: no frame mentions a conversation outside the user's scope.
 */
import { permissions } from '@parley/contracts/permissions/permissions';
import { scopes } from '@parley/contracts/permissions/rights';
import { sees } from '@parley/contracts/permissions/scope';
import { addNote } from '@parley/core/conversations/notes';
import { updateConversation } from '@parley/core/conversations/update';
import { markReadByCaller } from '@parley/core/conversations/reads';
import { broadcastToInbox } from '@parley/core/live/broadcast';
import { sendMessage } from '@parley/core/messages/send';
import { storedRights } from '@parley/core/permissions/rights';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { insertRole } from '@parley/db/roles/roles';
import { insertTeam } from '@parley/db/roles/teams';
import { updateAccess } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type RunningGateway,
  type SignedInRepresentative,
  TestInstallation,
  type TestSocket,
  type Visitor,
} from './support/installation.ts';

const seed = Date.now() % 1_000_000;
let state = seed + 1;
const below = (max: number): number => (state = (state * 48_271) % 2_147_483_647) % max;
const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
const some = <T>(all: readonly T[]): T[] => all.filter(() => below(2) === 0);

let installation: TestInstallation;
let gateway: RunningGateway;
let admin: SignedInRepresentative;
beforeAll(async () => {
  installation = await TestInstallation.open();
  gateway = await installation.gateway();
  admin = await installation.representative('Ada', 'admin');
});
afterAll(() => installation.close());

const caller = ({ user, sessionId }: SignedInRepresentative) => ({ kind: 'staff', user, sessionId }) as const;

async function everybody() {
  const { db } = installation.context;
  const users = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => {
      const scope = scopes[n % scopes.length]!;
      const role = await insertRole(db, { name: crypto.randomUUID(), permissions, scope, max: 99 });
      if (typeof role === 'string') throw new Error(role);
      const { user } = await installation.representative(`User ${n}`);
      await updateAccess(db, user.id, { roleId: role.id });
      return { ...user, roleId: role.id };
    }),
  );
  const others = await Promise.all(
    ['one.example.com', 'two.example.com'].map((domain) => insertWebsite(db, { domain, name: domain })),
  );
  const websiteIds = [installation.websiteId, ...others.map((website) => website?.id ?? '')];
  const teams = await db.transaction().execute((transaction) =>
    Promise.all(
      ['Shop', 'Office', 'Night'].map(async (name) => {
        const memberIds = some(users).map(({ id }) => id);
        const team = await insertTeam(transaction, { name, max: 9, memberIds, websiteIds: some(websiteIds) });
        return typeof team === 'string' ? '' : team.id;
      }),
    ),
  );
  const sockets = await Promise.all(
    users.map(async (user) => {
      const rights = await storedRights({ db }, user);
      if (!rights) throw new Error('no rights');
      return { user, rights, socket: await installation.staffSocket(gateway, await installation.signIn(user)) };
    }),
  );
  return { users, websiteIds, teams, sockets };
}

async function aConversation(websiteId: string): Promise<{ id: string; visitor: Visitor }> {
  const { id: visitorId } = await insertVisitor(installation.context.db, { websiteId });
  const visitor = { visitorId, websiteId, token: '' };
  return { id: (await installation.writeAsVisitor(visitor, 'Hello')).conversationId, visitor };
}

/** Waits until everything published before has reached every socket. */
async function fence(sockets: readonly TestSocket[]): Promise<void> {
  const reached = sockets.map((socket) => socket.all('tags_updated').length);
  await broadcastToInbox(installation.context, { type: 'tags_updated' });
  await Promise.all(
    sockets.map((socket, n) =>
      socket.next('tags_updated', (frame) => socket.all('tags_updated').indexOf(frame) >= reached[n]!),
    ),
  );
}

it('no frame names, quotes or counts a conversation outside of its receiver’s scope, wherever it is moved', async () => {
  const { context } = installation;
  const { users, websiteIds, teams, sockets } = await everybody();
  const all = sockets.map(({ socket }) => socket);
  const conversations = await Promise.all(websiteIds.flatMap((each) => [each, each, each]).map(aConversation));
  const by = caller(admin);
  const change = (id: string, body: Parameters<typeof updateConversation>[3]) =>
    updateConversation(context, by, id, body);
  const reply = (conversationId: string) =>
    sendMessage(context, by, { conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() });
  let heard = 0;
  let kept = 0;
  for (let round = 0; round < 6; round += 1) {
    for (const { id } of some(conversations)) {
      await change(id, {
        teamId: pick([...teams, null]),
        assignedRepresentativeId: pick([...users, null])?.id ?? null,
      });
    }
    await fence(all);
    const present = await findConversationScopes(
      context.db,
      conversations.map(({ id }) => id),
    );
    const since = all.map((socket) => socket.frames.length);
    for (const { socket } of sockets) {
      const { id } = pick(conversations);
      socket.send({ type: 'join_conversation', conversationId: id });
      socket.send({ type: 'watch_viewers', conversationIds: conversations.map((each) => each.id) });
      socket.send({ type: 'typing', conversationId: id, isTyping: true });
    }
    for (const { id, visitor } of conversations) {
      const activities = [
        () => installation.writeAsVisitor(visitor, `A secret of ${id}`),
        () => addNote(context, by, id, { content: `About ${id}`, mentions: some(users).map((each) => each.id) }),
        () => change(id, { priority: pick(['low', 'high', 'urgent', 'normal'] as const) }),
        () => change(id, { snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() }),
        // A reply to what nobody has would take it over.
        () => present.get(id)?.assignedRepresentativeId && reply(id),
        () => markReadByCaller(context, by, id),
      ];
      await pick(activities)();
      await pick(activities)();
    }
    await fence(all);
    for (const [n, { user, rights, socket }] of sockets.entries()) {
      // Requests are refused under the name that the socket gave.
      const frames = socket.frames.slice(since[n]).filter(({ type }) => type !== 'error');
      const text = JSON.stringify(frames);
      const received = conversations.filter(({ id }) => text.includes(id)).map(({ id }) => present.get(id)!);
      heard += received.length;
      kept += conversations.length - received.length;
      expect(
        received.filter((scope) => !sees(rights, user.id, scope)),
        `seed ${seed}, round ${round}, ${JSON.stringify(rights)}`,
      ).toEqual([]);
    }
  }
  // Not the agreement of those who hear nothing, or everything.
  expect(heard).toBeGreaterThan(50);
  expect(kept).toBeGreaterThan(50);
});
