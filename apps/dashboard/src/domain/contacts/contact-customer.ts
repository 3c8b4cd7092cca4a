import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import type { Customer } from '../../ui/person.ts';

/** Returns a contact as names and avatars show them; by their first session as everywhere else. */
export const customerOf = ({ id, visitorId, name, email }: ContactEntry): Customer => ({
  id,
  visitorId,
  customerName: name,
  customerEmail: email,
});
