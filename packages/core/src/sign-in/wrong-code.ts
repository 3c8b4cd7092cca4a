import { Problem } from '@parley/contracts/problems';

/** Returns the same refusal for every fault of a code or passkey, so that it reveals nothing. */
export const wrongCode = (cause?: unknown): Problem =>
  new Problem('wrong_code', 'That is not right, was used before, or has expired. Please try again.', { cause });
