/** Checks the people who get the mails of a conversation besides its customer. */
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { emailMaxLength, nameMaxLength } from '@parley/contracts/users/limits';
import { participantsMax } from '@parley/contracts/conversations/limits';
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { listMailboxAddresses } from '@parley/db/mail/mailboxes';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import type { Context } from '../context.ts';
import { fallbackFrom, fromAddress } from '../mailer/sender.ts';

export interface Excluded {
  /** Address of the customer, who gets the mails anyway. */
  customerEmail: string | null;
  /** Own addresses, to which mail would come back. */
  ours: readonly string[];
}

/** Returns the addresses that the installation's own mails come from, and those of its mailboxes. */
export async function ownAddresses({
  db,
  settings,
  publicUrl,
}: Pick<Context, 'db' | 'settings' | 'publicUrl'>): Promise<string[]> {
  const { emailConfig } = await settings.read();
  return [fromAddress(emailConfig, fallbackFrom(publicUrl)).toLowerCase(), ...(await listMailboxAddresses(db))];
}

/** Returns those that can be participants: each address once, in lower case, neither the customer's nor our own. */
export function participantsOf(given: readonly Participant[], { customerEmail, ours }: Excluded): Participant[] {
  const known = new Set(
    [...ours, ...(customerEmail === null ? [] : [customerEmail])].map((each) => each.toLowerCase()),
  );
  const found: Participant[] = [];
  for (const { address, name, kind } of given) {
    const cleaned = cleanLine(address.toLowerCase(), emailMaxLength);
    if (known.has(cleaned) || !isReachableEmail(cleaned)) continue;
    known.add(cleaned);
    found.push({ address: cleaned, name: cleanLine(name ?? '', nameMaxLength) || null, kind });
  }
  return found.slice(0, participantsMax);
}

/**
 * Checks participants given by a representative.
 *
 * @throws Problem `invalid` for an address that mail can't be sent to
 */
export async function checkParticipants(
  context: Pick<Context, 'db' | 'settings' | 'publicUrl'>,
  customerEmail: string | null,
  given: readonly Participant[],
  path = 'participants',
): Promise<Participant[]> {
  if (!given.every(({ address }) => isReachableEmail(address)))
    throw fieldProblem('invalid', path, localize('must_be_email'));
  return participantsOf(given, { customerEmail, ours: await ownAddresses(context) });
}
