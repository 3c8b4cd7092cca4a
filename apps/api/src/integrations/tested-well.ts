import type { Tested } from '@parley/contracts/routes/integrations';
import { englishOf, localizedOf, type Text } from '@parley/contracts/i18n/server-texts';

/** Answers a test that found everything in order. */
export function testedWell(words: Text): Tested {
  const localized = localizedOf(words);
  return { success: true, message: englishOf(words), ...(localized && { localized }) };
}
