import { Button } from '@chakra-ui/react';
import { languageOf } from '@parley/contracts/text/languages';
import { messageMaxLength } from '@parley/contracts/limits';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import { SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useDrafts } from '../../live/use-drafts.ts';
import { insertion } from '../../i18n/en/insertion.ts';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { preferences } from '../../preferences/preferences.ts';
import { isHeldByBlank } from './replies/blanks.ts';
import { ReplyButton } from './replies/reply-button.tsx';
import { ReplyTools, type ReplyToolsHandle } from './replies/reply-tools.tsx';
import { loadAhead } from '../../loading/new-version.ts';
import { lazyPart, part } from '../../loading/part.tsx';
import { language } from '../../i18n/language.ts';
import { RewriteButton } from './copilot/rewrite-button.tsx';
import { useCopilot } from '../../domain/copilot/use-copilot.ts';
import { AttachButton } from '../../domain/files/attach-button.tsx';
import { UploadStrip } from '../../domain/files/upload-strip.tsx';
import { canSend, inputsOf, pasteFiles, takeUploads, useUploads } from '../../domain/files/uploads.ts';
import { NoteButton } from './notes/note-composer.tsx';
import type { Later } from '../../domain/scheduled/scheduled.ts';
import { type SendAnd, SendAndButton } from './send-and-button.tsx';
import { SendLaterButton } from './send-later-button.tsx';
import type { DraftBasis } from './draft-basis.ts';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

const { Part: RewritePanel, load: loadRewritePanel } = part(() => import('./copilot/rewrite-panel.tsx'), lazyPart);
const OutgoingPanel = lazyPart(() => import('./copilot/outgoing-panel.tsx'));

/** How a reply is sent, besides at once. */
interface Sending {
  later?: Later | undefined;
  /** Change to the conversation that goes with the reply. */
  also?: SendAnd | undefined;
}

interface Outgoing extends Sending {
  text: string;
  to: string;
}
const PacketHelp = lazyPart(() => import('./packet-help.tsx'));

/** A keystroke is cheaper than a write to storage. */
const draftPauseMs = 300;

export interface ComposerHandle {
  focus(): void;
  /** Puts a text in place of a blank draft, or after the present text; the macro's actions wait with it. */
  insert(text: string, macro?: Macro): void;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers with text areas that do not grow by themselves. */
function growToContent(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

/** Parts of a reply besides its text. */
export interface Added {
  macro?: Macro;
  attachments?: AttachmentInputs;
  /** Text as it was written, if the reply is its translation. */
  original?: Original;
  later?: Later;
}

interface ComposerProps {
  conversationId: string;
  websiteId: string | null;
  /** The language that the customer wrote in last, where it is known. */
  customerLanguage: string | undefined;
  /** The text is translated into the customer's language and shown for review before it is sent. */
  isTranslated: boolean;
  ref: Ref<ComposerHandle>;
  /** Called with the id that the draft was stored under. */
  onSend: (content: string, clientMessageId: string, added: Added) => void;
  onTyping: (isTyping: boolean) => void;
  basis: DraftBasis;
  /** Leads to a note instead. */
  onNote: () => void;
  /** Whether the assistant passed something on with the conversation. */
  hasPacket?: boolean;
}

/**
 * Stores the field's text when the page or the composer closes. Returns a function that does so in a pause of the
 * typing.
 */
function useKeptDraft(conversationId: string, field: RefObject<HTMLTextAreaElement | null>): () => void {
  const drafts = useDrafts();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const area = field.current;
    const keep = () => {
      clearTimeout(pause.current);
      if (area) drafts.keep(conversationId, 'reply', area.value);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [drafts, conversationId, field]);
  return () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => drafts.keep(conversationId, 'reply', field.current?.value ?? ''), draftPauseMs);
  };
}

/** Returns the macro with the change that closes the conversation, in place of another change of its state. */
function closing(macro: Macro = {}): Macro {
  const others = (macro.actions ?? []).filter(({ type }) => !['close', 'reopen', 'snooze'].includes(type));
  return { ...macro, actions: [...others, { type: 'close' }] };
}

