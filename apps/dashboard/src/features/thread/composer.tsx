import { smsSegments } from '@parley/contracts/text/sms-segments';
import { languageOf } from '@parley/contracts/text/languages';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import {
  memo,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { openNextAfter } from '../../live/open-next.ts';
import { insertion } from '../../i18n/en/insertion.ts';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { isHeldByBlank } from './replies/blanks.ts';
import { ReplyTools, type ReplyToolsHandle } from './replies/reply-tools.tsx';
import { loadAhead } from '../../loading/new-version.ts';
import { lazyPart, part } from '../../loading/part.tsx';
import { language } from '../../i18n/language.ts';
import { useCopilot } from '../../domain/copilot/use-copilot.ts';
import { UploadStrip } from '../../domain/files/upload-strip.tsx';
import { canSend, inputsOf, pasteFiles } from '../../domain/files/uploads.ts';
import type { Later } from '../../domain/scheduled/scheduled.ts';
import type { Place } from '../../domain/rich-text/editor.ts';
import { ComposerField } from './composing/composer-field.tsx';
import { ComposerFoot, type Sending } from './composing/composer-foot.tsx';
import { useFormatting } from './composing/use-formatting.ts';
import { useReplyPictures } from './composing/use-reply-pictures.ts';
import { useReplyText } from './composing/use-reply-text.ts';
import { excessOf, isEmpty } from './composing/written.ts';
import type { DraftBasis } from './draft-basis.ts';
import { elementOf } from '../../ui/text-field.ts';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

const { Part: RewritePanel, load: loadRewritePanel } = part(() => import('./copilot/rewrite-panel.tsx'), lazyPart);
const OutgoingPanel = lazyPart(() => import('./copilot/outgoing-panel.tsx'));
const PacketHelp = lazyPart(() => import('./packet-help.tsx'));

/** Reply with a translation that is reviewed before it is sent. */
interface Outgoing extends Sending {
  text: string;
  to: string;
}

export interface ComposerHandle {
  focus(): void;
  /** Puts a text in place of a blank draft, or after the present text; the macro's actions wait with it. */
  insert(text: string, macro?: Macro, markdown?: string): void;
  /** Puts pictures that were dropped on the field between its words; false for anything else. */
  takeDrop(event: React.DragEvent): boolean;
}

/** Parts of a reply besides its text. */
export interface Added {
  /** The text with formatting, if it has any. */
  markdown?: string;
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
  /** Replies go by email, which shows pictures between the words. */
  isMail: boolean;
  /** Replies go as text messages, which are charged by their length. */
  isSms: boolean;
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

/** Returns the macro with the change that closes the conversation, in place of another change of its state. */
function closing(macro: Macro = {}): Macro {
  const others = (macro.actions ?? []).filter(({ type }) => !['close', 'reopen', 'snooze'].includes(type));
  return { ...macro, actions: [...others, { type: 'close' }] };
}

/**
 * Enter sends, Shift+Enter makes a line; blank text cannot be sent. Drafts are stored per user and conversation. A
 * keystroke renders nothing of this unless the available actions change.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { conversationId, websiteId, customerLanguage, isTranslated, isMail, isSms, ref, onSend, onTyping, onNote } =
    props;
  const { basis, hasPacket } = props;
  const pictures = useReplyPictures(conversationId);
  const { uploads, placed } = pictures;
  const text = useReplyText({ conversationId, basis, onContent: pictures.note, onStored: pictures.bringBack });
  const { field, fieldRef, put, rich } = text;
  const isRich = rich !== null;
  const formatting = useFormatting(field, text.format);
  const keepNow = useEffectEvent(() => placed.size > 0 && text.keepSoon());
  // The draft names a picture by its id, once there is one.
  useEffect(() => void keepNow(), [pictures.all]);
  const [smsParts, setSmsParts] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  /** The caret is elsewhere on this page. */
  const hasLeft = useRef(true);
  const tools = useRef<ReplyToolsHandle>(null);
  const [hasActions, setHasActions] = useState(false);
  const hasFiles = uploads.length > 0;
  const isBlank = text.isBlank && !hasFiles;
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

  /** In a reply by email, pictures go between the words. */
  const takePictures = (files: FileList | undefined, at?: Place): boolean => {
    const added = isMail ? pictures.add(files) : undefined;
    if (added && added.length > 0) text.format((editor) => editor.place(added, at));
    return added !== undefined;
  };
  const paste = (event: ClipboardEvent): boolean => {
    if (!takePictures(event.clipboardData?.files)) return pasteFiles(conversationId, event);
    event.preventDefault();
    return true;
  };
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    takeDrop({ target, dataTransfer, clientX, clientY }) {
      const element = field.current && elementOf(field.current);
      const isHere = target instanceof Node && element?.contains(target) === true;
      return isHere && takePictures(dataTransfer.files, { x: clientX, y: clientY });
    },
    insert(added, macro, markdown) {
      if (macro) tools.current?.restore(macro);
      text.insert(added, markdown);
    },
  }));

  const isSendable = (): boolean => {
    const area = field.current;
    return !!area && excessOf(area.value) === 0 && !isHeldByBlank(area) && !tools.current?.isHeld() && canSend(uploads);
  };
  const send = (sending: Sending = {}) => {
    const { text: content, markdown } = text.written();
    if (!translatesInto || content === '') sendText(content, { ...sending, markdown });
    else if (isSendable()) setOutgoing({ text: content, to: translatesInto, ...sending });
  };
  const sendText = (
    content: string,
    { later, also, markdown, original }: Sending & { markdown?: string | undefined; original?: Original | undefined },
  ) => {
    const replies = tools.current;
    if (!isSendable()) return;
    if (content === '' && !hasFiles) {
      if (hasActions) replies?.apply();
      return;
    }
    const macro = also === 'close' ? closing(replies?.macro()) : replies?.macro();
    onSend(content, text.take(), {
      ...(markdown !== undefined && { markdown }),
      ...(macro && { macro }),
      ...(hasFiles && { attachments: inputsOf(uploads) }),
      ...(original && { original }),
      ...(later && { later }),
    });
    replies?.clear();
    pictures.take();
    formatting.reset();
    text.clear();
    setSmsParts(0);
    onTyping(false);
    if (also === 'snooze') runCommand('label:snooze');
    else if (also) openNextAfter(conversationId);
  };
  /** Returns true for a key that was taken. */
  const onKey = (event: globalThis.KeyboardEvent): boolean => {
    if (event.key !== 'Escape') return formatting.onKey(event) || isSending(event);
    field.current?.blur();
    return true;
  };
  const isSending = (event: globalThis.KeyboardEvent): boolean => {
    const isNewLine = event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter' || isNewLine || event.altKey || event.isComposing) return false;
    event.preventDefault();
    const isWithMore = event.ctrlKey || event.metaKey;
    send({ also: isWithMore && mayUpdate ? (event.shiftKey ? 'snooze' : 'close') : undefined });
    return true;
  };
  const onChange = () => {
    const area = field.current;
    if (!area) return;
    text.lookAt(area);
    if (isSms) setSmsParts(smsSegments(area.value.trim()));
    // The reviewed translation no longer matches the text.
    setOutgoing(null);
    onTyping(!isEmpty(area.value));
  };
  const onFocus = () => {
    if (hasLeft.current) basis.comeBack();
  };
  const onBlur = (to: EventTarget | null) => {
    onTyping(false);
    const element = field.current && elementOf(field.current);
    // A look at another window, or a press on a button below the field, is not leaving it.
    hasLeft.current = document.activeElement !== element && !(to instanceof Node && box.current?.contains(to));
  };
  return (
    <>
      <ReplyTools
        key={`tools${isRich}`}
        ref={tools}
        field={field}
        conversationId={conversationId}
        onActions={setHasActions}
      />
      {hasPacket && (
        <Suspense>
          <PacketHelp
            key={`packet${isRich}`}
            conversationId={conversationId}
            field={field}
            onDraft={(drafted) => {
              if (!field.current) return;
              put(field.current, drafted);
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
              sendText(content, { ...outgoing, original });
            }}
            onClose={() => {
              setOutgoing(null);
              field.current?.focus();
            }}
          />
        )}
      </Suspense>
      <div ref={box} className={styles.composer}>
        <UploadStrip conversationId={conversationId} placed={placed} />
        <ComposerField
          ref={fieldRef}
          rich={rich}
          initial={text.initial}
          isInvalid={text.excess > 0}
          pictures={pictures.addresses}
          onChange={onChange}
          onFormats={formatting.setActive}
          onSelecting={formatting.setSelecting}
          onKey={onKey}
          onPasteFiles={paste}
          onPasteText={formatting.onPaste}
          onFocus={onFocus}
          onBlur={onBlur}
        />
        <ComposerFoot
          conversationId={conversationId}
          fieldRef={field}
          formatting={formatting}
          isRich={isRich}
          excess={text.excess}
          smsParts={smsParts}
          isBlank={isBlank}
          isApplying={isBlank && hasActions}
          isHeld={text.excess > 0 || !canSend(uploads)}
          onReplies={offerReplies}
          onRewrite={mayRewrite ? rewrite : undefined}
          onNote={onNote}
          onSend={send}
        />
      </div>
    </>
  );
});
