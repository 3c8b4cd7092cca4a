import { Problem } from '@parley/contracts/problems';

/** Returns the refusal for a blocked customer. */
export const blocked = (): Problem => new Problem('blocked', 'You can’t write here any more.');
