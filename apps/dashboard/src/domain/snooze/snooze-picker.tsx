import type { Conversation } from '@parley/contracts/entities';
import { listReminders, setReminder } from '@parley/contracts/routes/reminders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { upcomingTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { TimePicker } from './time-picker.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface SnoozeChange {
  snoozedUntil: string | null;
  wakesOnReply?: boolean;
}

interface SnoozePickerProps {
  /** Null for many at once: a private reminder is for one conversation only. */
  conversation: Pick<Conversation, 'id' | 'status' | 'snoozedUntil'> | null;
  onSnooze: (change: SnoozeChange, done?: string) => void;
  onClose: () => void;
}

/** Picks when a conversation, or many, come back: for everybody, or as a reminder for the user alone. */
export default function SnoozePicker({ conversation, onSnooze, onClose }: SnoozePickerProps) {
  const [isPrivate, setPrivate] = useState(conversation?.status === 'closed');
  const [sleepsThrough, setSleepsThrough] = useState(false);
  const remind = useRemind(conversation?.id ?? '');
  const waking = { id: 'awake', label: pickers('endSnooze'), icon: <BellOff size={15} aria-hidden /> };

  const take = (at: Date) => {
    const time = at.toISOString();
    if (isPrivate) remind(time);
    else
      onSnooze(
        { snoozedUntil: time, wakesOnReply: !sleepsThrough },
        pickers('snoozeDone', { time: upcomingTime(time) }),
      );
  };
  return (
    <TimePicker
      title={pickers('snooze')}
      onTake={take}
      more={conversation === null || conversation.snoozedUntil ? [waking] : []}
      onMore={() => onSnooze({ snoozedUntil: null })}
      onClose={onClose}
    >
      {conversation && (
        <SwitchField
          label={isPrivate ? pickers('remindMe') : pickers('everybody')}
          hint={isPrivate ? pickers('remindMeHint') : pickers('everybodyHint')}
          checked={!isPrivate}
          disabled={conversation.status === 'closed'}
          onChange={(checked) => setPrivate(!checked)}
        />
      )}
      {!isPrivate && (
        <SwitchField label={pickers('sleepThrough')} checked={sleepsThrough} onChange={setSleepsThrough} />
      )}
    </TimePicker>
  );
}

function useRemind(conversationId: string): (remindAt: string) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (remindAt: string) => call(setReminder, { params: { id: conversationId }, body: { remindAt } }),
    onSuccess: ({ remindAt }) => {
      void client.invalidateQueries({ queryKey: keyOf(listReminders) });
      toast({ title: pickers('reminderSet', { time: upcomingTime(remindAt) }) });
    },
    onError: (error) => toastFailure(error),
  });
  return mutate;
}
