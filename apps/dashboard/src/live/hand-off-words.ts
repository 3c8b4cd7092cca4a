import { handOffLines } from '@parley/contracts/assistant/hand-off';
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import { textWords } from '../i18n/said.ts';

/** Returns a hand-off's reason, and what is known below it, in the dashboard's language. */
export const handOffWords = (summary: HandOffSummary): string => handOffLines(summary).map(textWords).join('\n');
