import { strictTransportSecurity } from '@parley/contracts/transport-security';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whose content a page may load, by the kind of page. */
type Policy = Record<string, string>;

/** Both close what `default-src` does not cover. */
const closed = { 'frame-ancestors': "'none'", 'base-uri': "'none'", 'object-src': "'none'" };

const policies = {
  /**
   * The dashboard. Emotion makes style elements at run time, which are empty in the document, as the hash says: their
   * rules are put in by script. Pictures are data URLs until they are uploaded.
   */
  dashboard: {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    'img-src': "'self' data: blob:",
    'form-action': "'self'",
    ...closed,
  },
  /** The sample shop: as strict as a host page can be, which the widget has to stand. */
  demo: {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'form-action': "'none'",
    ...closed,
  },
} satisfies Record<string, Policy>;

const everyPage = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Adds to every page the headers that keep a browser from doing more with it than it needs. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Where nothing but Node writes, as with what is relayed, it holds too.
    if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', strictTransportSecurity);
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string' || !type.startsWith('text/html')) return;
    const isDemo = request.url.startsWith('/demo');
    reply.headers({
      ...everyPage,
      'content-security-policy': policyText(isDemo ? policies.demo : policies.dashboard, request),
    });
  });
}

/** `'self'` covers sockets only in newer browsers, so they are named; `connect-src` is the page's own host. */
function policyText(policy: Policy, { host }: FastifyRequest): string {
  const isHost = /^[\w.:[\]-]+$/.test(host);
  const sockets = isHost ? ` ws://${host} wss://${host}` : '';
  return Object.entries({ ...policy, 'connect-src': `'self'${sockets}` })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
