import type { Message } from '@parley/contracts/entities';
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useMe } from '../../../auth/auth.tsx';
import { useMay } from '../../../forms/permissions.ts';
import { replies } from '../../../i18n/en/replies.ts';
import { revisions } from '../../../i18n/en/revisions.ts';
import { exactTime } from '../../../ui/times.ts';
import type { MessageAction } from '../message-actions.tsx';
import styles from '../../../domain/revisions/revisions.module.css';
import { lazyPart } from '../../../loading/part.tsx';

const MessageEdit = lazyPart(() => import('./message-edit.tsx'));
const RemoveDialog = lazyPart(() => import('./remove-dialog.tsx'));
const SaveReplyDialog = lazyPart(() => import('../replies/save-reply-dialog.tsx'));
const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'));

interface Revising {
  /** The field, while the text is changed. */
  field: ReactNode;
  /** Mark of a changed message. */
  mark: ReactNode;
  actions: readonly MessageAction[];
  /** Dialogs of the actions. */
  dialogs: ReactNode;
}

const nothing: Revising = { field: undefined, mark: null, actions: [], dialogs: null };

/** Changing and removing a message: its author’s, and administrators’, while it is where it can be changed. */
export function useRevising(message: Message, isRevisable: boolean): Revising {
  const me = useMe();
  const [doing, setDoing] = useState<'edit' | 'remove' | 'history' | 'save' | null>(null);
  const mayAny = useMay('messages.revise_any');
  const mayWriteReplies = useMay('replies.write');
  const mayReadHistory = useMay('messages.read_history');
  if (message.senderType !== 'representative') return nothing;
  const isRemoved = message.removedAt !== undefined;
  const mayRevise = isRevisable && !isRemoved && (mayAny || message.senderId === me.id);
  const leave = () => setDoing(null);
  const words = isRemoved ? revisions('history') : revisions('edited');
  return {
    field:
      doing === 'edit' && !isRemoved ? (
        <Suspense>
          <MessageEdit message={message} onClose={leave} />
        </Suspense>
      ) : undefined,
    mark:
      mayReadHistory && message.editNo ? (
        <button type="button" className={styles.mark} title={revisions('history')} onClick={() => setDoing('history')}>
          {words}
        </button>
      ) : (
        message.editedAt && <span title={exactTime(message.editedAt)}>{words}</span>
      ),
    actions: [
      ...(mayWriteReplies && !isRemoved && message.content !== ''
        ? [{ id: 'save', label: replies('saveAs'), icon: BookmarkPlus, run: () => setDoing('save') }]
        : []),
      ...(mayRevise && doing !== 'edit'
        ? [
            { id: 'edit', label: revisions('edit'), icon: Pencil, run: () => setDoing('edit') },
            { id: 'remove', label: revisions('remove'), icon: Trash2, run: () => setDoing('remove') },
          ]
        : []),
    ],
    dialogs: (
      <Suspense>
        {doing === 'save' && <SaveReplyDialog text={message.content} onClose={leave} />}
        {doing === 'remove' && <RemoveDialog message={message} onClose={leave} />}
        {doing === 'history' && <HistoryDialog message={message} onClose={leave} />}
      </Suspense>
    ),
  };
}
