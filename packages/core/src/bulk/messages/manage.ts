/** Bulk messages: shown before they are sent, requested here, sent by the worker (`send.ts`), stopped by their author. */
import { type BulkMessage, type BulkPreview, type BulkRecipient } from '@parley/contracts/conversations/bulk-messages';
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { Problem } from '@parley/contracts/problems';
import * as messages from '@parley/db/bulk/messages';
import { recordAudit } from '../../audit/record.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { refuseLacking } from '../../files/lacking.ts';
import { publishToUser } from '../../live/publish-change.ts';
import { can, refuseWithout } from '../../permissions/permissions.ts';
import { rightsOf } from '../../permissions/rights.ts';
import { addOrLeave } from '../../queues.ts';
import { type BulkContent, type BulkReceivers, checkBulkMessage, planBulkMessage, previewOf } from './plan.ts';

const permission = 'messages.send_bulk';

export interface BulkRequest extends BulkReceivers, BulkContent {
  /** Makes sending repeatable. */
  clientBulkMessageId: string;
  delaySeconds?: number | undefined;
}

const unknown = () => new Problem('not_found', localize('no_such_bulk_message'));

/** Returns what each contact would get, and who is left out. @throws Problem as `checkBulkMessage`, `planBulkMessage` */
export async function previewBulkMessage(
  context: ExternalContext,
  caller: StaffCaller,
  request: BulkReceivers & BulkContent,
): Promise<BulkPreview> {
  await refuseWithout(context, caller, permission);
  const message = await checkBulkMessage(context, caller, request);
  const { recipients, leftOut } = previewOf(await planBulkMessage(context, caller, message, request));
  return {
    recipients,
    leftOut: leftOut.map(({ contactId, contact, reason }) => ({
      contactId,
      visitorId: contact?.visitorId ?? null,
      name: contact?.name ?? null,
      email: contact?.email ?? null,
      reason: englishOf(reason),
      localized: reason,
    })),
  };
}

/**
 * Stores a bulk message and queues it. Under one `clientBulkMessageId` it is stored, and sent, once.
 *
 * @throws Problem as `previewBulkMessage`, `invalid` for files that are not the caller's or belong to another message,
 * `conflict` where nobody can be written to
 */
export async function sendBulkMessage(
  context: ExternalContext,
  caller: StaffCaller,
  request: BulkRequest,
): Promise<{ bulkMessage: BulkMessage; isNew: boolean }> {
  await refuseWithout(context, caller, permission);
  const { clientBulkMessageId: clientId, delaySeconds = 0 } = request;
  const authorId = caller.user.id;
  const repeated = await messages.findOwnBulkMessage(context.db, { authorId, clientId });
  if (repeated) return { bulkMessage: repeated, isNew: false };
  const message = await checkBulkMessage(context, caller, request);
  const { recipients, leftOut } = await planBulkMessage(context, caller, message, request);
  if (recipients.length === 0) throw new Problem('conflict', localize('bulk_nobody'));
  const { channel = null, template, owner, mailbox, tagIds } = message;
  const id = await context.db
    .transaction()
    .execute(async (transaction) => {
      const made = await messages.insertBulkMessage(
        transaction,
        {
          clientId,
          authorId,
          keyId: caller.key?.id ?? null,
          channel,
          mailboxId: mailbox?.id ?? null,
          ...owner,
          tagIds: [...tagIds],
          subject: template.subject ?? null,
          content: template.content,
          markdown: template.markdown ?? null,
          attachments: request.attachments ?? [],
          closes: request.closes ?? false,
          delaySeconds,
        },
        [
          ...recipients.map(({ contact, way }) => ({ contactId: contact.id, channel: way.channel })),
          ...leftOut.map(({ contactId, reason }) => ({
            contactId,
            channel: null,
            leftOut: { reason: englishOf(reason), localized: reason },
          })),
        ],
      );
      if (made === undefined) return undefined;
      await recordAudit({ db: transaction }, caller, {
        action: 'bulk_message.sent',
        subject: { type: 'bulk_message', id: made },
        details: { channel, recipients: recipients.length, leftOut: leftOut.length },
      });
      return made;
    })
    .catch(refuseLacking);
  if (id !== undefined)
    await addOrLeave(context, 'bulk-messages', { bulkMessageId: id }, { delay: delaySeconds * 1000 + marginMs });
  const bulkMessage = await messages.findOwnBulkMessage(context.db, { authorId, clientId });
  if (!bulkMessage) throw unknown();
  return { bulkMessage, isNew: id !== undefined };
}

/** Margin in milliseconds: the clocks of the worker and the database differ. */
const marginMs = 50;

/** Returns a page of the caller's bulk messages, newest first; of everybody's for users who oversee messages. */
export async function listBulkMessages(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ bulkMessages: BulkMessage[]; next: string | null }> {
  await refuseWithout(context, caller, permission);
  const authorId = (await oversees(context, caller)) ? undefined : caller.user.id;
  const found = await messages.listBulkMessages(context.db, { authorId, after: cursor, limit: limit + 1 });
  const bulkMessages = found.slice(0, limit);
  return { bulkMessages, next: found.length > limit ? (bulkMessages.at(-1)?.id ?? null) : null };
}

/** @throws Problem `not_found` for an unknown one, or a colleague's */
export async function getBulkMessage(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<BulkMessage> {
  await refuseWithout(context, caller, permission);
  const found = await messages.findBulkMessage(context.db, id);
  if (!found) throw unknown();
  if (found.authorId !== caller.user.id && !(await oversees(context, caller))) throw unknown();
  return found;
}

/** Returns what became of each contact. @throws Problem `not_found` */
export async function listBulkRecipients(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<BulkRecipient[]> {
  await refuseWithout(context, caller, permission);
  await getBulkMessage(context, caller, id);
  return messages.bulkRecipientsOf(context.db, id);
}

/**
 * Stops a bulk message: contacts who were not written to by now never are. Doing it again is fine.
 *
 * @throws Problem `not_found`, `conflict` if it has ended
 */
export async function stopBulkMessage(context: Context, caller: StaffCaller, id: string): Promise<BulkMessage> {
  await refuseWithout(context, caller, permission);
  const before = await getBulkMessage(context, caller, id);
  if (before.status === 'stopped') return before;
  const isStopped = await context.db.transaction().execute(async (transaction) => {
    if (!(await messages.stopBulkMessage(transaction, id))) return false;
    await recordAudit({ db: transaction }, caller, {
      action: 'bulk_message.stopped',
      subject: { type: 'bulk_message', id },
    });
    return true;
  });
  const bulkMessage = await getBulkMessage(context, caller, id);
  if (!isStopped && bulkMessage.status !== 'stopped') throw new Problem('conflict', localize('bulk_ended'));
  await publishToUser(context, bulkMessage.authorId, { type: 'bulk_message_updated', bulkMessageId: id });
  return bulkMessage;
}

/** Returns whether the caller sees the bulk messages of others, as those do who may change any message. */
async function oversees(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<boolean> {
  return (await can(context, caller, 'messages.revise_any')) && seesEverything(await rightsOf(context, caller));
}
