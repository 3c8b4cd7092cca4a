/** Conversations that the user has muted for themselves. */
import { listMuted, mute, unmute } from '@parley/contracts/routes/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf, useRead } from '../api/read.ts';
import { notifications } from '../i18n/en/notifications.ts';
import { toastFailure } from '../ui/toast/failure.ts';
import { toast } from '../ui/toast/toasts.ts';

/** Returns whether the user has muted the conversation, and a function to change it. */
export function useMuted(conversationId: string): { isMuted: boolean; toggle: () => void } {
  const client = useQueryClient();
  const isMuted = useRead(listMuted, {}).data?.conversationIds.includes(conversationId) ?? false;
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => call(wanted ? mute : unmute, { params: { id: conversationId } }),
    onSuccess: (_, wanted) => {
      toast({ title: notifications(wanted ? 'nowMuted' : 'noLongerMuted') });
      return client.invalidateQueries({ queryKey: keyOf(listMuted) });
    },
    onError: (error) => toastFailure(error),
  });
  return { isMuted, toggle: () => mutate(!isMuted) };
}
