import { Problem } from '@parley/contracts/problems';

/** One refusal for whatever is wrong with a code or passkey: which of it, nobody is told. */
export const wrongCode = (cause?: unknown): Problem =>
  new Problem('wrong_code', 'That is not right, was used before, or has expired. Please try again.', { cause });
