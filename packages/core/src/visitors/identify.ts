/** A visitor leaves an email or a name, or the website vouches for one. */
import { openConversationsOf } from '@parley/db/visitors/conversations';
import { findVisitor, updateVisitor, type Visitor } from '@parley/db/visitors/visitors';
import { isBlocked } from '@parley/db/visitors/contacts';
import { blocked } from '../permissions/blocked.ts';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { transition } from '../conversations/transition.ts';
import { hashedNetwork } from '../mailer/unproven-mail-limits.ts';

export interface VisitorDetails {
  email?: string | undefined;
  /** The network the call came from: mails to unproven addresses are limited by it. */
  network?: string | undefined;
  name?: string | undefined;
  page?: { url: string; title?: string; referrer?: string } | undefined;
}

/**
 * Stores the details that a visitor left, as unverified: a typed email does not replace one that the website vouches
 * for.
 * @throws Problem `blocked` for an address or a name of a blocked contact
 */
export async function updateByVisitor(context: Context, caller: VisitorCaller, left: VisitorDetails): Promise<void> {
  const known = await findVisitor(context.db, caller.visitorId);
  if (!known) return;
  const isNews = left.email !== undefined || left.name !== undefined;
  if (isNews && (await isBlocked(context.db, known.id))) throw blocked();
  const visitor = await updateVisitor(context.db, known.id, {
    ...(left.email === undefined || known.emailVerified
      ? {}
      : { email: left.email, emailNetwork: hashedNetwork(context, left.network) }),
    ...(left.name === undefined ? {} : { name: left.name }),
    ...(left.page === undefined ? {} : { pageUrl: left.page.url, pageTitle: left.page.title ?? null }),
    lastSeenAt: new Date(),
  });
  if (visitor && isNews) await identifyConversation(context, visitor);
}

/** Shows the visitor's name and email on their newest conversation and on those that are open. */
export async function identifyConversation(context: Context, visitor: Visitor): Promise<void> {
  const { email, name } = visitor;
  if (email === null && name === null) return;
  const command = { type: 'identify', email: email ?? undefined, name: name ?? undefined } as const;
  for (const id of await openConversationsOf(context.db, visitor.id))
    await transition(context, id, [command], { cause: { by: 'customer' }, isWelcome: true });
}
