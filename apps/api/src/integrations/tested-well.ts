import type { Tested } from '@parley/contracts/routes/integrations';
import { englishOf, saidOf, type Text } from '@parley/contracts/sayings';

/** What a test answers that found everything in order. */
export function testedWell(words: Text): Tested {
  const said = saidOf(words);
  return { success: true, message: englishOf(words), ...(said && { said }) };
}
