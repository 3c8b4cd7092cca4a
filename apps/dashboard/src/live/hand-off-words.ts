import { handOffLines } from '@parley/contracts/assistant/hand-off';
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import { englishOf, type Text } from '@parley/contracts/i18n/server-texts';
import { t } from '../i18n/server-text.ts';

/** Returns a line of a hand-off's summary in the dashboard's language. */
export const lineWords = (line: Text): string => t(line, englishOf(line));

/** Returns a hand-off's reason, and what is known below it, in the dashboard's language. */
export const handOffWords = (summary: HandOffSummary): string => handOffLines(summary).map(lineWords).join('\n');
