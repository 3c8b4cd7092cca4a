/** Addresses that people type in. */
import { Problem } from '@parley/contracts/problems';

/** @throws Problem `invalid`, naming the field, for what starts like an http(s) address but is none */
export function refuseUnreadableUrl(path: string, url: unknown): void {
  if (url === undefined || url === '' || (typeof url === 'string' && URL.canParse(url))) return;
  const message = 'Must be an address starting with http:// or https://.';
  throw new Problem('invalid', message, { errors: [{ path, message }] });
}
