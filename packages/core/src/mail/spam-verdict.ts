/** Reads whether a filter on the way found a mail to be spam. */
import type { ParsedMail } from './parse.ts';

const dmarcFailure = /\bdmarc\s*=\s*fail\b/i;
/** The sender's domain wants failures refused or put aside; Gmail names its policy in a comment, Microsoft an action. */
const strictPolicy =
  /\b(?:p|sp|policy\.(?:published-)?[\w-]*policy)\s*=\s*(?:reject|quarantine)\b|\baction\s*=\s*o?(?:reject|quarantine)\b/i;

/** Microsoft's confidence from -1 to 9: from 5 on it is spam. */
const isHighConfidence = (value: string): boolean => Number.parseInt(value, 10) >= 5;

/** Fields of filters, each with the values by which it says so. Nobody adds them to mail that they want to be read. */
const verdicts: Readonly<Record<string, (value: string) => boolean>> = {
  'x-spam-flag': (value) => /^yes/i.test(value),
  'x-spam-status': (value) => /^yes/i.test(value),
  'x-spam': (value) => /^yes/i.test(value),
  'x-mailgun-sflag': (value) => /^yes/i.test(value),
  'x-ms-exchange-organization-scl': isHighConfidence,
  'x-forefront-antispam-report': (value) => /\bSFV:SPM\b/i.test(value),
};
const spamFields = Object.keys(verdicts);

/**
 * Returns whether a filter found the mail to be spam. The result of DMARC counts where our own receiving server
 * (`authservId`) reports it.
 */
export function isFoundSpam({ headers }: Pick<ParsedMail, 'headers'>, authservId: string | null): boolean {
  const values = (name: string): string[] => headers.get(name) ?? [];
  if (spamFields.some((name) => values(name).some((value) => verdicts[name]?.(value.trim())))) return true;
  const [results = ''] = values('authentication-results');
  const isOurs = authservId !== null && results.trim().toLowerCase().startsWith(authservId.toLowerCase());
  const dmarc = isOurs ? results.split(';').find((each) => dmarcFailure.test(each)) : undefined;
  return dmarc !== undefined && strictPolicy.test(dmarc);
}
