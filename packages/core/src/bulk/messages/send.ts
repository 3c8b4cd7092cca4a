/** Sends a bulk message, contact by contact; after a kill it continues with those that are left. */
import { englishOf, localize } from '@parley/contracts/i18n/server-texts';
import { type Attachment, type AttachmentInputs, isUndecided } from '@parley/contracts/messages/attachments';
import { Problem } from '@parley/contracts/problems';
import * as messages from '@parley/db/bulk/messages';
import type { Transaction } from '@parley/db/database';
import { shareFiles } from '@parley/db/files/waiting';
import type { StaffCaller } from '../../callers.ts';
import { planMails, startWithin } from '../../contacts/start-conversation.ts';
import type { Context } from '../../context.ts';
import { derivedId } from '../../derived-id.ts';
import { inSharedTransaction } from '../../events/shared-transaction.ts';
import type { ExternalContext } from '../../external/services.ts';
import { publishToUser } from '../../live/publish-change.ts';
import { presentCaller } from '../../permissions/permissions.ts';
import { type BulkContent, type CheckedMessage, checkBulkMessage, planBulkMessage, textOf } from './plan.ts';

/** So many are in memory at once, and so many of them under way. */
const pageSize = 20;
const atOnce = 4;

/** Milliseconds between two looks at files that have not arrived or are being checked. */
const fileCheckMs = 2000;

type Sending = messages.StoredBulkMessage & Pick<BulkContent, 'attachments'>;

/**
 * Sends what is left of a bulk message, with the present rights of its author, or of the key that requested it. `signal`
 * stops between two pages. Returns when to go on: undefined if it has ended. It waits until its files are checked.
 *
 * @throws what kept single contacts from being written to, after the others; they are tried again
 */
export async function sendBulk(context: ExternalContext, id: string, signal?: AbortSignal): Promise<Date | undefined> {
  const begun = await messages.beginSending(context.db, id);
  if (!begun) return messages.whenDue(context.db, id);
  const files = await messages.filesOfBulkMessage(context.db, begun);
  if (files.some(isUndecided)) return new Date(Date.now() + fileCheckMs);
  const message: Sending = { ...begun, ...(begun.attachmentIds && { attachments: files.map(inputOf) }) };
  const failures: unknown[] = [];
  let after = 0;
  for (;;) {
    if (signal?.aborted) return new Date();
    const page = await messages.recipientsLeft(context.db, id, { after, limit: pageSize });
    const last = page.at(-1);
    if (!last) break;
    after = last.n;
    // Checked before every page, so that a lost right takes effect within seconds.
    const checked = await stillAllowed(context, message);
    if (!checked) continue;
    const waiting = page.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const recipient of waiting) {
          await writeTo(context, { ...checked, message, recipient }).catch((error: unknown) => failures.push(error));
        }
      }),
    );
    await planMails(context);
    await announce(context, message);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not every contact of a bulk message was written to.');
  await messages.finishBulkMessage(context.db, id, 'done');
  await announce(context, message);
  return undefined;
}

const inputOf = ({ id, alt }: Attachment) => ({ id, ...(alt && { alt }) });

/** Gives a bulk message up: contacts who are left get none. */
export async function giveUpBulk(context: Context, id: string): Promise<void> {
  const why = localize('receiver_unexpected');
  await messages.noteFailed(context.db, { bulkMessageId: id }, { reason: englishOf(why), localized: why });
  await messages.finishBulkMessage(context.db, id, 'failed');
  const message = await messages.findBulkMessage(context.db, id);
  if (message) await announce(context, message);
}

const announce = (
  context: Pick<Context, 'publisher' | 'log'>,
  { id, authorId }: { id: string; authorId: string },
): Promise<void> => publishToUser(context, authorId, { type: 'bulk_message_updated', bulkMessageId: id });

/** Returns the author and the checked message; otherwise all contacts that are left fail for that reason. */
async function stillAllowed(
  context: ExternalContext,
  message: Sending,
): Promise<{ caller: StaffCaller; checked: CheckedMessage } | undefined> {
  const { id, authorId, keyId } = message;
  try {
    const caller = await presentCaller(context, { userId: authorId, ...(keyId !== null && { keyId }) });
    return { caller, checked: await checkBulkMessage(context, caller, message) };
  } catch (error) {
    if (!isForGood(error)) throw error;
    await messages.noteFailed(context.db, { bulkMessageId: id }, reasonOf(error));
    return undefined;
  }
}

const isForGood = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500 && error.code !== 'rate_limited';

const reasonOf = ({ message, localized }: Problem): messages.Reason => ({ reason: message, localized });

interface Writing {
  caller: StaffCaller;
  checked: CheckedMessage;
  message: Sending;
  recipient: messages.RecipientToWrite;
}

/**
 * Starts the conversation with one contact, and records it in one transaction. The contact is checked once more: they
 * may have unsubscribed in the meantime.
 */
async function writeTo(context: ExternalContext, { caller, checked, message, recipient }: Writing): Promise<void> {
  const item = { bulkMessageId: message.id, n: recipient.n };
  try {
    await inSharedTransaction(context, async (shared) => {
      const { transaction } = shared;
      if (!(await messages.holdRecipient(transaction, message.id, recipient.n))) return;
      const contactIds = recipient.contactId === null ? [] : [recipient.contactId];
      const plan = await planBulkMessage({ ...context, db: transaction }, caller, checked, { contactIds });
      const [planned] = plan.recipients;
      if (!planned) throw new Problem('conflict', plan.leftOut[0]?.reason ?? localize('no_such_contact'));
      const { conversation } = await startWithin(context, caller, shared, {
        ...(await withFiles(transaction, message, textOf(planned, message.attachments))),
        ...checked,
        way: planned.way,
        closes: message.closes,
        clientMessageId: derivedId(message.id, planned.contact.id),
      });
      await messages.noteSent(transaction, item, { channel: planned.way.channel, conversationId: conversation.id });
    });
  } catch (error) {
    if (!isForGood(error)) throw error;
    await messages.noteFailed(context.db, item, reasonOf(error));
  }
}

/**
 * Returns a text with files of its own, which share the bytes of those of the bulk message.
 *
 * @throws Problem `conflict` for a refused or deleted one
 */
async function withFiles<T extends { markdown: string | undefined }>(
  transaction: Transaction,
  { authorId, attachmentIds, attachments = [] }: Sending,
  text: T,
): Promise<T & { attachments?: AttachmentInputs }> {
  if (!attachmentIds) return text;
  const shared = await shareFiles(transaction, authorId, attachmentIds);
  if (shared.length < attachmentIds.length) throw new Problem('conflict', localize('file_refused'));
  let { markdown } = text;
  const own = attachments.map(({ id, alt }, index) => {
    const ownId = shared[index] ?? id;
    markdown = markdown?.replaceAll(`](file:${id})`, `](file:${ownId})`);
    return { id: ownId, ...(alt && { alt }) };
  });
  return { ...text, markdown, attachments: own };
}
