import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';

/** Headers that are about one connection and never passed on (RFC 9110, section 7.6.1). */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** What a client may not say about itself, because the services behind believe it. */
const claims = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** A message's headers without those that concern only the connection it came by. */
export function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? [];
  const dropped = new Set([...hopByHop, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** Tells the services who is asking, whatever the client claims. */
export type Forwarding = (request: IncomingMessage) => OutgoingHttpHeaders;

/**
 * Makes the headers of a forwarded request. `X-Forwarded-For` holds one address: the client's, as far as the proxies
 * before us are trusted.
 */
export function forwarding(trustedProxies: string[]): Forwarding {
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const { socket } = request;
    const headers = endToEnd(request.headers);
    for (const name of claims) delete headers[name];
    delete headers.expect; // Node has answered it already.
    const believed = isTrusted(socket.remoteAddress ?? '', 0);
    const claimedScheme = believed ? last(request.headers['x-forwarded-proto']) : undefined;
    const claimedHost = believed ? last(request.headers['x-forwarded-host']) : undefined;
    return {
      ...headers,
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
