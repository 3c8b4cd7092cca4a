import type { Inbox } from '@parley/contracts/conversations/inboxes';
import type { Filter } from '@parley/contracts/filter/filter';

/** Returns the address of an inbox, narrowed by a filter if one is given. */
export function listAddress(inbox: Inbox, where?: Filter): string {
  const query = new URLSearchParams({ filter: inbox, ...(where && { where: JSON.stringify(where) }) });
  return `/conversations?${query.toString()}`;
}
