/** Files of messages as they are now: as the message said, or as was told since. */
import { type Attachment, isUndecided, type RefusalReason } from '@parley/contracts/attachments';
import type { Message } from '@parley/contracts/entities';
import { listMessages } from '@parley/contracts/routes/conversations';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { files } from '../../i18n/en/files.ts';
import { useFrames } from '../../live/live.tsx';

const known = new Map<string, Attachment>();
const listeners = new Set<() => void>();
let version = 0;

function remember(attachments: readonly Attachment[]): void {
  for (const attachment of attachments) known.set(attachment.id, attachment);
  version += 1;
  for (const listener of listeners) listener();
}

const hear = (frame: Parameters<Parameters<typeof useFrames>[0]>[0]): void => {
  if (frame.type === 'attachment_updated') remember([frame.attachment]);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is told live may be missed: whoever waits asks again after so long. */
const askAgainMs = 5_000;

/** The files of a message. While one may still become something else, it is asked for. */
export function useAttachments({ conversationId, seq, attachments = [] }: Message): readonly Attachment[] {
  useSyncExternalStore(subscribe, () => version);
  useFrames(hear);
  const now = attachments.map((each) => (isUndecided(each) ? (known.get(each.id) ?? each) : each));
  const isWaiting = now.some(isUndecided);
  useEffect(() => {
    if (!isWaiting) return;
    const ask = async () => {
      const input = { params: { id: conversationId }, query: { after: seq - 1, limit: 1 } };
      const [message] = await call(listMessages, input).catch(() => []);
      if (message?.attachments) remember(message.attachments);
    };
    const timer = setInterval(() => void ask(), askAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting, conversationId, seq]);
  return now;
}

const reasons = {
  type: 'refusedType',
  unreadable: 'refusedPicture',
  too_large: 'refusedPixels',
  infected: 'refusedInfected',
  unchecked: 'refusedUnchecked',
  incomplete: 'refusedIncomplete',
} as const satisfies Record<RefusalReason, string>;

/** Why a file is not there, in words; null for one that is. */
export function stateWords({ state, reason }: Attachment): string | null {
  if (state === 'refused') return files(reasons[reason ?? 'unchecked']);
  if (state === 'receiving') return files('uploading');
  return state === 'checking' ? files('checking') : null;
}
