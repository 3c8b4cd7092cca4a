/** Answers a customer's privacy requests: exports everything stored about them, or erases it. */
import { randomUUID } from 'node:crypto';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import { teamFields } from '@parley/contracts/conversations/conversation-fields';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import type { ErasureReceipt } from '@parley/contracts/routes/data';
import { madeOfConversation } from '@parley/db/ai/made-of';
import { activitiesAfter } from '@parley/db/activities/read';
import { readAttributes } from '@parley/db/attributes/attributes';
import { findConversation } from '@parley/db/conversations/read';
import { filesOfDataSubject } from '@parley/db/files/uploads';
import { findMessageEmail } from '@parley/db/mail/message-emails';
import { messagesAfter } from '@parley/db/messages/read';
import { forgetAnswers } from '@parley/db/idempotency/calls';
import { forgetVoters } from '@parley/db/help/feedback';
import { eraseVisitorData, type Erasure, findVisitorData, type VisitorData } from '@parley/db/privacy/visitor-data';
import { forgetSuggestions } from '../ai/ask-suggestions.ts';
import { forgetCopilot } from '../ai/copilot/ask-worker.ts';
import { publishControl, type Context } from '../context.ts';
import type { StaffCaller } from '../callers.ts';
import { publishDeletion } from '../conversations/delete.ts';
import { publishChange } from '../live/publish-change.ts';
import { bytesOfFile } from '../files/outgoing.ts';
import { removeDoomedFiles } from '../files/sweep.ts';
import type { ExternalContext } from '../external/services.ts';
import { voterOf } from '../help/reading.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/**
 * Yields everything stored about a customer, by email address, as one JSON document in pieces, including the bytes of
 * files.
 */
export async function* visitorDocument(
  context: ExternalContext,
  caller: StaffCaller,
  email: string,
): AsyncGenerator<string> {
  await refuseWithout(context, caller, 'privacy.manage');
  const data = await findVisitorData(context.db, email);
  await recordAudit(context, caller, {
    action: 'privacy.exported',
    details: { visitors: data.visitors.length, conversations: data.conversationIds.length },
  });
  const visitors = data.visitors.map(
    ({ identityKey: _key, tokenEpoch: _epoch, revokedSessions: _sessions, loggedOutAt: _logout, ...visitor }) =>
      visitor,
  );
  const identities = data.identities
    .filter(({ value, isDuplicate }) => value !== null && !isDuplicate)
    .map(({ isDuplicate: _duplicate, ...identity }) => identity);
  const known = data.attributes.map(withoutWho);
  const { blockedAt, noMail, participations, mailBounces, trackedEvents } = data;
  const head = {
    email,
    exportedAt: new Date().toISOString(),
    visitors,
    identities,
    attributes: known,
    companies: data.companies,
    blockedAt,
    noMail,
    participations,
    mailBounces,
    trackedEvents,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`;
  for (const [index, id] of data.conversationIds.entries()) {
    const [conversation, described, made] = await Promise.all([
      findConversation(context.db, id),
      readAttributes(context.db, id),
      madeOfConversation(context.db, id),
    ]);
    if (!conversation || !described) continue;
    const theirs = { attributes: withoutWho(described.conversation), cameFrom: conversation.cameFrom };
    yield `${index > 0 ? ',' : ''}${JSON.stringify({ ...conversation, ...notTheirs, ...made, ...theirs }).slice(0, -1)},"messages":[`;
    yield* messagesOf(context, id);
    yield '],"activities":[';
    yield* activitiesOf(context, id);
    yield ']}';
  }
  const mails = data.mails.map(({ id, receivedAt, raw }) => ({ id, receivedAt, raw: raw.toString('utf8') }));
  const events = data.inboundEvents.map(({ raw, ...event }) => ({ ...event, raw: raw.toString('utf8') }));
  const channels = { channelSessions: data.channelSessions, inboundEvents: events };
  yield '],"files":[';
  yield* filesOf(context, data);
  yield `],"mails":${JSON.stringify(mails)},${JSON.stringify(channels).slice(1)}\n`;
}

/** Yields the files sent by them and to them, each with its bytes in Base64. */
async function* filesOf(
  context: ExternalContext,
  { conversationIds, visitors }: Pick<VisitorData, 'conversationIds' | 'visitors'>,
): AsyncGenerator<string> {
  let isFirst = true;
  const visitorIds = visitors.map(({ id }) => id);
  for (const file of await filesOfDataSubject(context.db, { conversationIds, visitorIds })) {
    yield `${isFirst ? '' : ','}${JSON.stringify(file).slice(0, -1)},"content":"`;
    isFirst = false;
    // A missing file must not fail the whole document.
    const bytes = file.state === 'ready' && context.external.files ? await bytesOfFile(context, file.id) : undefined;
    yield bytes?.toString('base64') ?? '';
    yield '"}';
  }
}

