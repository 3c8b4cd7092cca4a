/** Reasons why a mailbox can't be read, as the team reads them. */
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { englishOf, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { CallFailed } from '@parley/core/external/answer';
import { ConsentNeeded } from '@parley/core/mail/oauth/tokens';
import { OutboundError } from '@parley/service/outbound-errors';
import { isLoginRefused } from './mailbox.ts';

const wordsLength = 300;

/** Returns the failure as it is stored with the mailbox, and whether logging in failed. */
export function failureOf(error: unknown): { failure: NonNullable<Mailbox['failure']>; isLogin: boolean } {
  const words = failureText(error);
  const localized = localizedOf(words);
  return {
    failure: { message: englishOf(words), ...(localized && { localized }) },
    isLogin: isLoginRefused(error) || error instanceof ConsentNeeded,
  };
}

/** A server's own words where it gave some. */
export function failureText(error: unknown): Text {
  if (error instanceof OutboundError || error instanceof Problem) return error.words;
  if (error instanceof CallFailed) return error.localized ?? error.message;
  if (!(error instanceof Error)) return cleanLine(String(error), wordsLength);
  const response = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : '';
  const theirs = cleanLine(response, wordsLength);
  if (isLoginRefused(error))
    return theirs ? localize('mailbox_refused_with', { words: theirs }) : localize('mailbox_refused');
  return theirs || cleanLine(error.message, wordsLength);
}
