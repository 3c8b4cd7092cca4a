/**
 * Finds a customer's proven identity: from the website's signature, or from a code that was mailed to an address and
 * typed in here. Such a proof is valid in its conversation for some hours, and joins no contacts.
 */
import { randomInt } from 'node:crypto';
import { actionTexts } from '@parley/contracts/i18n/catalogues/actions';
import { codeMinutes, provenIdentityHours } from '@parley/contracts/assistant/tools';
import type { Message } from '@parley/contracts/entities';
import type { ConversationState } from '@parley/db/conversations/read';
import { someCameBy } from '@parley/db/messages/read';
import { identityCodes, insertIdentityCode, provenEmail } from '@parley/db/tools/identity-codes';
import { findVisitor } from '@parley/db/visitors/visitors';
import { randomToken } from '@parley/service/secrets';
import { missingForMail, sendMail } from '../../mailer/smtp.ts';
import type { ExternalContext } from '../../external/services.ts';
import { fallbackFrom, fromAddress, teamName } from '../../mailer/sender.ts';
import { mailHtml, type MailLayout, mailText } from '../../mailer/html.ts';
import { countUnprovenMail } from '../../mailer/unproven-mail-limits.ts';
import type { Language } from '../../text/language.ts';
import { codePurpose } from '../../messages/typed-code.ts';

export interface ProvenIdentity {
  email: string;
  externalId: string | undefined;
}

type State = Pick<ConversationState, 'id' | 'visitorId'>;

/** Codes of one conversation in an hour. */
const codesPerHour = 3;

/** Returns null if no identity is proven. `seqs` are the messages that are answered. */
export async function identityOf(
  context: Pick<ExternalContext, 'db'>,
  { id, visitorId }: State,
  seqs: readonly number[],
): Promise<ProvenIdentity | null> {
  if (visitorId === null) return null;
  const [visitor, byCode, isByMail] = await Promise.all([
    findVisitor(context.db, visitorId),
    provenEmail(context.db, id, provenIdentityHours),
    someCameBy(context.db, id, seqs, 'email'),
  ]);
  // The page's signature proves nothing about a mail: its sender only knows the thread.
  if (visitor?.emailVerified && visitor.email !== null && !isByMail)
    return { email: visitor.email, externalId: visitor.externalId ?? undefined };
  return byCode === undefined ? null : { email: byCode, externalId: undefined };
}

/** Returns whether an identity was ever proven in a conversation. */
export async function wasProven(context: Pick<ExternalContext, 'db'>, { id, visitorId }: State): Promise<boolean> {
  if (visitorId === null) return false;
  const [visitor, codes] = await Promise.all([findVisitor(context.db, visitorId), identityCodes(context.db, id)]);
  return (visitor?.emailVerified && visitor.email !== null) || codes.some(({ verifiedAt }) => verifiedAt !== null);
}

const addresses = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** The address to be proven: the last one that the customer has written, else the one they have left. */
export async function claimedEmail(
  context: Pick<ExternalContext, 'db'>,
  { visitorId }: State,
  messages: readonly Message[],
): Promise<string | null> {
  const written = messages
    .filter(({ senderType, removedAt }) => senderType === 'customer' && !removedAt)
    .flatMap(({ content }) => content.match(addresses) ?? [])
    .at(-1);
  if (written) return written.toLowerCase();
  const visitor = visitorId === null ? undefined : await findVisitor(context.db, visitorId);
  return visitor?.email?.toLowerCase() ?? null;
}

export type CodeSent = 'sent' | 'no_mail' | 'too_many';

/** Mails a new code to the address. Nothing but its keyed hash is stored. @throws CallFailed where the mail is not taken */
export async function sendCode(
  context: ExternalContext,
  { state, runId, email, language }: { state: State; runId: string; email: string; language: Language },
): Promise<CodeSent> {
  const { db, external, secrets } = context;
  const { emailConfig } = await context.settings.read();
  if (missingForMail(emailConfig, external) !== null || state.visitorId === null) return 'no_mail';
  const hour = Date.now() - 3600_000;
  const recent = (await identityCodes(db, state.id)).filter(({ createdAt }) => createdAt.getTime() > hour);
  if (recent.length >= codesPerHour) return 'too_many';
  const visitor = await findVisitor(db, state.visitorId);
  await countUnprovenMail(context, {
    address: email,
    visitorId: state.visitorId,
    network: visitor?.emailNetwork ?? null,
  });
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const codeHash = secrets.sign(codePurpose, `${state.id} ${code}`);
  await insertIdentityCode(db, { conversationId: state.id, runId, email, codeHash }, codeMinutes);
  const t = actionTexts(language);
  const subject = t('mailSubject', { team: teamName(emailConfig) });
  const layout: MailLayout = {
    title: subject,
    parts: [{ heading: `${code.slice(0, 3)} ${code.slice(3)}`, text: t('mailText', { minutes: codeMinutes }) }],
    footer: [{ text: t('mailIgnore') }],
  };
  const from = fromAddress(emailConfig, fallbackFrom(context.publicUrl));
  await sendMail(emailConfig, external, {
    messageId: `<code.${randomToken(12)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: teamName(emailConfig), address: from },
    to: { name: '', address: email },
    subject,
    text: mailText(layout),
    html: mailHtml(layout),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', 'Content-Language': language },
  });
  return 'sent';
}

/** `j…@example.com`: enough for its owner to know it by. */
export function hinted(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
