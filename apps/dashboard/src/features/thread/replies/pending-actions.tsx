import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { X } from 'lucide-react';
import { replies } from '../../../i18n/en/replies.ts';
import { ActionIcon } from '../../../domain/canned-replies/action-icon.tsx';
import { actionWords, useActionNames } from '../../../domain/canned-replies/action-words.ts';
import styles from '../../../domain/canned-replies/canned-replies.module.css';

interface PendingActionsProps {
  actions: readonly ReplyAction[];
  onChange: (actions: ReplyAction[]) => void;
}

/** Shows the actions that run when the message is sent; each can be removed, and a note's text can be edited. */
export function PendingActions({ actions, onChange }: PendingActionsProps) {
  const names = useActionNames();
  if (actions.length === 0) return null;
  return (
    <div className={styles.pending} role="group" aria-label={replies('willDo')}>
      <span aria-hidden>{replies('willDo')}</span>
      {actions.map((action, index) => {
        const words = actionWords(action, names);
        return (
          <span key={index} className={styles.chip} data-note={action.type === 'note' || undefined}>
            <ActionIcon type={action.type} />
            {action.type === 'note' ? (
              <textarea
                aria-label={replies('noteText')}
                rows={1}
                dir="auto"
                value={action.text}
                onChange={({ currentTarget }) =>
                  onChange(actions.with(index, { ...action, text: currentTarget.value }))
                }
              />
            ) : (
              words
            )}
            <button
              type="button"
              aria-label={replies('removeAction', { action: words })}
              onClick={() => onChange(actions.filter((each) => each !== action))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        );
      })}
    </div>
  );
}
