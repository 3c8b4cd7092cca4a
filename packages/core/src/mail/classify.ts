/** Telling mails that people wrote from those that programs wrote. Answering a program starts a loop. */
import { loopHeader } from './compose.ts';
import type { ParsedMail } from './parse.ts';

/** Why a mail is not posted. */
export type MachineMail = 'loop' | 'bounce' | 'auto_reply' | 'mailing_list';

const outOfOffice =
  /^(?:(?:re|aw|sv|antw|odp|ynt)\s*:\s*)*(?:auto(?:matic|matische|matisch)?[ -]?(?:reply|response|antwort|antwoord)|automatische antwort|abwesenheit|out of (?:the )?office|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|resposta automática|risposta automatica|fuori sede|afwezig|autoodpowiedź|automatyczna odpowiedź|otomatik yanıt|自動応答|自动回复|自動回覆|رد تلقائي)/i;

const first = (mail: ParsedMail, name: string): string => (mail.headers.get(name)?.[0] ?? '').trim().toLowerCase();

/** The kind of program that wrote it; null for a person's mail. */
export function machineMail(mail: ParsedMail): MachineMail | null {
  // A person's answer doesn't carry our own header; a redirected or bounced copy of ours does.
  if (mail.headers.has(loopHeader.toLowerCase())) return 'loop';

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
    first(mail, 'x-auto-response-suppress') === 'all' ||
    precedence === 'auto_reply' ||
    outOfOffice.test(mail.subject)
  ) {
    return 'auto_reply';
  }

  // RFC 2919. A mail by way of a list is no answer of one customer, whoever wrote it.
  if (mail.headers.has('list-id') || precedence === 'list' || precedence === 'bulk' || precedence === 'junk') {
    return 'mailing_list';
  }
  return null;
}

export type Authentication = 'pass' | 'fail' | 'unknown';

/**
 * What the receiving server found out about the sender, from the topmost `Authentication-Results` (RFC 8601): only that
 * one was added by the server we read from; those below may be the sender's own invention.
 */
export function authentication(mail: ParsedMail): Authentication {
  const results = mail.headers.get('authentication-results')?.[0]?.toLowerCase();
  const domain = mail.from?.address.split('@').at(-1);
  if (!results || !domain) return 'unknown';
  const dmarc = /\bdmarc=(\w+)/.exec(results)?.[1];
  if (dmarc === 'pass') return 'pass';
  if (dmarc === 'fail') return 'fail';
  const belongs = (found: string | undefined): boolean =>
    found !== undefined && (found === domain || domain.endsWith(`.${found}`) || found.endsWith(`.${domain}`));
  for (const [, verdict, properties] of results.matchAll(/\bdkim=(\w+)([^;]*)/g)) {
    if (verdict === 'pass' && belongs(/header\.(?:d|i)=@?([\w.-]+)/.exec(properties ?? '')?.[1])) return 'pass';
  }
  const spf = /\bspf=(\w+)([^;]*)/.exec(results);
  if (spf?.[1] === 'pass' && belongs(/smtp\.mailfrom=(?:[^@\s;]*@)?([\w.-]+)/.exec(spf[2] ?? '')?.[1])) return 'pass';
  return spf?.[1] === 'fail' ? 'fail' : 'unknown';
}
