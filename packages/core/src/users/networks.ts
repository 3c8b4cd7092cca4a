/** From where the team may sign in and work. */
import { BlockList, isIP } from 'node:net';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import type { Context } from '../context.ts';

/** Configuration of the services that staff sign in to. */
export const networkConfig = {
  ALLOW_ALL_NETWORKS: Type.Boolean({
    default: false,
    description: 'Lets the team in from everywhere, whatever networks the settings name: the way back in',
    examples: ['true'],
  }),
};

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const familyOf = { 4: 'ipv4', 6: 'ipv6' } as const;
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns a single address, or a range in CIDR notation; undefined for other texts. IPv4 written as IPv6 becomes IPv4.
 */
function networkOf(text: string): Network | undefined {
  const [given = '', length, ...rest] = text.trim().split('/');
  const inner = mapped.exec(given)?.[1];
  const address = inner ?? given;
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || address.includes('%') || rest.length > 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  if (length === undefined) return { address, prefix: bits, family: familyOf[version] };
  if (!/^\d{1,3}$/.test(length)) return undefined;
  const prefix = Number(length) - (inner === undefined ? 0 : 96);
  return prefix >= 0 && prefix <= bits ? { address, prefix, family: familyOf[version] } : undefined;
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Builds one list per copy of the settings. */
function listOf(allowed: readonly string[]): BlockList {
  let list = lists.get(allowed);
  if (!list) {
    list = new BlockList();
    for (const network of allowed.map(networkOf)) {
      if (network) list.addSubnet(network.address, network.prefix, network.family);
    }
    lists.set(allowed, list);
  }
  return list;
}

/** Whether an address is in one of the networks; no networks are everywhere. */
export function isInNetworks(allowed: readonly string[], address: string): boolean {
  if (allowed.length === 0) return true;
  // Drops the zone: it names a local interface, not a network.
  const [bare = ''] = address.split('%');
  const plain = mapped.exec(bare)?.[1] ?? bare;
  const version = isIP(plain);
  return version !== 0 && listOf(allowed).check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** @throws Problem `network_not_allowed` from elsewhere than the team may come from */
export async function refuseOtherNetworks(
  { settings }: Pick<Context, 'settings'>,
  address: string,
  { ALLOW_ALL_NETWORKS }: { ALLOW_ALL_NETWORKS: boolean },
): Promise<void> {
  if (ALLOW_ALL_NETWORKS) return;
  const { allowed } = (await settings.read()).networkConfig;
  if (isInNetworks(allowed, address)) return;
  throw new Problem('network_not_allowed', localize('network_not_allowed', { address }));
}

/**
 * Returns the networks as they are stored, without duplicates.
 * @throws Problem `invalid` for a text that is no network, and for a list that would lock out the caller
 */
export function checkedNetworks(allowed: readonly string[], address: string | undefined): string[] {
  const refuse = (words: LocalizedText) => fieldProblem('invalid', 'networkConfig.allowed', words);
  const wrong = allowed.find((text) => !networkOf(text));
  if (wrong !== undefined) throw refuse(localize('no_network', { text: wrong }));
  const kept = [...new Set(allowed.map((text) => text.trim().toLowerCase()))];
  if (!isInNetworks(kept, address ?? '')) throw refuse(localize('locks_you_out', { address: address ?? '?' }));
  return kept;
}
