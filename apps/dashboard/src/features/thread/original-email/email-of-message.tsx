import type { Message } from '@parley/contracts/entities';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../loading/part.tsx';
import { thread } from '../../../i18n/en/thread.ts';

const QuotedText = lazyPart(() => import('./quoted-text.tsx'));
const OriginalEmailDialog = lazyPart(() => import('./original-email-dialog.tsx'));

interface EmailOfMessage {
  /** Folds what the message leaves out in and out, or opens the email where it leaves out nothing. */
  button: ReactNode;
  /** Content that is folded out. */
  below: ReactNode;
}

/** Returns the button for the email that a message arrived by; null for any other message. */
export function useEmailOf({ conversationId, seq, email, removedAt }: Message, className = ''): EmailOfMessage {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!email || removedAt) return { button: null, below: null };
  const open = email.hasHtml ? () => setOpen(true) : undefined;
  const button = email.hasQuotedText ? (
    <button
      type="button"
      className={className}
      aria-expanded={isShown}
      aria-controls={isShown ? id : undefined}
      onClick={() => setShown(!isShown)}
    >
      <Ellipsis size={12} aria-hidden />
      {email.isSignature
        ? thread(isShown ? 'hideSignature' : 'showSignature')
        : thread(isShown ? 'hideQuotedText' : 'showQuotedText')}
    </button>
  ) : (
    open && (
      <button type="button" className={className} aria-haspopup="dialog" onClick={open}>
        {thread('showOriginalEmail')}
      </button>
    )
  );
  return {
    button,
    below: (
      <>
        {isShown && (
          <Suspense>
            <QuotedText
              {...{ id, conversationId, seq }}
              title={email.isSignature ? thread('signature') : thread('quotedText')}
              onShowOriginal={open}
            />
          </Suspense>
        )}
        {isOpen && (
          <Suspense>
            <OriginalEmailDialog conversationId={conversationId} seq={seq} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    ),
  };
}
