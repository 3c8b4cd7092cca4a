import { languageCodes } from '@parley/contracts/text/languages';

/** A single text, which is shorter in the bundle than a list. */
export const spokenLanguages = languageCodes.join(' ');
