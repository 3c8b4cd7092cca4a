/** Waits for changes of a conversation by the frames that are published about it, instead of asking the database often. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerFrame } from '@parley/contracts/frames';
import { liveChannels, unpackBroadcast } from '@parley/contracts/live';
import type { Context, Subscriber } from '../context.ts';

/** Time after which the database is asked although nothing was announced: announcements are hints and may be lost. */
const fallbackMs = 5_000;

/** Frames that change nothing in the database. */
const fleeting: ReadonlySet<string> = new Set<ServerFrame['type']>(['typing', 'ai_delta']);

export interface Changes {
  /** Resolves after the next change, or after `atMostMs`. A change announced since the previous call counts. */
  next(atMostMs?: number): Promise<void>;
  end(): void;
}

/** Follows the changes of a conversation from now on, until `end` is called. */
export function followConversation(
  { publisher, log }: { publisher: Subscriber } & Pick<Context, 'log'>,
  conversationId: string,
): Changes {
  const channel = liveChannels.conversation(conversationId);
  let changed = Promise.withResolvers<void>();
  const listener = (text: string): void => {
    const type = unpackBroadcast(text)?.type;
    if (type !== undefined && !fleeting.has(type)) changed.resolve();
  };
  // Changes before Redis confirmed were not announced here.
  publisher.subscribe(channel, listener).then(
    () => changed.resolve(),
    (error: unknown) => log.warn({ err: error, conversationId }, 'the changes of a conversation are not announced'),
  );
  return {
    async next(atMostMs = fallbackMs) {
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([
        changed.promise,
        pause(Math.min(atMostMs, fallbackMs), undefined, { signal }).catch(() => undefined),
      ]);
      waiting.abort();
      changed = Promise.withResolvers();
    },
    end() {
      changed.resolve();
      publisher
        .unsubscribe(channel, listener)
        .catch((error: unknown) => log.warn({ err: error, conversationId }, 'a subscription was not ended'));
    },
  };
}
