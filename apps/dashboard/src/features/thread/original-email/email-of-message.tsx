import type { Message } from '@parley/contracts/entities';
import { getOriginalEmail } from '@parley/contracts/routes/conversations';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { read } from '../../../api/read.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { lazyPart } from '../../../loading/part.tsx';
import { thread } from '../../../i18n/en/thread.ts';

const EmailDetails = lazyPart(() => import('./email-details.tsx'));
const EmailFrame = lazyPart(() => import('./email-frame.tsx'));
const QuotedText = lazyPart(() => import('./quoted-text.tsx'));
const OriginalEmailDialog = lazyPart(() => import('./original-email-dialog.tsx'));

interface EmailOfMessage {
  /** Folds what the message leaves out in and out, opens the email, and shows who it is from and to. */
  buttons: ReactNode;
  /** The HTML, in place of the text; null for a text that stays. */
  instead: ReactNode;
  /** Ids of files that the HTML shows. */
  shownFiles: readonly string[];
  /** Content that is folded out. */
  below: ReactNode;
}

interface Options {
  /** The conversation is held by email. */
  isMail: boolean;
  className?: string | undefined;
  /** The text, until the HTML is loaded. */
  text: ReactNode;
}

/** Returns what a message shows of the email that it arrived by; nothing for any other message. */
export function useEmailOf(message: Message, { isMail, className, text }: Options): EmailOfMessage {
  const { conversationId, seq, email, removedAt, senderType } = message;
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [hasDetails, setDetails] = useState(false);
  const isRich = email?.isRich === true && !removedAt;
  const params = { id: conversationId, seq };
  const { data } = useQuery({ ...read(getOriginalEmail, { params }), enabled: isRich });
  const hasEmail = senderType === 'customer' && (isMail || email !== undefined);
  if (!hasEmail || removedAt) return { buttons: null, instead: null, shownFiles: [], below: null };
  const open = email?.hasHtml ? () => setOpen(true) : undefined;
  const fold = email?.hasQuotedText ? (
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
    buttons: (
      <>
        {fold}
        <button type="button" className={className} aria-expanded={hasDetails} onClick={() => setDetails(!hasDetails)}>
          {emails('details')}
        </button>
      </>
    ),
    instead:
      isRich && data ? (
        <Suspense fallback={text}>
          <EmailFrame {...{ conversationId, seq }} email={data} text={text} onShowOriginal={() => setOpen(true)} />
        </Suspense>
      ) : null,
    shownFiles: isRich && data ? data.shownFiles : [],
    below: (
      <>
        {isShown && (
          <Suspense>
            <QuotedText
              {...{ id, conversationId, seq }}
              title={email?.isSignature ? thread('signature') : thread('quotedText')}
              onShowOriginal={open}
            />
          </Suspense>
        )}
        {hasDetails && (
          <Suspense>
            <EmailDetails {...{ conversationId, seq }} sentAt={message.createdAt} />
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
