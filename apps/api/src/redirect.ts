/** Sends a browser elsewhere. */
import type { FastifyReply } from 'fastify';

/**
 * Redirects to an address that may hold any character. A header carries printable ASCII alone, so everything else is
 * percent-encoded as UTF-8, as a browser would do with a link.
 */
export const redirectTo = (reply: FastifyReply, address: string, status: 301 | 302 | 303): FastifyReply =>
  reply.redirect(
    address.toWellFormed().replaceAll(/[^\x21-\x7e]+/gu, (each) => encodeURIComponent(each)),
    status,
  );

/** Returns the path of an address within `folder` of this origin, as a browser would resolve it; undefined for any other. */
export function pathWithin(folder: string, address: string): string | undefined {
  const here = 'http://localhost';
  const url = URL.parse(address, here);
  if (url?.origin !== here || !address.startsWith('/') || !url.pathname.startsWith(folder)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