/** Removes the user ids from attributes; the sources stay. */
const withoutWho = (attributes: StoredAttributes): object =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, { ...value, setBy: undefined }]));

/** Fields that the document contains elsewhere, or that are the team's. */
const notTheirs = {
  messages: undefined,
  lastMessage: undefined,
  ...Object.fromEntries(teamFields.map((name) => [name, undefined])),
};

async function* messagesOf(context: Context, conversationId: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const messages = await messagesAfter(context.db, conversationId, after, messagesPerPageMax);
    for (const [index, message] of messages.entries()) {
      const stored = message.email && (await findMessageEmail(context.db, conversationId, message.seq));
      const email = stored && { text: stored.text, html: stored.html };
      yield (after > 0 || index > 0 ? ',' : '') + JSON.stringify({ ...message, email });
    }
    const last = messages.at(-1);
    if (!last || messages.length < messagesPerPageMax) return;
    after = last.seq;
  }
}

/** Yields the times of state changes. Users and their notes belong to the team and are left out. */
async function* activitiesOf(context: Context, conversationId: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const activities = await activitiesAfter(context.db, conversationId, after, messagesPerPageMax);
    const exported = activities.map(({ kind, afterSeq, createdAt, after: { rated } }) =>
      JSON.stringify({ kind, afterSeq, createdAt, rated }),
    );
    if (exported.length > 0) yield (after > 0 ? ',' : '') + exported.join(',');
    const last = activities.at(-1);
    if (!last || activities.length < messagesPerPageMax) return;
    after = last.activityNo;
  }
}

/**
 * Erases everything stored about a customer, by email address, and returns a receipt. Their browsers' tokens become
 * invalid. The audit log contains the receipt's number and counts, not the address.
 */
export async function eraseVisitor(
  context: ExternalContext,
  caller: StaffCaller,
  email: string,
): Promise<ErasureReceipt> {
  await refuseWithout(context, caller, 'privacy.manage');
  const receipt = await afterErasure(context, await eraseVisitorData(context.db, email));
  await recordAudit(context, caller, { action: 'privacy.erased', details: { ...receipt } });
  return receipt;
}

/** Removes what is left outside the rows after an erasure, ends the visitors' sessions, and returns the receipt. */
export async function afterErasure(context: ExternalContext, erased: Erasure): Promise<ErasureReceipt> {
  await forgetVoters(
    context.db,
    erased.visitorIds.map((id) => voterOf(context, id)),
  );
  const receipt: ErasureReceipt = {
    receiptId: randomUUID(),
    erasedAt: new Date().toISOString(),
    visitors: erased.visitorIds.length,
    conversations: erased.conversationIds.length,
    messages: erased.messages,
    mails: erased.mails,
    files: erased.files,
  };
  await forgetAnswers(context.db);
  // While the storage is away, the sweep goes on with it.
  await removeDoomedFiles(context).catch((error: unknown) =>
    context.log.warn({ err: error }, 'files wait to be erased'),
  );
  await publishDeletion(context, erased);
  if (erased.views > 0) await publishChange(context, { frame: { type: 'views_updated', userId: null } });
  await forgetSuggestions(context, erased.conversationIds);
  await forgetCopilot(context, erased.conversationIds);
  for (const visitorId of erased.visitorIds) await publishControl(context, { type: 'end_visitor', visitorId });
  return receipt;
}
