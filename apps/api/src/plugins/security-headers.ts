/** Headers that restrict what browsers do with our answers. https://developer.mozilla.org/en-US/observatory */
import { strictTransportSecurity } from '@parley/contracts/transport-security';
import helmet from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

const policy = {
  contentSecurityPolicy: {
    useDefaults: false,
    // An API answers data: nothing in it may load, run, be framed or be sent anywhere.
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
} as const;

/** Set by every answer itself. */
const ofTheAnswer = new Set(['content-length', 'content-type', 'connection', 'date', 'keep-alive']);

/** Computes helmet's headers for the policy once, since they are the same for every call. */
async function headersOf(): Promise<Record<string, string>> {
  const sample = fastify();
  await sample.register(helmet, structuredClone(policy));
  sample.get('/', async () => '');
  const { headers } = await sample.inject('/');
  await sample.close();
  const chosen = Object.entries(headers).flatMap(([name, value]) =>
    ofTheAnswer.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(chosen) as Record<string, string>;
}

/** @fastify/helmet: https://github.com/fastify/fastify-helmet */
export default fp(
  async function securityHeadersPlugin(app: FastifyInstance) {
    const headers = {
      ...(await headersOf()),
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      // Answers are about people; a route that may be cached says so itself.
      'cache-control': 'no-store',
    };
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(headers);
      if (request.protocol === 'https') reply.header('strict-transport-security', strictTransportSecurity);
      done();
    });
  },
  { name: 'security-headers' },
);
