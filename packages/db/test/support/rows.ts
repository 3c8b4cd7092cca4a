/** Rows that many tests begin with. */
import { afterAll, onTestFinished } from 'vitest';
import { createConversation, type NewConversation } from '../../src/conversations/find-or-create.ts';
import type { Database } from '../../src/database.ts';
import type { Command } from '../../src/conversations/commands.ts';
import { type Transition, transition } from '../../src/conversations/transition.ts';
import { type InsertedMessage, insertMessage, type NewMessage } from '../../src/messages/insert.ts';
import { insertUser } from '../../src/users/users.ts';
import { insertVisitor } from '../../src/visitors/visitors.ts';
import { createTestDatabase } from '../../src/testing.ts';
import { uuidv7 } from '../../src/uuid.ts';

/** The database of a test file, which goes with it. */
export async function aDatabase(): Promise<Database> {
  const { db, drop } = await createTestDatabase();
  afterAll(drop);
  return db;
}

/** A database for one test alone, which goes with it. */
export async function anEmptyDatabase(): Promise<Database> {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  return db;
}

export async function aRepresentative(db: Database, name = 'Ada Byron'): Promise<string> {
  const username = `${name.split(' ')[0]?.toLowerCase()}-${uuidv7()}`;
  const user = await insertUser(db, {
    name,
    email: `${username}@example.com`,
    username,
    passwordHash: '-',
    role: 'representative',
  });
  return user.id;
}

/** Two of the team. */
export const adaAndBen = (db: Database): Promise<[ada: string, ben: string]> =>
  Promise.all([aRepresentative(db, 'Ada Byron'), aRepresentative(db, 'Ben Cole')]);

export async function aVisitor(db: Database, email: string | null = null): Promise<string> {
  return (await insertVisitor(db, { websiteId: null, email })).id;
}

export async function aConversation(db: Database, but: Partial<NewConversation> = {}): Promise<string> {
  return createConversation(db, {
    websiteId: null,
    websiteDomain: 'shop.example.com',
    visitorId: null,
    customerEmail: null,
    customerName: null,
    status: 'active',
    isAiAssisted: true,
    ...but,
  });
}

type Sent = Partial<NewMessage>;

export const fromCustomer = (db: Database, conversationId: string, content = 'Hello', but: Sent = {}) =>
  insertMessage(db, {
    conversationId,
    content,
    senderType: 'customer',
    senderId: null,
    senderName: null,
    via: 'widget',
    ...but,
  });

export const fromRepresentative = (db: Database, conversationId: string, senderId: string, but: Sent = {}) =>
  insertMessage(db, {
    conversationId,
    content: 'Certainly',
    senderType: 'representative',
    senderId,
    senderName: 'Ada',
    via: 'dashboard',
    ...but,
  });

export const fromAi = (db: Database, conversationId: string, but: Sent = {}) =>
  insertMessage(db, {
    conversationId,
    content: 'Let me see',
    senderType: 'ai',
    senderId: null,
    senderName: 'AI Assistant',
    via: 'ai',
    ...but,
  });

/** The message must have been stored. */
export function stored(inserted: InsertedMessage): Extract<InsertedMessage, { outcome: 'stored' }> {
  if (inserted.outcome !== 'stored') throw new Error(`The message was not stored: ${JSON.stringify(inserted)}`);
  return inserted;
}

/** Performs an action on a conversation as a user, or as a rule when no user is given. */
export const does = (
  db: Database,
  id: string,
  command: Command,
  { by, ...how }: { by?: string } & Partial<Transition> = {},
) =>
  transition(db, id, [command], {
    cause: by === undefined ? { by: 'rule', rule: 'idle' } : { by: 'representative', userId: by },
    ...how,
  });
export const takeOver = (db: Database, id: string, representativeId: string) =>
  does(db, id, { type: 'take_over', representativeId }, { by: representativeId });
export const close = (db: Database, id: string) => does(db, id, { type: 'close' });
