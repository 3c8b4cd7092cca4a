import type { Conversation } from '@parley/contracts/entities';
import { unblockContact } from '@parley/contracts/routes/contacts';
import { getVisitorProfile, markSpam, unmarkSpam } from '@parley/contracts/routes/conversations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useMe } from '../../auth/auth.tsx';
import { blockWords as words } from '../../i18n/en/block.ts';
import { rememberConversation } from '../../live/conversation-cache.ts';
import { refreshStatistics } from '../../live/statistics.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface Marking {
  conversation: Conversation;
  isSpam: boolean;
  /** Whether its customer is blocked with it; the undo unblocks them. */
  block: boolean;
}

async function ask({ conversation, isSpam, block }: Marking): Promise<Conversation> {
  const params = { id: conversation.id };
  if (isSpam) return call(markSpam, { params, body: { block } });
  if (block) {
    const { contactId } = await call(getVisitorProfile, { params });
    await call(unblockContact, { params: { id: contactId } });
  }
  return call(unmarkSpam, { params });
}

/** Marks conversations as spam, and takes that back; either can be undone from its toast. */
export function useSpam(): {
  markAsSpam: (conversation: Conversation, block?: boolean) => void;
  isNoSpam: (conversation: Conversation) => void;
} {
  const client = useQueryClient();
  const me = useMe();
  const { mutate } = useMutation({
    mutationFn: ask,
    onSuccess: (changed, marking) => {
      rememberConversation(client, changed, me.id);
      refreshStatistics(client);
      const { isSpam, block } = marking;
      toast({
        title: isSpam ? (block ? words('spamBlocked') : words('spam')) : words('noSpam'),
        action: { label: words('undo'), run: () => mutate({ ...marking, isSpam: !isSpam }) },
      });
    },
    onError: (error) => toastFailure(error),
  });
  return {
    markAsSpam: (conversation, block = false) => mutate({ conversation, isSpam: true, block }),
    isNoSpam: (conversation) => mutate({ conversation, isSpam: false, block: false }),
  };
}
