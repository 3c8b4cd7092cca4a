/** Names the sender of every mail. */
import { cleanLine } from '@parley/contracts/text/clean-line';
import { nameMaxLength } from '@parley/contracts/users/limits';
import type { Settings } from '@parley/contracts/settings/settings';

type EmailConfig = Settings['emailConfig'];

/** The address mails come from: the settings', or the fallback. */
export const fromAddress = (email: EmailConfig, fallback: string): string => email.fromEmail.trim() || fallback;

/** Returns the sender address of an installation with none in its settings. */
export const fallbackFrom = (publicUrl: string): string => `support@${new URL(publicUrl).hostname}`;

/** Returns the sender name of mails. */
export const teamName = (email: EmailConfig): string => cleanLine(email.fromName, nameMaxLength) || 'Parley Support';
