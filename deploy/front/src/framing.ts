import type { IncomingMessage } from 'node:http';

/** No name or address of a host has other characters. */
const hostCharacters = /^[\w.:[\]-]+$/;

/** In a request line that names the whole URL; what follows the authority is a path, a query or nothing. */
const absolute = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns the status to refuse a request with, when its framing or host could be read in two ways (RFC 9112, sections
 * 2.3, 3.2 and 6.1); undefined for one in order. Node's parser has refused the rest.
 */
export function framingFault({ httpVersion, headers, headersDistinct }: IncomingMessage): number | undefined {
  const { host, 'transfer-encoding': encoding } = headers;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 505;
  if (host !== undefined && (headersDistinct['host']?.length !== 1 || !hostCharacters.test(host))) return 400;
  if (encoding === undefined) return undefined;
  if (httpVersion === '1.0') return 400;
  return encoding.toLowerCase() === 'chunked' ? undefined : 501;
}

/**
 * Returns the requested path; a host in the request line takes precedence over the header (RFC 9112, section 3.2.2).
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  const [prefix = '', authority] = absolute.exec(url) ?? [];
  if (authority === undefined) return url;
  request.headers.host = authority;
  const rest = url.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
