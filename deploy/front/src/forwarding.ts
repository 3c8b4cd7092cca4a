import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';

/** Headers that are about one connection and never passed on (RFC 9110, section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers that determine where a message ends and for whom it is; naming one in `Connection` has no effect. */
const neverHopByHop = new Set(['content-length', 'host']);

/** Headers that a client may not set about itself, because the services behind trust them. */
const claims = /^(forwarded|x-real-ip|x-forwarded-.*)$/;

/** A message's headers without those that concern only the connection it came by. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const dropped = new Set([...hopByHop, ...named.filter((name) => !neverHopByHop.has(name))]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** Tells the services who is asking, whatever the client claims. */
export type Forwarding = (request: IncomingMessage) => IncomingHttpHeaders;

/**
 * Makes the headers of a forwarded request, all but its framing, which is the business of who sends the body.
 * `X-Forwarded-For` holds one address: the client's, as far as the proxies before us are trusted. Names with an
 * underscore are left out, because some servers read them as hyphens.
 */
export function forwarding(trustedProxies: string[]): Forwarding {
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const { socket } = request;
    // Node has answered `Expect` already.
    const { 'content-length': _length, expect: _answered, ...rest } = endToEnd(request.headers);
    const passed = Object.entries(rest).filter(([name]) => !claims.test(name) && !name.includes('_'));
    const believed = isTrusted(socket.remoteAddress ?? '', 0);
    const claimedScheme = believed ? last(request.headers['x-forwarded-proto']) : undefined;
    const claimedHost = believed ? last(request.headers['x-forwarded-host']) : undefined;
    return {
      ...Object.fromEntries(passed),
      via: [rest.via, `${request.httpVersion} parley`].filter(Boolean).join(', '),
      'x-forwarded-for': proxyAddr(request, isTrusted),
      'x-forwarded-proto': claimedScheme ?? (isEncrypted(socket) ? 'https' : 'http'),
      'x-forwarded-host': claimedHost ?? request.headers.host ?? '',
    };
  };
}

function last(value: string | string[] | undefined): string | undefined {
  return value?.toString().split(',').at(-1)?.trim() || undefined;
}

function isEncrypted(socket: IncomingMessage['socket'] | TLSSocket): boolean {
  return 'encrypted' in socket && socket.encrypted;
}
