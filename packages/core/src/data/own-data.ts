/** A visitor has everything erased that is stored about them. */
import { randomUUID } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import type { ErasureReceipt } from '@parley/contracts/routes/data';
import { currentConversationId } from '@parley/db/conversations/find-or-create';
import { eraseOneVisitor, eraseVisitorData } from '@parley/db/privacy/visitor-data';
import { isBlocked } from '@parley/db/visitors/contacts';
import { findVisitor } from '@parley/db/visitors/visitors';
import { hinted, sendCode } from '../ai/tools/identity.ts';
import { recordAuditOf } from '../audit/record.ts';
import type { VisitorCaller } from '../callers.ts';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { proveByCode } from '../messages/typed-code.ts';
import { blocked } from '../permissions/blocked.ts';
import { detectLanguage } from '../text/language.ts';
import { afterErasure } from './privacy.ts';

/**
 * Mails a code to the visitor's address, which confirms the erasure; null if they have left none.
 *
 * @throws Problem `forbidden` if visitors may not erase, `blocked`, `not_configured`, `rate_limited`, `other_side_failed`
 */
export async function requestOwnErasure(
  context: ExternalContext,
  caller: VisitorCaller,
): Promise<{ codeSentTo: string | null }> {
  const { email, conversationId, language } = await subjectOf(context, caller);
  if (email === null || conversationId === undefined) return { codeSentTo: null };
  const state = { id: conversationId, visitorId: caller.visitorId };
  const sent = await sendCode(context, { state, runId: randomUUID(), email, language }).catch((error: unknown) => {
    if (!(error instanceof CallFailed)) throw error;
    if (error.responseStatus === null && !error.transient)
      throw new Problem('rate_limited', 'Too many mails. Try again later.');
    throw new Problem('other_side_failed', 'The code can’t be sent.');
  });
  if (sent === 'no_mail') throw new Problem('not_configured', 'The code can’t be sent.');
  if (sent === 'too_many') throw new Problem('rate_limited', 'Too many mails. Try again later.');
  return { codeSentTo: hinted(email) };
}

/**
 * Erases what is stored about the owner of the address that the code proves. Of a visitor without an address, erases what
 * they wrote: their token reads the same. The audit log has the receipt's number and counts.
 *
 * @throws Problem `forbidden` if visitors may not erase, `blocked`, `wrong_code`
 */
export async function eraseOwnData(
  context: ExternalContext,
  caller: VisitorCaller,
  { code }: { code?: string | undefined },
): Promise<ErasureReceipt> {
  const { email, conversationId } = await subjectOf(context, caller);
  const needsCode = email !== null && conversationId !== undefined;
  const proven = needsCode ? await proveByCode(context, conversationId, code ?? '') : undefined;
  if (needsCode && proven === undefined) throw new Problem('wrong_code', 'That isn’t the code, or it has expired.');
  const erased =
    proven === undefined
      ? await eraseOneVisitor(context.db, caller.visitorId)
      : await eraseVisitorData(context.db, proven);
  const receipt = await afterErasure(context, erased);
  await recordAuditOf(context, { name: 'Visitor' }, { action: 'privacy.erased', details: { ...receipt } });
  return receipt;
}

async function subjectOf(context: ExternalContext, { visitorId }: VisitorCaller) {
  const { dataConfig } = await context.settings.read();
  if (!dataConfig.visitorsErase) throw new Problem('forbidden', 'This team erases data on request.');
  if (await isBlocked(context.db, visitorId)) throw blocked();
  const [visitor, conversationId] = await Promise.all([
    findVisitor(context.db, visitorId),
    currentConversationId(context.db, visitorId),
  ]);
  return { email: visitor?.email ?? null, conversationId, language: detectLanguage('', visitor?.locale) };
}
