import { Box, Button, Input } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { snoozeDaysMax } from '@parley/contracts/limits';
import { listReminders, setReminder } from '@parley/contracts/routes/reminders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AlarmClock, BellOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useSettings } from '../../forms/settings.ts';
import { common } from '../../i18n/en/common.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { fittingOptions, Picker } from '../../ui/picker.tsx';
import { upcomingTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { asFieldValue, type Preset, presetsAt } from './presets.ts';

interface SnoozeChange {
  snoozedUntil: string | null;
  wakesOnReply?: boolean;
}

interface SnoozePickerProps {
  /** Null for many at once, of whom nobody is reminded alone. */
  conversation: Pick<Conversation, 'id' | 'status' | 'snoozedUntil'> | null;
  onSnooze: (change: SnoozeChange, done?: string) => void;
  onClose: () => void;
}

const awake = 'awake';
const presetKeys = {
  laterToday: 'laterToday',
  tomorrow: 'tomorrow',
  nextDay: 'nextDay',
  nextWeek: 'nextWeek',
} as const satisfies Record<Preset['id'], string>;
const dayMs = 24 * 3600_000;

/** When to come back to a conversation, or to many: everybody, or this person alone. */
export default function SnoozePicker({ conversation, onSnooze, onClose }: SnoozePickerProps) {
  const [now] = useState(() => new Date());
  const [isPrivate, setPrivate] = useState(conversation?.status === 'closed');
  const [sleepsThrough, setSleepsThrough] = useState(false);
  const [custom, setCustom] = useState('');
  const remind = useRemind(conversation?.id ?? '');
  const hours = useSettings().data?.businessHours;
  const presets = hours ? presetsAt(now, hours, new Intl.DateTimeFormat().resolvedOptions().timeZone) : [];
  const times = presets.map(({ id, at }) => ({
    id,
    label: pickers(presetKeys[id]),
    detail: upcomingTime(at.toISOString()),
    icon: <AlarmClock size={15} aria-hidden />,
  }));
  const waking = { id: awake, label: pickers('endSnooze'), icon: <BellOff size={15} aria-hidden /> };

  const take = (at: Date) => {
    const time = at.toISOString();
    if (isPrivate) remind(time);
    else
      onSnooze(
        { snoozedUntil: time, wakesOnReply: !sleepsThrough },
        pickers('snoozeDone', { time: upcomingTime(time) }),
      );
  };
  const choose = (id: string) => {
    const preset = presets.find((each) => each.id === id);
    if (preset) take(preset.at);
    else onSnooze({ snoozedUntil: null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take(new Date(custom));
    onClose();
  };
  return (
    <Picker
      title={pickers('snooze')}
      placeholder={pickers('chooseTime')}
      options={(typed) =>
        fittingOptions([...(conversation === null || conversation.snoozedUntil ? [waking] : []), ...times], typed)
      }
      onChoose={choose}
      onClose={onClose}
      nothing={pickers('noneFits')}
    >
      <Box
        as="form"
        onSubmit={submit}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3"
        px="4"
        py="3"
        borderTopWidth="1px"
      >
        <Box display="flex" gap="2">
          <Input
            type="datetime-local"
            size="sm"
            flex="1"
            minW="0"
            required
            aria-label={pickers('customTime')}
            min={asFieldValue(now)}
            max={asFieldValue(new Date(now.getTime() + snoozeDaysMax * dayMs))}
            value={custom}
            onChange={(event) => setCustom(event.target.value)}
          />
          <Button type="submit" size="sm" variant="outline" flex="none">
            {pickers('takeTime')}
          </Button>
        </Box>
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
      </Box>
    </Picker>
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
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  return mutate;
}
