/** An identity provider that answers whatever it is told to: right, wrong, or forged. */
import { createSecretKey, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { startEndpoint } from './http.ts';

/** Right or wrong: what is undefined is left out. */
export type Forged = Record<string, unknown>;

export interface ForgingProvider {
  issuer: string;
  /** Replaces parts of its discovery document. */
  metadata: Record<string, unknown>;
  /** Returns the ID token for the token endpoint. */
  idToken: () => string | Promise<string>;
  /** A token signed with its key, unless told otherwise; claims that are undefined are left out. */
  sign(
    claims: Forged,
    options?: { alg?: 'RS256' | 'none' | 'HS256'; key?: 'own' | 'another'; typ?: string },
  ): Promise<string>;
  /** The claims of a right ID token for this nonce. */
  claims(nonce: string, others?: Forged): Forged;
  /** Returns the claims of a valid logout token. */
  logoutClaims(others?: Forged): Forged;
  close(): Promise<void>;
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** Starts one on a free port of 127.0.0.1, for the client `clientId` with the secret `clientSecret`. */
export async function startForgingProvider(clientId: string, clientSecret: string): Promise<ForgingProvider> {
  const [own, another] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const jwk = { ...(await exportJWK(own.publicKey)), use: 'sig', alg: 'RS256', kid: 'one' };
  const json = (body: unknown) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const endpoint = await startEndpoint(async ({ path }) => {
    if (path.endsWith('/.well-known/openid-configuration')) {
      return json({
        issuer: endpoint.url,
        authorization_endpoint: `${endpoint.url}/authorize`,
        token_endpoint: `${endpoint.url}/token`,
        jwks_uri: `${endpoint.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...provider.metadata,
      });
    }
    if (path === '/jwks') return json({ keys: [jwk] });
    if (path === '/token') {
      return json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await provider.idToken() });
    }
    return { status: 404 };
  });
  const now = () => Math.floor(Date.now() / 1000);
  const provider: ForgingProvider = {
    issuer: endpoint.url,
    metadata: {},
    idToken: () => '',
    async sign(forged, { alg = 'RS256', key = 'own', typ = 'JWT' } = {}) {
      const claims = forged as JWTPayload;
      if (alg === 'none') return new UnsecuredJWT(claims).encode();
      const token = new SignJWT(claims).setProtectedHeader({ alg, kid: 'one', typ });
      if (alg === 'HS256') return token.sign(createSecretKey(Buffer.from(clientSecret.padEnd(32, '.'))));
      return token.sign(key === 'own' ? own.privateKey : another.privateKey);
    },
    claims: (nonce, others = {}) => ({
      iss: endpoint.url,
      aud: clientId,
      sub: 'subject',
      iat: now(),
      exp: now() + 300,
      nonce,
      email: 'subject@example.com',
      email_verified: true,
      ...others,
    }),
    logoutClaims: (others = {}) => ({
      iss: endpoint.url,
      aud: clientId,
      sub: 'subject',
      iat: now(),
      exp: now() + 120,
      jti: randomUUID(),
      events: { [logoutEvent]: {} },
      ...others,
    }),
    close: () => endpoint.close(),
  };
  return provider;
}
