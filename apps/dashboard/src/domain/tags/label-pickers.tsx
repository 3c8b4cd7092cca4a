import type { Conversation } from '@parley/contracts/entities';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { HeldKeys } from '../../commands/awaited-keys.ts';
import { type CommandGroup, useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { labels } from '../../i18n/en/labels.ts';
import { openNextAfter } from '../../live/open-next.ts';
import { useChangeLabels } from './change-labels.ts';

const TagPicker = lazyPart(() => import('./tag-picker.tsx'));
const PriorityPicker = lazyPart(() => import('../priority/priority-picker.tsx'));
const SnoozePicker = lazyPart(() => import('../snooze/snooze-picker.tsx'));

interface LabelPickersProps {
  conversation: Conversation;
  group: CommandGroup;
  /** Ids of the commands begin with it. */
  prefix: string;
}

/** The keys that change tags, priority and snooze of a conversation, and the dialogs they lead to. */
export function LabelPickers({ conversation, group, prefix }: LabelPickersProps) {
  const [picking, setPicking] = useState<'tags' | 'priority' | 'snooze' | null>(null);
  const change = useChangeLabels(conversation);
  const mayUpdate = useMay('conversations.update');
  const close = () => setPicking(null);
  const { priority, snoozedUntil } = conversation;
  const command = (what: 'tags' | 'priority' | 'snooze', label: string, keys: string) => ({
    id: `${prefix}:${what}`,
    label,
    group,
    keys,
    run: () => setPicking(what),
  });
  useCommands(
    mayUpdate
      ? [
          command('tags', labels('tag'), 'l'),
          command('priority', labels('setPriority'), '!'),
          command('snooze', labels('snooze'), 'h'),
        ]
      : [],
  );
  return (
    <Suspense fallback={<HeldKeys />}>
      {picking === 'tags' && <TagPicker conversation={conversation} onClose={close} />}
      {picking === 'priority' && (
        <PriorityPicker
          chosen={priority}
          onChoose={(chosen) => change({ priority: chosen, expectedPriority: priority })}
          onClose={close}
        />
      )}
      {picking === 'snooze' && (
        <SnoozePicker
          conversation={conversation}
          onSnooze={(chosen, done) =>
            change({ ...chosen, expectedSnoozedUntil: snoozedUntil }, done, () => {
              if (chosen.snoozedUntil) openNextAfter(conversation.id);
            })
          }
          onClose={close}
        />
      )}
    </Suspense>
  );
}
