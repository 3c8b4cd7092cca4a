/** The live connection, with the credentials of the client. */
import { type Followed, followConversation } from '@parley/client/follow';
import { type Live, openLive } from '@parley/client/live';
import { visitorSubprotocol } from '@parley/contracts/socket';
import type { Calls } from './routes.ts';

export interface ParleyLive extends Live {
  /**
   * Joins a conversation and keeps its messages complete: it catches up after every interruption, fills gaps and sends
   * receipts, until `close`.
   */
  follow(conversationId: string): Followed;
}

interface LiveAccess {
  url: string;
  key: string | undefined;
  visitorToken: string | undefined;
  calls: Calls;
}

/** Takes headers as Node, Deno and Bun do; browsers know none, and keys have no place there. */
type WebSocketWithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

export function connectLive({ url, key, visitorToken, calls }: LiveAccess): ParleyLive {
  const live = openLive({
    url: `${url.replace(/^http/, 'ws')}/ws`,
    ...(key !== undefined && {
      connect: (address: string) =>
        new (WebSocket as unknown as WebSocketWithHeaders)(address, { headers: { authorization: `Bearer ${key}` } }),
    }),
    ...(visitorToken !== undefined && { protocols: () => [visitorSubprotocol, `token.${visitorToken}`] }),
  });
  const isVisitor = visitorToken !== undefined;
  // Keeps `state` of the connection, which is a getter.
  return Object.assign(Object.create(live) as Live, {
    follow: (conversationId: string) =>
      followConversation({
        live,
        conversationId,
        side: isVisitor ? 'customer' : 'staff',
        fetchMessages: (query) =>
          isVisitor
            ? calls.listVisitorMessages({ query: { ...query, conversationId } })
            : calls.listMessages({ params: { id: conversationId }, query }),
      }),
  });
}
