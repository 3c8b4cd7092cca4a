/** Addresses of API channels: the channel's id and the program's id of the customer. */
export const addressOf = (channelId: string, customerId: string): string => `${channelId}:${customerId}`;

export function partsOf(address: string): { channelId: string; customerId: string } {
  const at = address.indexOf(':');
  return { channelId: address.slice(0, at), customerId: address.slice(at + 1) };
}