const isEmpty = (text: string): boolean => text.trim() === '';
const excessOf = (text: string): number => Math.max(0, text.trim().length - messageMaxLength);

/**
 * Enter sends, Shift+Enter makes a line; blank text cannot be sent. Drafts are stored per user and conversation. The
 * browser holds the text (uncontrolled field): a keystroke renders nothing of this unless the available actions change.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { conversationId, websiteId, customerLanguage, isTranslated, ref, onSend, onTyping, onNote, hasPacket } = props;
  const { basis } = props;
  const drafts = useDrafts();
  const [draft] = useState(() => drafts.contentOf(conversationId, 'reply'));
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** The caret is elsewhere on this page. */
  const hasLeft = useRef(true);
  const [isBlank, setBlank] = useState(isEmpty(draft));
  const [excess, setExcess] = useState(excessOf(draft));
  const keepDraftSoon = useKeptDraft(conversationId, field);
  const tools = useRef<ReplyToolsHandle>(null);
  const [hasActions, setHasActions] = useState(false);
  const uploads = useUploads(conversationId);
  const hasFiles = uploads.length > 0;
  const [isRewriting, setRewriting] = useState(false);
  /** Translation that the representative reviews before it is sent. */
  const [outgoing, setOutgoing] = useState<Outgoing | null>(null);
  const translatesInto =
    isTranslated && customerLanguage && languageOf(customerLanguage) !== language() ? customerLanguage : undefined;
  const mayRewrite = useCopilot({ websiteId })('rewriting');
  const mayUpdate = useMay('conversations.update');
  const rewrite = useCallback(() => setRewriting(true), []);
  useEffect(() => {
    // The next key is for it already.
    if (mayRewrite) void loadAhead(loadRewritePanel);
  }, [mayRewrite]);
  const offerReplies = useCallback(() => tools.current?.open(), []);
  useCommands([
    { id: 'canned-reply', label: insertion('command'), group: 'Conversation', keys: 'mod+/', run: offerReplies },
    ...(mayRewrite
      ? [
          {
            id: 'rewrite',
            label: thread('rewriteCommand'),
            group: 'Conversation' as const,
            keys: 'mod+j',
            run: rewrite,
          },
        ]
      : []),
  ]);

  const lookAt = (area: HTMLTextAreaElement) => {
    if (isBlank && !isEmpty(area.value)) basis.begin();
    setBlank(isEmpty(area.value));
    setExcess(excessOf(area.value));
    if (!growsByItself) growToContent(area);
    keepDraftSoon();
  };
  const put = (area: HTMLTextAreaElement, text: string) => {
    area.value = text;
    lookAt(area);
  };
  useLayoutEffect(() => {
    if (!growsByItself && field.current) growToContent(field.current);
  }, []);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert(added, macro) {
      if (macro) tools.current?.restore(macro);
      const area = field.current;
      if (!area) return;
      put(area, isEmpty(area.value) ? added : `${area.value.trimEnd()}\n${added}`);
      area.focus();
    },
  }));

  const showElsewhere = useEffectEvent((text: string) => {
    if (field.current && field.current.value !== text) put(field.current, text);
  });
  // Written or sent on another device.
  useEffect(
    () => drafts.subscribe((id, kind, text) => id === conversationId && kind === 'reply' && showElsewhere(text)),
    [drafts, conversationId],
  );

  const send = (sending: Sending = {}) => {
    const text = field.current?.value.trim() ?? '';
    if (translatesInto && text !== '') {
      if (isSendable()) setOutgoing({ text, to: translatesInto, ...sending });
      return;
    }
    sendText(text, sending);
  };
  const isSendable = (): boolean => {
    const area = field.current;
    return !!area && excessOf(area.value) === 0 && !isHeldByBlank(area) && !tools.current?.isHeld() && canSend(uploads);
  };
  const sendText = (text: string, { later, also }: Sending, original?: Original) => {
    const area = field.current;
    const replies = tools.current;
    if (!area || !isSendable()) return;
    if (text === '' && !hasFiles) {
      if (hasActions) replies?.apply();
      return;
    }
    drafts.keep(conversationId, 'reply', area.value);
    const macro = also === 'close' ? closing(replies?.macro()) : replies?.macro();
    onSend(text, drafts.take(conversationId, 'reply'), {
      ...(macro && { macro }),
      ...(hasFiles && { attachments: inputsOf(uploads) }),
      ...(original && { original }),
      ...(later && { later }),
    });
    replies?.clear();
    takeUploads(conversationId);
    put(area, '');
    // The button that was pressed can send nothing more.
    area.focus();
    onTyping(false);
    if (also === 'snooze') runCommand('label:snooze');
    else if (also && preferences().openNext) runCommand('list:open-next');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    const isNewLine = event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter' || isNewLine || event.altKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const isWithMore = event.ctrlKey || event.metaKey;
    send({ also: isWithMore && mayUpdate ? (event.shiftKey ? 'snooze' : 'close') : undefined });
  };
  return (
    <>
      <ReplyTools ref={tools} field={field} conversationId={conversationId} onActions={setHasActions} />
      {hasPacket && (
        <Suspense>
          <PacketHelp
            conversationId={conversationId}
            field={field}
            onDraft={(text) => {
              if (!field.current) return;
              put(field.current, text);
              field.current.focus();
            }}
          />
        </Suspense>
      )}
      <Suspense>
        {isRewriting && (
          <RewritePanel
            conversationId={conversationId}
            field={field}
            customerLanguage={customerLanguage}
            onClose={() => setRewriting(false)}
          />
        )}
        {outgoing && (
          <OutgoingPanel
            conversationId={conversationId}
            text={outgoing.text}
            to={outgoing.to}
            onSend={(content, original) => {
              setOutgoing(null);
              sendText(content, outgoing, original);
            }}
            onClose={() => {
              setOutgoing(null);
              field.current?.focus();
            }}
          />
        )}
      </Suspense>
      <div ref={box} className={styles.composer}>
        <UploadStrip conversationId={conversationId} />
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={thread('message')}
          aria-invalid={excess > 0}
          placeholder={thread('placeholder')}
          defaultValue={draft}
          onChange={({ currentTarget }) => {
            lookAt(currentTarget);
            // The reviewed translation no longer matches the text.
            setOutgoing(null);
            onTyping(!isEmpty(currentTarget.value));
          }}
          onFocus={() => {
            if (hasLeft.current) basis.comeBack();
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            onTyping(false);
            // A look at another window, or a press on a button below the field, is not leaving it.
            hasLeft.current = document.activeElement !== currentTarget && !box.current?.contains(relatedTarget);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => pasteFiles(conversationId, event)}
        />
        <div className={styles.composerFoot}>
          {excess > 0 ? (
            <span>{thread('tooLong', { count: excess })}</span>
          ) : (
            <span className={styles.hint}>{thread('composerHint')}</span>
          )}
          <AttachButton conversationId={conversationId} />
          <ReplyButton onClick={offerReplies} />
          {mayRewrite && <RewriteButton onClick={rewrite} />}
          <NoteButton onClick={onNote} />
          <SendLaterButton
            disabled={(isBlank && !hasFiles) || excess > 0 || !canSend(uploads)}
            onSend={(later) => send({ later })}
          />
          <Button
            size="xs"
            disabled={(isBlank && !hasActions && !hasFiles) || excess > 0 || !canSend(uploads)}
            onClick={() => send()}
            aria-label={isBlank && hasActions && !hasFiles ? insertion('apply') : thread('sendMessage')}
          >
            <SendHorizontal size={15} aria-hidden />
            <span className={styles.sendWord}>
              {isBlank && hasActions && !hasFiles ? insertion('apply') : thread('send')}
            </span>
          </Button>
          {mayUpdate && (
            <SendAndButton
              disabled={(isBlank && !hasFiles) || excess > 0 || !canSend(uploads)}
              onSend={(also) => send({ also })}
            />
          )}
        </div>
      </div>
    </>
  );
});
