/** The few calls of the Bot Connector that threads need. https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference */
import type { MsteamsConfig } from '@parley/contracts/channels/msteams';
import { localize } from '@parley/contracts/i18n/server-texts';
import { listMsteamsTeams } from '@parley/db/deliveries/msteams-teams';
import { CallFailed, expectSuccess, readRetryAfter } from '../../external/answer.ts';
import { jsonBody } from '../../external/call-body.ts';
import type { ExternalContext } from '../../external/services.ts';
import { isObject, type Json, listOf, textOf } from '@parley/contracts/json';
import type { ThreadApp, ThreadPerson } from '../threads/product.ts';
import { isServiceOfTeams, msteamsAddresses } from './addresses.ts';
import { msteamsMessage } from './text.ts';
import { forgetToken, tokenOf } from './tokens.ts';

export interface MsteamsChannelFound {
  id: string;
  /** With the name of its team. */
  name: string;
}

export interface Msteams extends ThreadApp {
  /** Returns the channels of all teams that the app was added to, by name. */
  channels(): Promise<MsteamsChannelFound[]>;
}

type Request = Parameters<ExternalContext['external']['outbound']['request']>[1] & object;

/** Opens the connector as the app of the settings. */
export function msteamsOf(
  context: ExternalContext,
  config: Pick<MsteamsConfig, 'appId' | 'tenantId' | 'clientSecret'>,
): Msteams {
  const { outbound } = context.external;
  const { appId, tenantId } = config;
  const bot = { id: `28:${appId}` };
  const tenant = { id: tenantId };

  /** Returns the address that Teams has named last: a tenant's teams have one. */
  async function service(): Promise<string> {
    const [team] = await listMsteamsTeams(context.db);
    const url = team?.serviceUrl ?? msteamsAddresses(context).service;
    if (!isServiceOfTeams(context, url)) throw new CallFailed(localize('file_refused'), { transient: false });
    return url.replace(/\/+$/, '');
  }

  async function request(url: string, options: Request = {}): ReturnType<typeof outbound.request> {
    const { host } = new URL(url);
    const token = await tokenOf(context, config);
    const answer = await outbound.request(url, {
      maxRedirects: 0,
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    });
    const { status } = answer;
    if (status === 429)
      throw new CallFailed(localize('answered', { host, status }), {
        responseStatus: status,
        transient: true,
        retryAfterMs: readRetryAfter(answer.headers['retry-after'], Infinity) || 1_000,
      });
    // A token may end before its time.
    if (status === 401) forgetToken(context);
    if (status === 401 || status === 403 || status === 404)
      throw new CallFailed(localize('msteams_refused'), { responseStatus: status, transient: status === 401 });
    expectSuccess(host, answer, [token]);
    return answer;
  }

  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: Json): Promise<unknown> {
    const answer = await request(`${await service()}/v3/${path}`, {
      method,
      ...(body && jsonBody(body)),
    });
    try {
      return JSON.parse(answer.text) as unknown;
    } catch {
      return {};
    }
  }

  const within = (conversationId: string): string => `conversations/${encodeURIComponent(conversationId)}`;
  const idIn = (answer: unknown): string => {
    const id = isObject(answer) ? textOf(answer['id']) : '';
    if (id === '') throw new CallFailed(localize('msteams_refused'), { transient: true });
    return id;
  };

  return {
    async begin(channelId, line) {
      return idIn(
        await call('POST', 'conversations', {
          isGroup: true,
          bot,
          tenantId,
          channelData: { channel: { id: channelId }, tenant },
          activity: msteamsMessage({ line }),
        }),
      );
    },

    async post({ threadId }, post) {
      return idIn(await call('POST', `${within(threadId)}/activities`, msteamsMessage(post)));
    },

    async update({ threadId }, messageId, post) {
      await call('PUT', `${within(threadId)}/activities/${encodeURIComponent(messageId)}`, msteamsMessage(post));
    },

    async hint({ channelId, threadId }, userId, text) {
      const chat = await call('POST', 'conversations', {
        isGroup: false,
        bot,
        members: [{ id: userId }],
        tenantId,
        channelData: { tenant },
      });
      await call('POST', `${within(idIn(chat))}/activities`, msteamsMessage({ hint: text, channelId, threadId }));
    },

    async person({ channelId }, userId): Promise<ThreadPerson> {
      const answer = await call('GET', `${within(channelId)}/members/${encodeURIComponent(userId)}`);
      if (!isObject(answer)) return { email: null, isOwn: false };
      const name = textOf(answer['userPrincipalName']);
      const isGuest = /#EXT#/i.test(name) || ['guest', 'anonymous'].includes(textOf(answer['userRole']).toLowerCase());
      const isOwn = textOf(answer['tenantId']).toLowerCase() === tenantId.toLowerCase() && !isGuest;
      return { email: textOf(answer['email']) || name || null, isOwn };
    },

    async file({ url }, maxBytes) {
      if (!isServiceOfTeams(context, url)) throw new CallFailed(localize('file_refused'), { transient: false });
      return (await request(url, { maxBytes, timeoutMs: 60_000 })).bytes;
    },

    async channels() {
      const found: MsteamsChannelFound[] = [];
      for (const team of await listMsteamsTeams(context.db)) {
        const answer = await call('GET', `teams/${encodeURIComponent(team.id)}/conversations`);
        for (const channel of isObject(answer) ? listOf(answer['conversations']) : []) {
          // The first channel of a team has no name of its own.
          const name = textOf(channel['name']) || 'General';
          found.push({ id: textOf(channel['id']), name: [team.name, name].filter(Boolean).join(' › ').slice(0, 200) });
        }
      }
      return found.toSorted((one, other) => one.name.localeCompare(other.name));
    },
  };
}
