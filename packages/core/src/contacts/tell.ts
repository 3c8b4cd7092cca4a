/** Telling the team that something about a person is another: whoever may see one of their conversations. */
import type { ServerFrame } from '@parley/contracts/frames';
import { placesOfContact } from '@parley/db/conversations/places';
import type { Context } from '../context.ts';
import { publishChange } from '../events/publish-change.ts';

/** Somebody with conversations in more places is told of in so many; the others fetch it when they look. */
const placesMax = 50;

type ContactFrame = Extract<ServerFrame, { type: 'contact_updated' | 'attributes_updated' }>;

/**
 * Once for who sees everything, and once for each place of the person's conversations, for who sees only some. `seenBy`
 * is whose conversations decide, where they are another contact's by now.
 */
export async function tellOfContact(
  context: Pick<Context, 'db' | 'publisher' | 'log'>,
  frame: ContactFrame & { contactId: string },
  seenBy = frame.contactId,
): Promise<void> {
  await publishChange(context, { frame });
  for (const place of await placesOfContact(context.db, seenBy, placesMax)) {
    await publishChange(context, { frame, about: { place } });
  }
}
