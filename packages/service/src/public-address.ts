/** Which addresses are out on the internet, and looking up names so that only those are ever connected to. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { OutboundRefused, OutboundUnreachable } from './outbound-errors.ts';

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** Looks up every address of a host name. */
export type Resolve = (host: string) => Promise<HostAddress[]>;

export interface AddressPolicy {
  /** Lets loopback and private networks be reached. */
  allowPrivate?: boolean;
  /** Replaces the system's resolver. */
  resolve?: Resolve;
}

/** Public by their range, yet answered inside a cloud: Azure's instance services. */
const cloudInternal = new Set(['168.63.129.16']);

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an address is a public one: not loopback, private, link-local (where cloud metadata lives), carrier-grade
 * NAT, multicast or reserved, and no IPv6 form that wraps an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast) && !parsed.match(documentation);
  return !cloudInternal.has(parsed.toString());
}

const systemResolve: Resolve = async (host) => {
  const found = await systemLookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * The addresses of a host that may be connected to. Connect to one of these, never to the name again, or the name may
 * lead elsewhere by then.
 * @throws OutboundRefused when none is public; OutboundUnreachable when the name is unknown.
 */
export async function publicAddresses(
  host: string,
  policy: AddressPolicy = {},
): Promise<[HostAddress, ...HostAddress[]]> {
  const bare = host.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  const found: HostAddress[] = version
    ? [{ address: bare, family: version === 6 ? 6 : 4 }]
    : await lookUp(bare, policy);
  const [first, ...rest] = policy.allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
  if (!first) throw new OutboundRefused(`${host} is not a public address, so it is not called.`);
  return [first, ...rest];
}

async function lookUp(host: string, policy: AddressPolicy): Promise<HostAddress[]> {
  try {
    const found = await (policy.resolve ?? systemResolve)(host);
    if (found.length > 0) return found;
  } catch (cause) {
    throw new OutboundUnreachable(host, cause);
  }
  throw new OutboundUnreachable(host, Object.assign(new Error(), { code: 'ENOTFOUND' }));
}

/**
 * Refuses a host (of an SMTP or IMAP setting) that leads into a private network, and gives the address to connect to;
 * the name stays the one for TLS (`servername`).
 * @throws OutboundRefused, OutboundUnreachable
 */
export async function assertPublicHost(host: string, policy: AddressPolicy = {}): Promise<HostAddress> {
  const [first] = await publicAddresses(host, policy);
  return first;
}

/** A `lookup` for `net.connect` and everything built on it: the connection goes to an address that was checked. */
export function guardedLookup(policy: AddressPolicy = {}): LookupFunction {
  const find = callbackify(async (host: string, family: unknown) => {
    const found = await publicAddresses(host, policy);
    const wanted = family === 'IPv6' ? 6 : family === 'IPv4' ? 4 : family;
    return wanted === 4 || wanted === 6 ? found.filter((one) => one.family === wanted) : found;
  });
  return (host, options, callback) => {
    find(host, options.family, (error, found) => {
      if (error) return callback(error, '');
      const [first] = found;
      if (!first) return callback(Object.assign(new Error('No address of that family'), { code: 'ENOTFOUND' }), '');
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
}
