/** Scheduled messages of a conversation, and scheduling. */
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import {
  cancelScheduled,
  listScheduled,
  listScheduledOf,
  schedule,
  sendScheduled,
} from '@parley/contracts/routes/scheduled';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/call.ts';
import { filledInIfAsked } from '../../api/fill-in.ts';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Time of a message that is not sent at once. */
export interface Later {
  sendAt: string;
  onlyIfQuiet: boolean;
}

export interface Waiting {
  content: string;
  clientMessageId: string;
  basedOnSeq: number;
  macro: Macro | undefined;
  attachments: AttachmentInputs | undefined;
  /** Text as it was written, if `content` is its translation. */
  original: Original | undefined;
  /** The text with formatting, if it has any. */
  markdown: string | undefined;
  /** Id of the message that it quotes. */
  replyTo: string | undefined;
  /** Recipients of its mail beside the customer; undefined for the participants. */
  recipients: readonly Participant[] | undefined;
  /** Time to send it; undefined for the user's usual delay. */
  later: Later | undefined;
}

const nothing: readonly ScheduledMessage[] = [];

/** The team's in a conversation, the soonest first. */
export const useScheduled = (conversationId: string): readonly ScheduledMessage[] =>
  useRead(listScheduledOf, { params: { id: conversationId } }).data ?? nothing;

/**
 * Returns the user's messages that are scheduled anywhere or could not be sent, without those held back for some
 * seconds.
 */
export function useMineScheduled() {
  const { data, error, refetch } = useRead(listScheduled, {});
  return { mine: data?.filter(({ delaySeconds, state }) => delaySeconds === 0 || state === 'stopped'), error, refetch };
}

/** Fetches them again, wherever they are shown. */
export function refreshScheduled(client: QueryClient, conversationId: string): void {
  void client.invalidateQueries({ queryKey: keyOf(listScheduledOf, { params: { id: conversationId } }) });
  void client.invalidateQueries({ queryKey: keyOf(listScheduled) });
}

interface Ways {
  /** The server could not be asked: it goes the usual way, under the same id, so that it goes once. */
  atOnce: (waiting: Waiting) => void;
  /** Called after a refusal: returns the message to its author. */
  back: (content: string, macro?: Macro, attachments?: AttachmentInputs, markdown?: string, replyTo?: string) => void;
}

/** The server has as long to hold one back as it has to acknowledge one (docs/product.md#sending-a-message). */
const heldWithinMs = 5_000;

/** Makes messages wait on the server. */
export function useWaiting(conversationId: string, delaySeconds: number, { atOnce, back }: Ways) {
  const client = useQueryClient();
  return useCallback(
    async (waiting: Waiting): Promise<void> => {
      const { later, macro, attachments, content, original, markdown, replyTo, recipients, ...message } = waiting;
      try {
        const added = await filledInIfAsked(conversationId, () =>
          call(
            schedule,
            {
              params: { id: conversationId },
              body: {
                ...message,
                ...(content !== '' && { content }),
                ...(later ?? { delaySeconds }),
                ...(macro && { macro }),
                ...(attachments && { attachments }),
                ...(original && { original }),
                ...(markdown !== undefined && { markdown }),
                ...(replyTo && { replyTo }),
                ...(recipients && { recipients: [...recipients] }),
              },
            },
            later ? undefined : AbortSignal.timeout(heldWithinMs),
          ),
        );
        client.setQueryData<readonly ScheduledMessage[]>(
          keyOf(listScheduledOf, { params: { id: conversationId } }),
          (known = nothing) => [...known.filter(({ id }) => id !== added.id), added],
        );
      } catch (error) {
        const isRefused = error instanceof CallError && error.status < 500;
        if (!later && !isRefused) return atOnce(waiting);
        back(original?.text ?? content, macro, attachments, markdown, replyTo);
        toastFailure(error);
      }
    },
    [client, conversationId, delaySeconds, atOnce, back],
  );
}

/** Cancels a message. Returns whether it was not too late. */
export async function takeBack(client: QueryClient, { id, conversationId }: ScheduledMessage): Promise<boolean> {
  try {
    await call(cancelScheduled, { params: { id } });
    return true;
  } catch (error) {
    const isTooLate = error instanceof CallError && (error.status === 404 || error.status === 409);
    toast({
      title: isTooLate ? scheduledWords('tooLate') : common('updateFailed'),
      ...(!isTooLate && { description: wordsOf(error) }),
      variant: 'destructive',
    });
    return false;
  } finally {
    refreshScheduled(client, conversationId);
  }
}

/** Sends one now, whatever was in its way. */
export async function sendNow(client: QueryClient, { id, conversationId }: ScheduledMessage): Promise<void> {
  try {
    await filledInIfAsked(conversationId, () => call(sendScheduled, { params: { id } }));
  } catch (error) {
    toastFailure(error, scheduledWords('notSent'));
  } finally {
    refreshScheduled(client, conversationId);
  }
}
