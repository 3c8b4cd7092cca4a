/**
 * The part of Microsoft Teams that threads of conversations need: tokens, signing keys, and one organisation's teams.
 * https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference
 */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface TeamsMessage {
  channelId: string;
  /** Id of its thread, or of a chat with one person. */
  conversationId: string;
  id: string;
  /** Text as HTML, as it is now. */
  text: string;
}

export interface TeamsPerson {
  id: string;
  email?: string;
  userPrincipalName?: string;
  tenantId?: string;
  userRole?: string;
}

/** Outcome of the next call with a word in its path: refused, or done without an answer. */
export type TeamsFate = { status: number; retryAfter?: number } | { doneThen: Behaviour };

/** What is signed for an activity, where it isn't as usual. */
export interface Signed {
  issuer?: string;
  audience?: string;
  serviceUrl?: string;
  expires?: number;
  /** Signs with a key that isn't published. */
  forged?: boolean;
  /** Signs with a published key that is not for Teams. */
  elsewhere?: boolean;
}

export interface TeamsServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  appId: string;
  tenantId: string;
  clientSecret: string;
  /** Address that activities are posted to. */
  activities: string | null;
  people: Map<string, TeamsPerson>;
  channels: { id: string; name?: string }[];
  /** Messages of the app, in their order. */
  messages: TeamsMessage[];
  /** Texts that one person alone was told. */
  hints: { user: string; text: string }[];
  files: Map<string, Buffer>;
  fates: Map<string, TeamsFate[]>;
  /** Tokens that were given out. */
  tokens: string[];
  /** How often the keys were fetched. */
  keysRead: number;
  endpoint: Endpoint;
  /** A message of a person in a thread; returns its id. `more` goes with it. */
  writes(from: { user: string; threadId: string }, text: string, more?: object): Promise<string>;
  /** The app was added to the team. */
  installs(): Promise<void>;
  /** Posts an activity, signed; returns the answer's status. */
  delivers(activity: object, signed?: Signed): Promise<number>;
  close(): Promise<void>;
}

