/** Distinguishes mails by people from those by programs. Answering a program starts a loop. */
import type { ParsedMail } from './parse.ts';

/** Why a mail is not posted by itself. */
export type AutomatedMail = 'bounce' | 'auto_reply' | 'mailing_list';

const outOfOffice =
  /^(?:(?:re|aw|sv|antw|odp|ynt)\s?:\s?){0,10}(?:auto(?:matic|matische|matisch)?[ -]?(?:reply|response|antwort|antwoord)|automatische antwort|abwesenheit|out of (?:the )?office|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|resposta automática|risposta automatica|fuori sede|afwezig|autoodpowiedź|automatyczna odpowiedź|otomatik yanıt|自動応答|自动回复|自動回覆|رد تلقائي)/i;

const first = (mail: Pick<ParsedMail, 'headers'>, name: string): string =>
  (mail.headers.get(name)?.[0] ?? '').trim().toLowerCase();

/** The kind of program that wrote it; null for a person's mail. */
export function automatedMail(mail: ParsedMail): AutomatedMail | null {
  const contentType = first(mail, 'content-type');
  const returnPath = mail.headers.get('return-path')?.[0]?.trim();
  const sender = mail.from?.address ?? '';
  if (
    contentType.startsWith('multipart/report') ||
    mail.partTypes.includes('message/delivery-status') ||
    returnPath === '<>' ||
    mail.headers.has('x-failed-recipients') ||
    /^(?:mailer-daemon|postmaster)@/.test(sender)
  ) {
    // Read receipts and out-of-office answers come without a return path as well; none of them is an answer.
    return contentType.includes('disposition-notification') ? 'auto_reply' : 'bounce';
  }

  // RFC 3834, section 5: anything but "no" was not written by a person.
  const submitted = first(mail, 'auto-submitted');
  if (submitted !== '' && submitted !== 'no') return 'auto_reply';
  const precedence = first(mail, 'precedence');
  if (
    mail.headers.has('x-autoreply') ||
    mail.headers.has('x-autorespond') ||
    mail.headers.has('x-autoresponder') ||
    precedence === 'auto_reply' ||
    outOfOffice.test(mail.subject)
  ) {
    return 'auto_reply';
  }

  // RFC 2919. A mail through a list is no answer of one customer, even if a customer wrote it.
  return mail.headers.has('list-id') || precedence === 'list' ? 'mailing_list' : null;
}

/**
 * Returns true if the sender wants no automatic answer. Ticket systems mark people's answers `Precedence: bulk`, and
 * Exchange adds `X-Auto-Response-Suppress` to people's mails: neither proves that a program has written.
 */
export function refusesAutoReply(mail: Pick<ParsedMail, 'headers'>): boolean {
  const suppressed = first(mail, 'x-auto-response-suppress').split(/[\s,]+/);
  return (
    ['bulk', 'junk'].includes(first(mail, 'precedence')) ||
    suppressed.some((kind) => ['all', 'autoreply', 'oof'].includes(kind))
  );
}
