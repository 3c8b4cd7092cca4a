import { handOffLines } from '@parley/contracts/hand-off';
import { inWords } from '../i18n/said.ts';

/** Why a person is needed and what is known, in the language of the dashboard; the model's own words as they are. */
export const handOffWords = (text: string): string =>
  handOffLines(text)
    .map(({ english, said }) => inWords(said, english))
    .join('\n');
