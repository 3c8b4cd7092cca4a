import type { Tested } from '@parley/contracts/routes/integrations';
import { englishOf, saidOf, type Words } from '@parley/contracts/sayings';

/** What a test answers that found everything in order. */
export function testedWell(words: Words): Tested {
  const said = saidOf(words);
  return { success: true, message: englishOf(words), ...(said && { said }) };
}
