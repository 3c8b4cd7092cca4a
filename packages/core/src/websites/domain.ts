/** Normalises an admin's input to the hostname of a website. docs/product.md#widget-settings. */
import { domainToASCII } from 'node:url';
import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';

/**
 * The hostname in lower-case ASCII: scheme, port, path, credentials and a trailing dot go, other scripts become
 * punycode.
 *
 * @example normaliseDomain('https://Bücher.Example:8443/shop') // 'xn--bcher-kva.example'
 * @throws Problem `invalid` when nothing is left that could be a host.
 */
export function normaliseDomain(input: string): string {
  const text = input.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const host = hostOf(withScheme);
  if (host === undefined || !isHostname(host)) {
    throw fieldProblem('invalid', 'domain', localize('no_domain'));
  }
  return host;
}

function hostOf(address: string): string | undefined {
  // Only http(s) addresses have their host normalised by the URL parser.
  const url = address.replace(/^[a-z][a-z\d+.-]*:\/\//i, 'https://');
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname.startsWith('[') ? hostname : domainToASCII(hostname).replace(/\.+$/, '');
}

/** RFC 1123, section 2.1: labels of letters, digits and hyphens; or an address in digits. */
function isHostname(host: string): boolean {
  if (host.length === 0 || host.length > 253) return false;
  if (host.startsWith('[')) return true;
  return host.split('.').every((label) => /^(?!-)[a-z0-9-_]{1,63}(?<!-)$/.test(label));
}
