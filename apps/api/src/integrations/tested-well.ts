import type { Tested } from '@parley/contracts/routes/integrations';
import { englishOf, saidOf, type Text } from '@parley/contracts/sayings';

/** Answers a test that found everything in order. */
export function testedWell(words: Text): Tested {
  const said = saidOf(words);
  return { success: true, message: englishOf(words), ...(said && { said }) };
}