const json = (body: object, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Starts the organisation `Acme` with the team `Sales`, its first channel, the channel `Support`, and the app. */
export async function startTeams(): Promise<TeamsServer> {
  const published = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  const unpublished = await generateKeyPair('RS256');
  const keyOf = async (pair: typeof published, kid: string, endorsements: string[]) => ({
    ...(await exportJWK(pair.publicKey)),
    kid,
    use: 'sig',
    alg: 'RS256',
    endorsements,
  });
  const keys = [await keyOf(published, 'teams', ['msteams']), await keyOf(other, 'other', ['webchat'])];
  const team = { id: '19:sales@thread.tacv2', name: 'Sales' };
  const chats = new Map<string, string>();
  let number = Date.now();
  const nextId = (): string => String((number += 1));

  const isIn = (channelId: string): boolean => server.channels.some(({ id }) => id === channelId);
  const posted = (channelId: string, conversationId: string, text: string): string => {
    const id = nextId();
    server.messages.push({ channelId, conversationId, id, text });
    return id;
  };

  interface Body {
    isGroup?: boolean;
    members?: { id: string }[];
    channelData?: { channel?: { id: string } };
    activity?: { text: string };
    text?: string;
  }

  function connector(method: string, parts: string[], body: Body): Behaviour {
    const [kind, id = '', what, which = ''] = parts;
    if (kind === 'teams') return id === team.id ? json({ conversations: server.channels }) : json({}, 404);
    if (kind !== 'conversations') return json({}, 404);
    if (id === '' && body.isGroup) {
      const channelId = body.channelData?.channel?.id ?? '';
      if (!isIn(channelId) || !body.activity) return json({ error: { code: 'BotNotInConversationRoster' } }, 403);
      const activityId = nextId();
      const conversationId = `${channelId};messageid=${activityId}`;
      server.messages.push({ channelId, conversationId, id: activityId, text: body.activity.text });
      return json({ id: conversationId, activityId }, 201);
    }
    if (id === '') {
      const user = body.members?.[0]?.id ?? '';
      chats.set(`a:${user}`, user);
      return json({ id: `a:${user}` }, 201);
    }
    if (what === 'members') {
      const person = server.people.get(which);
      return person ? json({ tenantId: server.tenantId, userRole: 'user', ...person }) : json({}, 404);
    }
    if (what !== 'activities' || body.text === undefined) return json({}, 404);
    const user = chats.get(id);
    if (user !== undefined) {
      server.hints.push({ user, text: body.text });
      return json({ id: nextId() }, 201);
    }
    const [channelId = ''] = id.split(';');
    if (!isIn(channelId)) return json({}, 403);
    if (method === 'POST') return json({ id: posted(channelId, id, body.text) }, 201);
    const found = server.messages.find((each) => each.id === which);
    if (!found) return json({}, 404);
    found.text = body.text;
    return json({ id: which });
  }

  function handle({ method, path, headers, body }: ReceivedRequest): Behaviour {
    if (path === '/v1/.well-known/keys') {
      server.keysRead += 1;
      return json({ keys });
    }
    if (path === `/${server.tenantId}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(body);
      const isApp = form.get('client_id') === server.appId && form.get('client_secret') === server.clientSecret;
      if (!isApp || form.get('scope') !== 'https://api.botframework.com/.default')
        return json({ error: 'invalid_client' }, 401);
      const token = `token-${server.tokens.length}`;
      server.tokens.push(token);
      return json({ token_type: 'Bearer', expires_in: 3600, access_token: token });
    }
    const token = (headers['authorization'] ?? '').replace(/^Bearer /, '');
    if (!server.tokens.includes(token)) return json({}, 401);
    const file = server.files.get(path.replace('/files/', ''));
    if (file) return { status: 200, body: file, headers: { 'content-type': 'application/octet-stream' } };
    const fated = [...server.fates].find(([word, fates]) => path.includes(word) && fates.length > 0);
    const fate = fated?.[1].shift();
    if (fate && 'status' in fate)
      return {
        status: fate.status,
        body: '{}',
        ...(fate.retryAfter !== undefined && { headers: { 'retry-after': String(fate.retryAfter) } }),
      };
    const [, , ...parts] = path.split('/').map(decodeURIComponent);
    const answer = connector(method, parts, body === '' ? {} : (JSON.parse(body) as Body));
    return fate ? fate.doneThen : answer;
  }

  const about = () => ({
    channelId: 'msteams',
    serviceUrl: `${server.url}/`,
    recipient: { id: `28:${server.appId}`, name: 'Parley' },
  });

  const endpoint = await startEndpoint(handle);
  const server: TeamsServer = {
    url: endpoint.url,
    appId: '11111111-2222-4333-8444-555555555555',
    tenantId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
    clientSecret: 'client-secret-of-the-test',
    activities: null,
    people: new Map(),
    channels: [{ id: team.id }, { id: '19:support@thread.tacv2', name: 'Support' }],
    messages: [],
    hints: [],
    files: new Map(),
    fates: new Map(),
    tokens: [],
    keysRead: 0,
    async writes({ user, threadId }, text, more = {}) {
      const id = nextId();
      await server.delivers({
        type: 'message',
        id,
        timestamp: new Date().toISOString(),
        from: { id: user },
        conversation: { id: threadId, conversationType: 'channel', tenantId: server.tenantId },
        channelData: { tenant: { id: server.tenantId }, team },
        textFormat: 'plain',
        text,
        ...more,
      });
      return id;
    },
    async installs() {
      await server.delivers({
        type: 'conversationUpdate',
        id: nextId(),
        conversation: { id: team.id, conversationType: 'channel' },
        membersAdded: [{ id: `28:${server.appId}` }],
        channelData: { tenant: { id: server.tenantId }, team, eventType: 'teamMemberAdded' },
      });
    },
    async delivers(given, signed = {}) {
      if (server.activities === null) throw new Error('There is no address for activities.');
      const activity = { ...about(), ...given };
      const key = signed.forged ? unpublished : signed.elsewhere ? other : published;
      const token = await new SignJWT({ serviceurl: signed.serviceUrl ?? activity.serviceUrl })
        .setProtectedHeader({ alg: 'RS256', kid: signed.elsewhere ? 'other' : 'teams' })
        .setIssuer(signed.issuer ?? 'https://api.botframework.com')
        .setAudience(signed.audience ?? server.appId)
        .setIssuedAt()
        .setExpirationTime(signed.expires ?? Math.floor(Date.now() / 1000) + 3600)
        .sign(key.privateKey);
      const answer = await fetch(server.activities, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(activity),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    endpoint,
    close: () => endpoint.close(),
  };
  return server;
}
