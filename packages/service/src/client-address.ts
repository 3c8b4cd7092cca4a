/** The address of a caller as limits see it. */
import ipaddr from 'ipaddr.js';

/**
 * The network one customer holds: an IPv4 address by itself (also one written as IPv6), for IPv6 its /64, since every
 * address in it is theirs to take.
 */
export function clientNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
