/** Notifies the team of changes to a contact: every user who may see one of its conversations. */
import type { ServerFrame } from '@parley/contracts/frames';
import { newestOfContact } from '@parley/db/conversations/read';
import { scopesOfContact } from '@parley/db/conversations/scopes';
import type { Context } from '../context.ts';
import { publishChange } from './publish-change.ts';

/** Maximum number of scopes that are notified; users in further ones get the change when they fetch the contact. */
const scopesMax = 50;

/** Maximum number of a contact's conversations that are announced; lists show a change of older ones when they are read. */
const conversationsMax = 100;

type ContactFrame = Extract<ServerFrame, { type: 'contact_updated' | 'attributes_updated' }>;

/**
 * Publishes a frame once for users who see everything, and once for each scope of the contact's conversations for the
 * others. `seenBy` is the contact with these conversations, if they belong to another one by now.
 */
export async function publishContact(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  frame: ContactFrame & { contactId: string },
  seenBy = frame.contactId,
): Promise<void> {
  await publishChange(context, { frame });
  for (const scope of await scopesOfContact(context.db, seenBy, scopesMax)) {
    await publishChange(context, { frame, about: { scope } });
  }
}

/**
 * Publishes the conversations of a contact that a visitor has joined: their values of the contact's attributes are those
 * of both now. The one that the visitor brought alone has been published already.
 */
export async function publishJoined(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  contactId: string,
): Promise<void> {
  const conversations = await newestOfContact(context.db, contactId, conversationsMax);
  if (conversations.length < 2) return;
  await publishContact(context, { type: 'attributes_updated', contactId });
  await publishAgain(context, conversations);
}

/** Publishes a contact's conversations again: lists are filtered by the contact's attributes, which have changed. */
export async function publishConversationsOf(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  contactId: string,
): Promise<void> {
  await publishAgain(context, await newestOfContact(context.db, contactId, conversationsMax));
}

async function publishAgain(
  context: Pick<Context, 'publisher' | 'log'>,
  conversations: Awaited<ReturnType<typeof newestOfContact>>,
): Promise<void> {
  for (const known of conversations)
    await publishChange(context, { frame: { type: 'conversation_updated', ...known } });
}
