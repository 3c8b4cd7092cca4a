import { handOffLines } from '@parley/contracts/assistant/hand-off';
import { inWords } from '../i18n/said.ts';

/** Returns the reason for the hand-off and the facts, in the dashboard's language; the model's own text as it is. */
export const handOffWords = (text: string): string =>
  handOffLines(text)
    .map(({ english, said }) => inWords(said, english))
    .join('\n');
