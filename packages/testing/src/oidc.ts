/**
 * An identity provider: `oidc-provider`, which is certified by the OpenID Foundation. It signs in `person` without
 * asking; the claims are in `people`.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { listen } from './listen.ts';

/** Claims about a person. */
export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
  groups?: string[];
}

/** Application that may send users here to sign in. */
export interface RelyingParty {
  clientId: string;
  clientSecret: string;
  callback: string;
  backChannelLogout: string;
  afterLogout: string;
}

export interface IdentityProviderServer {
  issuer: string;
  /** By subject. */
  users: Map<string, Claims>;
  /** Subject that signs in next. */
  user: string;
  /** Answers nothing but 503 while it is true. */
  isDown: boolean;
  close(): Promise<void>;
}

const scopes = 'openid email profile groups';

/** Starts one on a free port of 127.0.0.1. */
export async function startIdentityProvider(clients: readonly RelyingParty[]): Promise<IdentityProviderServer> {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) => response.end();
  const listener = await listen(
    createServer((request, response) => {
      if (running.isDown) response.writeHead(503).end();
      else void answer(request, response);
    }),
  );
  const running: IdentityProviderServer = {
    issuer: listener.url,
    users: new Map(),
    user: '',
    isDown: false,
    close: () => listener.close(),
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(running.issuer, {
    clients: clients.map((client) => ({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: [client.callback],
      post_logout_redirect_uris: [client.afterLogout],
      backchannel_logout_uri: client.backChannelLogout,
      backchannel_logout_session_required: true,
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: scopes.split(' '),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`;
        },
      },
    },
    // Its own refuses addresses such as 127.0.0.1, where everything of a test is.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...running.users.get(subject) }),
    }),
    // Grants everything that Parley requests.
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({
        ...(client && { clientId: client.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  answer = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: running.user } })
      : callback(request, response);
  return running;
}

/** A browser at identity providers: keeps their cookies, and stops where they send it back. */
export function createExternalBrowser() {
  const cookies = new Map<string, string>();
  const visit = async (address: URL, form?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(address, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: form }),
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    /** Goes where it is sent until an address begins with `until`, and answers that one. */
    async follow(start: string, until: string): Promise<URL> {
      let address = new URL(start);
      for (let steps = 0; steps < 12; steps += 1) {
        const answer = await visit(address);
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${address.href} answered ${answer.status}: ${await answer.text()}`);
        address = new URL(location, address);
        if (address.href.startsWith(until)) return address;
      }
      throw new Error('Sent from address to address.');
    },
    /** Signs out there, and says that it is meant. Answers where it is sent then. */
    async signOut(start: string): Promise<string | null> {
      const page = await (await visit(new URL(start))).text();
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const answer = await visit(new URL(action, start), new URLSearchParams({ xsrf, logout: 'yes' }));
      return answer.headers.get('location');
    },
  };
}
