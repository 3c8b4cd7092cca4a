/**
 * An OAuth 2 provider as mailboxes need it (RFC 6749, 7636, 7009, 8414, 8628): page of consent, tokens with rotated
 * refresh tokens, codes for other devices. Consent is given by `allow`, at once.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface MailProviderServer {
  issuer: string;
  /** Whether the owner consents when asked next; false refuses. */
  allows: boolean;
  /** Code that the provider refuses refreshes with, such as `invalid_grant`; null lets them through. */
  refreshRefusal: string | null;
  /** Answers nothing but 503 while it is true. */
  isDown: boolean;
  /** Lifetime of new access tokens in seconds. */
  lifetime: number;
  /** Whether tokens come with a refresh token. */
  givesRefreshTokens: boolean;
  /** Requests by path, with their form. */
  requests: { path: string; form: URLSearchParams }[];
  revoked: string[];
  /** Enters the code of a device and consents, or refuses. */
  enterCode(userCode: string, allows: boolean): void;
  /** Whether a mail server accepts an access token. */
  accepts(token: string): boolean;
  /** Ends all access tokens before their time. */
  endAccessTokens(): void;
  close(): Promise<void>;
}

export interface RegisteredClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

type Answer = { status: number; body?: object; location?: string };

const refused = (error: string, status = 400): Answer => ({ status, body: { error } });

/** Starts one on a free port of 127.0.0.1. */
export async function startMailProvider({
  clientId,
  clientSecret,
  redirectUri,
}: RegisteredClient): Promise<MailProviderServer> {
  const codes = new Map<string, { challenge: string }>();
  const devices = new Map<string, { userCode: string; state: 'waiting' | 'allowed' | 'refused' }>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Map<string, number>();

  function tokens(): Answer {
    const access = randomUUID();
    accessTokens.set(access, Date.now() + provider.lifetime * 1000);
    const refresh = randomUUID();
    if (provider.givesRefreshTokens) refreshTokens.add(refresh);
    return {
      status: 200,
      body: {
        access_token: access,
        token_type: 'Bearer',
        expires_in: provider.lifetime,
        ...(provider.givesRefreshTokens && { refresh_token: refresh }),
      },
    };
  }

  function authorize(query: URLSearchParams): Answer {
    if (query.get('client_id') !== clientId || query.get('redirect_uri') !== redirectUri)
      return refused('invalid_request');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (provider.allows && query.get('code_challenge_method') === 'S256') {
      const code = randomUUID();
      codes.set(code, { challenge: query.get('code_challenge') ?? '' });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    return { status: 302, location: back.href };
  }

  function token(form: URLSearchParams): Answer {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return refused('invalid_client', 401);
    switch (form.get('grant_type') ?? '') {
      case 'authorization_code': {
        const code = form.get('code') ?? '';
        const known = codes.get(code);
        codes.delete(code);
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        return known?.challenge === challenge ? tokens() : refused('invalid_grant');
      }
      case 'refresh_token': {
        if (provider.refreshRefusal !== null) return refused(provider.refreshRefusal);
        // Rotated: each is good for one refresh.
        return refreshTokens.delete(form.get('refresh_token') ?? '') ? tokens() : refused('invalid_grant');
      }
      case 'urn:ietf:params:oauth:grant-type:device_code': {
        const state = devices.get(form.get('device_code') ?? '')?.state;
        if (state === 'waiting') return refused('authorization_pending');
        devices.delete(form.get('device_code') ?? '');
        if (state === undefined) return refused('expired_token');
        return state === 'allowed' ? tokens() : refused('access_denied');
      }
      default:
        return refused('unsupported_grant_type');
    }
  }

  function device(): Answer {
    const [deviceCode, userCode] = [randomUUID(), randomUUID().slice(0, 8).toUpperCase()];
    devices.set(deviceCode, { userCode, state: 'waiting' });
    return {
      status: 200,
      body: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${provider.issuer}/device`,
        expires_in: 600,
        interval: 1,
      },
    };
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', provider.issuer);
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams;
    provider.requests.push({ path: url.pathname, form });
    if (provider.isDown) return { status: 503 };
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return {
          status: 200,
          body: {
            issuer: provider.issuer,
            authorization_endpoint: `${provider.issuer}/authorize`,
            token_endpoint: `${provider.issuer}/token`,
            device_authorization_endpoint: `${provider.issuer}/device_code`,
            revocation_endpoint: `${provider.issuer}/revoke`,
          },
        };
      case '/authorize':
        return authorize(form);
      case '/token':
        return token(form);
      case '/device_code':
        return device();
      case '/revoke':
        provider.revoked.push(form.get('token') ?? '');
        refreshTokens.delete(form.get('token') ?? '');
        return { status: 200, body: {} };
      default:
        return { status: 404 };
    }
  }

  const listener = await listen(
    createServer((request, response) => {
      void answer(request).then(({ status, body, location }) => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(location !== undefined && { location }),
        });
        response.end(body && JSON.stringify(body));
      });
    }),
  );
  const provider: MailProviderServer = {
    issuer: listener.url,
    allows: true,
    refreshRefusal: null,
    isDown: false,
    lifetime: 3600,
    givesRefreshTokens: true,
    requests: [],
    revoked: [],
    enterCode(userCode, allows) {
      for (const each of devices.values()) if (each.userCode === userCode) each.state = allows ? 'allowed' : 'refused';
    },
    accepts: (access) => (accessTokens.get(access) ?? 0) > Date.now(),
    endAccessTokens: () => accessTokens.clear(),
    close: () => listener.close(),
  };
  return provider;
}
