/** Line of a mail to answer above; everything below it is cut from the reply. */
import type { mailTexts } from '@parley/contracts/i18n/catalogues/mails';

/** Opens the line in every language: the cut looks for it. */
export const answerAboveMark = '##-';

export const answerAbove = (t: ReturnType<typeof mailTexts>): string => `${answerAboveMark} ${t('above')} -##`;
