/** Addresses that people type in. */
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';

/**
 * Accepts a valid address, an empty one, and the mask of the stored one.
 * @throws Problem `invalid`, naming the field, for an invalid http(s) address, or one with a name and password
 */
export function validateUrl(path: string, url: unknown): void {
  if (url === undefined || url === '' || url === secretMask) return;
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed && parsed.username === '' && parsed.password === '') return;
  throw fieldProblem('invalid', path, parsed ? localize('address_with_password') : localize('must_be_address'));
}
