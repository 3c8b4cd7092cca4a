/**
 * Rules of the site that every front follows: this one, and the image's Caddy, which imports them as
 * `deploy/images/site.caddy` (written by `test/site.test.ts`).
 */
import { strictTransportSecurity } from '@parley/contracts/transport-security';

/** Which paths go where; what is named by none is the dashboard's. */
export const paths = {
  /** The public help centre among them, which is drawn there, and the MCP server. */
  api: ['/api', '/api/*', '/help', '/help/*', '/mcp'],
  shop: ['/demo', '/demo/*'],
} as const;

export const cacheControl = {
  /** Names with a hash of the content in them. */
  forEver: 'public, max-age=31536000, immutable',
  askEachTime: 'no-cache',
  /** Website owners embed `widget.js` under one name for good, so a new version has to arrive soon. */
  shortly: 'public, max-age=300, stale-while-revalidate=86400',
};

/** For what other people's websites load. */
export const anySiteMayLoad = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** For everything that is asked for by HTTPS. */
export const encrypted = { 'Strict-Transport-Security': strictTransportSecurity };

export const everyPage = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Voice notes are recorded by the dashboard.
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
};

/** These close what `default-src` does not cover. */
const closed = "frame-ancestors 'none'; base-uri 'none'; object-src 'none'";

/**
 * Origins that a page may load from, by the kind of page. `sockets` are the page's own addresses for sockets, each with
 * a blank before it: `'self'` covers them in newer browsers only.
 */
export const contentSecurityPolicy = {
  /**
   * Emotion makes style elements at run time, which are empty in the document, as the hash says: their rules are put in by
   * script. Pictures are data URLs until they are uploaded, and
   * voice notes are played from memory.
   */
  dashboard: (sockets: string) =>
    `default-src 'self'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src 'self' data: blob:; media-src 'self' blob:; form-action 'self'; ${closed}; connect-src 'self'${sockets}`,
  /** The sample shop: as strict as a host page can be, which the widget has to stand. */
  shop: (sockets: string) =>
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'none'; ${closed}; connect-src 'self'${sockets}`,
};
