import type { Conversation } from '@parley/contracts/entities';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { HeldKeys } from '../../commands/awaited-keys.ts';
import { useCommands } from '../../commands/commands.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { thread } from '../../i18n/en/thread.ts';
import { useConversationActions, useSetClosed } from '../../live/conversation-actions.ts';
import { LabelPickers } from '../../domain/tags/label-pickers.tsx';
import { useOffered } from '../../domain/conversation/offered.ts';

const RowPicker = lazyPart(() => import('./row-picker.tsx'));

interface RowCommandsProps {
  conversation: Conversation;
  onDelete: (conversation: Conversation) => void;
}

/** Keys that act on the row with the focus while another conversation is open. */
export function RowCommands({ conversation, onDelete }: RowCommandsProps) {
  const actions = useConversationActions(conversation);
  const setClosed = useSetClosed();
  const { may, canClose, canTakeOver } = useOffered(conversation, actions);
  const [isAssigning, setAssigning] = useState(false);
  const isClosed = conversation.status === 'closed';
  const group = 'Selection' as const;
  useCommands([
    ...(canClose
      ? [
          {
            id: 'cursor:toggle',
            label: isClosed ? thread('reopenConversation') : thread('closeConversation'),
            group,
            keys: 'e',
            run: () => setClosed(conversation, !isClosed),
          },
        ]
      : []),
    ...(canTakeOver ? [{ id: 'cursor:take', label: thread('takeOver'), group, keys: 't', run: actions.takeOver }] : []),
    ...(may.assign
      ? [{ id: 'cursor:assign', label: thread('assignTo'), group, keys: 'a', run: () => setAssigning(true) }]
      : []),
    ...(may.delete
      ? [
          {
            id: 'cursor:delete',
            label: inbox('deleteConversation'),
            group,
            keys: '#',
            run: () => onDelete(conversation),
          },
        ]
      : []),
  ]);
  return (
    <>
      <LabelPickers conversation={conversation} group={group} prefix="cursor" />
      <Suspense fallback={<HeldKeys />}>
        {isAssigning && <RowPicker conversation={conversation} kind="assign" onClose={() => setAssigning(false)} />}
      </Suspense>
    </>
  );
}
