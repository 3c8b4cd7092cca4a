/** No more mails to an address, and mails again: one press in the mail program, or the page a mail's end leads to. */
import { Problem } from '@parley/contracts/problems';
import { proveAddress } from '@parley/db/mail/proof';
import { findConversationByMailToken } from '@parley/db/mail/threads';
import * as unsubscribes from '@parley/db/mail/unsubscribes';
import { DecryptionFailed } from '@parley/service/secrets';
import type { MailUnsubscribe } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const purpose = 'unsubscribe';

type LinkContext = Pick<Context, 'secrets' | 'db'>;

/**
 * Returns the URL that unsubscribes `address`. The link contains the recipient, since the customer may have changed
 * their address, and is encrypted, since links end up in server logs.
 */
export function unsubscribeUrl(
  context: Pick<Context, 'secrets' | 'publicUrl'>,
  { mailToken, address }: { mailToken: string; address: string },
): string {
  const token = context.secrets.encrypt(`${mailToken} ${address.toLowerCase()}`, purpose);
  return `${context.publicUrl}/api/mail/unsubscribe?token=${token}`;
}

interface Link {
  address: string;
  mailToken: string;
}

/** @throws Problem `not_found` for a token that is none of ours */
function readLink({ secrets }: Pick<LinkContext, 'secrets'>, token: string): Link {
  try {
    const [mailToken = '', address = ''] = secrets.decrypt(token, purpose).split(' ', 2);
    return { mailToken, address };
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
  }
  throw new Problem('not_found', 'This link is not valid.');
}

export interface MailWish {
  address: string;
  isUnsubscribed: boolean;
}

/** Returns the link's address and its subscription. @throws Problem `not_found` for an invalid token */
export async function mailWish(context: LinkContext, token: string): Promise<MailWish> {
  const { address } = readLink(context, token);
  return { address, isUnsubscribed: (await unsubscribes.unsubscribedAt(context.db, address)) !== null };
}

/** Ends the mails. Doing it again is fine. @throws Problem `not_found` for a token that is none of ours */
export async function unsubscribeByToken(context: LinkContext, token: string): Promise<void> {
  const { address } = readLink(context, token);
  await unsubscribes.unsubscribe(context.db, address);
}

/**
 * Subscribes the address again. The link was mailed to this address alone, so the caller owns it.
 * @throws Problem `not_found` for an invalid token
 */
export async function resubscribeByToken(context: LinkContext, token: string): Promise<void> {
  const { address, mailToken } = readLink(context, token);
  await unsubscribes.resubscribe(context.db, address);
  const conversation = await findConversationByMailToken(context.db, mailToken);
  if (conversation) await proveAddress(context.db, conversation.id, address);
}

export interface UnsubscribesQuery {
  limit: number;
  before?: string | undefined;
  search?: string | undefined;
}

/** Returns the unsubscribed addresses, newest first. */
export async function listUnsubscribes(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  query: UnsubscribesQuery,
): Promise<MailUnsubscribe[]> {
  await refuseWithout(context, caller, 'mail.manage');
  const rows = await unsubscribes.listUnsubscribes(context.db, query);
  return rows.map(({ id, address, unsubscribedAt }) => ({
    id,
    address,
    unsubscribedAt: unsubscribedAt.toISOString(),
  }));
}

/**
 * Subscribes an address again after its owner has asked a representative. The audit log contains the user, not the
 * address.
 * @throws Problem `not_found`
 */
export async function resubscribeByStaff(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'mail.manage');
  const found = await unsubscribes.findUnsubscribe(context.db, id);
  if (!found) throw new Problem('not_found', localize('gets_mail_already'));
  await unsubscribes.resubscribe(context.db, found.address);
  await recordAudit(context, caller, { action: 'mail.resubscribed', subject: { type: 'unsubscribe', id } });
}
