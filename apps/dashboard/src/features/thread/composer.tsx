import { Button } from '@chakra-ui/react';
import { languageOf } from '@parley/contracts/text/languages';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import { SendHorizontal } from 'lucide-react';
import {
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
import { openNextAfter } from '../../live/open-next.ts';
import { useDrafts } from '../../live/use-drafts.ts';
import { insertion } from '../../i18n/en/insertion.ts';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
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
import {
  addFiles,
  addPictures,
  bringPicturesBack,
  canSend,
  inputsOf,
  isPicture,
  isPlaced,
  pasteFiles,
  removeUpload,
  takeUploads,
  useUploads,
  withFileIds,
} from '../../domain/files/uploads.ts';
import { usePictureAddresses } from '../../domain/files/picture-addresses.ts';
import { NoteButton } from './notes/note-composer.tsx';
import type { Later } from '../../domain/scheduled/scheduled.ts';
import { type SendAnd, SendAndButton } from './send-and-button.tsx';
import { SendLaterButton } from './send-later-button.tsx';
import type { DraftBasis } from './draft-basis.ts';
import { plainTextOf, isFormatted } from '@parley/contracts/text/plain-text';
import { filesIn, readRichText } from '@parley/contracts/text/rich-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import type { Drafts } from '../../live/drafts.ts';
import type { Editor, Format, Place } from '../../domain/rich-text/editor.ts';
import { FormatBar } from '../../domain/rich-text/format-bar.tsx';
import { EmojiButton, FormatButton } from '../../domain/rich-text/format-button.tsx';
import { formatOfKey } from '../../domain/rich-text/format-keys.ts';
import type { RichStart } from '../../domain/rich-text/rich-field.tsx';
import { putIn } from '../../ui/slash.ts';
import { elementOf } from '../../ui/text-field.ts';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

const { Part: RewritePanel, load: loadRewritePanel } = part(() => import('./copilot/rewrite-panel.tsx'), lazyPart);
const { Part: RichField, load: loadRichField } = part(() => import('../../domain/rich-text/rich-field.tsx'), lazyPart);
const EmojiPicker = lazyPart(() => import('../../domain/rich-text/emoji-picker.tsx'));
const SaveReplyDialog = lazyPart(() => import('./replies/save-reply-dialog.tsx'));
const LinkForm = lazyPart(() => import('../../domain/rich-text/link-form.tsx'));
const OutgoingPanel = lazyPart(() => import('./copilot/outgoing-panel.tsx'));

/** How a reply is sent, besides at once. */
interface Sending {
  markdown?: string | undefined;
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
  insert(text: string, macro?: Macro, markdown?: string): void;
  /** Puts pictures that were dropped on the field between its words; false for anything else. */
  takeDrop(event: React.DragEvent): boolean;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers with text areas that do not grow by themselves. */
function growToContent(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
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

type Field = HTMLTextAreaElement | Editor;

/** The field as it was drawn last, which can be read after it is gone. */
interface LastField {
  field: Field | null;
  /** A text area has Markdown in it. */
  isSource: boolean;
}

/** Stores what is in the field: of the editor its Markdown, and so of a text area while the editor is on its way. */
function keepDraft(drafts: Drafts, conversationId: string, { field, isSource }: LastField): void {
  if (!field) return;
  const isMarkdown = 'markdown' in field || isSource;
  drafts.keep(
    conversationId,
    'reply',
    isEmpty(field.value) ? '' : withFileIds(conversationId, 'markdown' in field ? field.markdown() : field.value),
    isMarkdown && !isEmpty(field.value),
  );
}

/** Returns the text to send, and with formatting if it has any. */
function writtenIn(conversationId: string, { field, isSource }: LastField): { text: string; markdown?: string } {
  if (!field) return { text: '' };
  const written = 'markdown' in field ? field.markdown() : isSource ? field.value : undefined;
  if (written === undefined) return { text: field.value.trim() };
  const markdown = withFileIds(conversationId, written);
  const nodes = readRichText(markdown);
  return { text: plainTextOf(nodes), ...(isFormatted(nodes) && { markdown }) };
}

/**
 * Stores the field's text when the page or the composer closes. Returns a function that does so in a pause of the
 * typing.
 */
function useKeptDraft(conversationId: string, last: RefObject<LastField>): () => void {
  const drafts = useDrafts();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const keep = () => {
      clearTimeout(pause.current);
      keepDraft(drafts, conversationId, last.current);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [drafts, conversationId, last]);
  return () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => keepDraft(drafts, conversationId, last.current), draftPauseMs);
  };
}

/** Returns the macro with the change that closes the conversation, in place of another change of its state. */
function closing(macro: Macro = {}): Macro {
  const others = (macro.actions ?? []).filter(({ type }) => !['close', 'reopen', 'snooze'].includes(type));
  return { ...macro, actions: [...others, { type: 'close' }] };
}

const noFormats: readonly Format[] = [];
const begun = (start: Omit<RichStart, 'id'>): RichStart => ({ ...start, id: crypto.randomUUID() });

/** Elements that pasted HTML may be formatted with; the editor decides. */
const mayBeFormatted = /<(?:b|strong|i|em|s|del|strike|a|ul|ol|pre|code|blockquote)[\s>]|font-weight|font-style/i;

const asMarkdown = (text: string): string =>
  writeRichText(text.split(/\n{2,}/).map((paragraph) => ({ tag: 'p', children: [paragraph] })));

/** Returns the files that are shown between the words of the field. */
function filesOf({ field, isSource }: LastField): readonly string[] {
  if (field && 'markdown' in field) return field.files();
  return field && isSource ? filesIn(readRichText(field.value)) : [];
}
const noFiles: ReadonlySet<string> = new Set();

/** Resolves once no word is being composed in the field any more: taking the field away would lose it. */
const composed = (area: HTMLTextAreaElement): Promise<void> =>
  new Promise((resolve) => {
    if (!composing.has(area)) resolve();
    else area.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });
const composing = new WeakSet<HTMLTextAreaElement>();

const isEmpty = (text: string): boolean => text.trim() === '';
const excessOf = (text: string): number => Math.max(0, text.trim().length - messageMaxLength);

/**
 * Enter sends, Shift+Enter makes a line; blank text cannot be sent. Drafts are stored per user and conversation. The
 * browser holds the text (uncontrolled field): a keystroke renders nothing of this unless the available actions change.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { conversationId, websiteId, customerLanguage, isTranslated, isMail, ref, onSend, onTyping, onNote } = props;
  const { basis, hasPacket } = props;
  const drafts = useDrafts();
  const [draft] = useState(() => drafts.contentOf(conversationId, 'reply'));
  /** Set while the text has formatting: then the editor takes the text area's place, as soon as it is loaded. */
  const [rich, setRich] = useState<RichStart | null>(() =>
    drafts.isMarkdown(conversationId, 'reply') ? begun({ text: draft, isMarkdown: true }) : null,
  );
  const [hasEditor, setHasEditor] = useState(false);
  const isRich = rich !== null && hasEditor;
  /** The text area has Markdown in it, as long as there is no editor. */
  const isSource = rich !== null && !hasEditor;
  const [active, setActive] = useState<readonly Format[]>([]);
  const [showsBar, setShowsBar] = useState(false);
  const [isPicking, setPicking] = useState(false);
  /** Text that becomes a canned reply. */
  const [saving, setSaving] = useState<string | null>(null);
  const maySave = useMay('replies.write');
  const [isSelecting, setSelecting] = useState(false);
  const [linking, setLinking] = useState<{ href: string | null } | null>(null);
  /** Keys or ids of the files that are shown between the words. */
  const [placed, setPlaced] = useState(noFiles);
  const field = useRef<Field>(null);
  const last = useRef<LastField>({ field: null, isSource });
  useLayoutEffect(() => {
    last.current.isSource = isSource;
  }, [isSource]);
  const notePlaced = useCallback(() => {
    const files = filesOf(last.current);
    setPlaced((known) =>
      files.length === known.size && files.every((file) => known.has(file)) ? known : new Set(files),
    );
  }, []);
  const fieldRef = useCallback(
    (drawn: Field | null) => {
      field.current = drawn;
      if (!drawn) return;
      last.current.field = drawn;
      notePlaced();
    },
    [notePlaced],
  );
  const box = useRef<HTMLDivElement>(null);
  /** The caret is elsewhere on this page. */
  const hasLeft = useRef(true);
  const [isBlank, setBlank] = useState(isEmpty(draft));
  const [excess, setExcess] = useState(excessOf(draft));
  const keepDraftSoon = useKeptDraft(conversationId, last);
  const tools = useRef<ReplyToolsHandle>(null);
  const [hasActions, setHasActions] = useState(false);
  const allUploads = useUploads(conversationId);
  const uploads = allUploads.filter((upload) => upload.inText !== true || isPlaced(upload, placed));
  const hasFiles = uploads.length > 0;
  const pictures = usePictureAddresses(allUploads, placed);
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

  const lookAt = (area: Field) => {
    if (isBlank && !isEmpty(area.value)) basis.begin();
    setBlank(isEmpty(area.value));
    setExcess(excessOf(area.value));
    if (!growsByItself && !('markdown' in area)) growToContent(area);
    notePlaced();
    keepDraftSoon();
  };
  const keepNow = useEffectEvent(() => placed.size > 0 && keepDraftSoon());
  // Of a picture the draft has its id, once there is one.
  useEffect(() => void keepNow(), [allUploads]);
  const bringBack = useEffectEvent((text: string) => {
    const files = filesIn(readRichText(text));
    if (files.length > 0) void bringPicturesBack(conversationId, files);
  });
  useEffect(() => {
    if (drafts.isMarkdown(conversationId, 'reply')) bringBack(drafts.contentOf(conversationId, 'reply'));
  }, [drafts, conversationId]);
  useEffect(() => {
    if (!rich || hasEditor) return;
    void loadAhead(async () => {
      await loadRichField();
      const area = field.current;
      if (area instanceof HTMLTextAreaElement) {
        await composed(area);
        setRich(begun({ text: area.value, isMarkdown: true, hasFocus: document.activeElement === area }));
      }
      setHasEditor(true);
    });
  }, [rich, hasEditor]);
  /** Lets the editor take the place of the text area, with what is in it, and does something there. */
  const format = useCallback((act: (editor: Editor) => void) => {
    const { current } = field;
    if (current && 'markdown' in current) return act(current);
    void loadAhead(async () => {
      await loadRichField();
      const area = field.current;
      if (!area || 'markdown' in area) return;
      await composed(area);
      const { value: text, selectionStart, selectionEnd } = area;
      setHasEditor(true);
      setRich(begun({ text, isMarkdown: false, selection: [selectionStart, selectionEnd], hasFocus: true, act }));
    });
  }, []);
  const onFormat = useCallback(
    (chosen: Format) =>
      format((editor) => {
        if (chosen === 'link') setLinking({ href: editor.linkHere() });
        else editor.toggle(chosen);
      }),
    [format],
  );
  const put = (area: Field, text: string) => {
    area.value = text;
    lookAt(area);
  };
  useLayoutEffect(() => {
    if (!growsByItself && field.current instanceof HTMLTextAreaElement) growToContent(field.current);
  }, []);
  const takePictures = (files: FileList | undefined, at?: Place): boolean => {
    const chosen = isMail ? [...(files ?? [])].filter(isPicture) : [];
    if (chosen.length === 0) return false;
    const added = addPictures(conversationId, chosen);
    const others = [...(files ?? [])].filter((file) => !chosen.includes(file));
    if (others.length > 0) addFiles(conversationId, others);
    if (added.length > 0) format((editor) => editor.place(added, at));
    return true;
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
      const area = field.current;
      if (!area) return;
      if (markdown !== undefined) {
        const before = isEmpty(area.value) ? [] : ['markdown' in area ? area.markdown() : asMarkdown(area.value)];
        setRich(begun({ text: [...before, markdown].join('\n\n'), isMarkdown: true, hasFocus: true }));
        setBlank(false);
        return;
      }
      if ('markdown' in area) {
        area.put(area.value.length, area.value.length, isEmpty(area.value) ? added : `\n${added}`);
        return;
      }
      put(area, isEmpty(area.value) ? added : `${area.value.trimEnd()}\n${added}`);
      area.focus();
    },
  }));

  const showElsewhere = useEffectEvent((text: string, isMarkdown: boolean) => {
    const area = field.current;
    if (!area || ('markdown' in area ? area.markdown() : area.value) === text) return;
    if (isMarkdown) {
      bringBack(text);
      setRich(begun({ text, isMarkdown }));
      setBlank(isEmpty(text));
    } else if (rich) {
      setRich(null);
      requestAnimationFrame(() => field.current && put(field.current, text));
    } else put(area, text);
  });
  // Written or sent on another device.
  useEffect(
    () =>
      drafts.subscribe(
        (id, kind, text, isMarkdown) => id === conversationId && kind === 'reply' && showElsewhere(text, isMarkdown),
      ),
    [drafts, conversationId],
  );

  const send = (sending: Sending = {}) => {
    const { text, markdown } = writtenIn(conversationId, { field: field.current, isSource });
    if (translatesInto && text !== '') {
      if (isSendable()) setOutgoing({ text, to: translatesInto, ...sending });
      return;
    }
    sendText(text, { ...sending, markdown });
  };
  const isSendable = (): boolean => {
    const area = field.current;
    return !!area && excessOf(area.value) === 0 && !isHeldByBlank(area) && !tools.current?.isHeld() && canSend(uploads);
  };
  const sendText = (text: string, { later, also, markdown }: Sending, original?: Original) => {
    const area = field.current;
    const replies = tools.current;
    if (!area || !isSendable()) return;
    if (text === '' && !hasFiles) {
      if (hasActions) replies?.apply();
      return;
    }
    keepDraft(drafts, conversationId, { field: area, isSource });
    const macro = also === 'close' ? closing(replies?.macro()) : replies?.macro();
    onSend(text, drafts.take(conversationId, 'reply'), {
      ...(markdown !== undefined && { markdown }),
      ...(macro && { macro }),
      ...(hasFiles && { attachments: inputsOf(uploads) }),
      ...(original && { original }),
      ...(later && { later }),
    });
    replies?.clear();
    for (const upload of allUploads) if (!uploads.includes(upload)) removeUpload(upload.key);
    takeUploads(conversationId);
    put(area, '');
    setLinking(null);
    // The next one begins without formatting.
    if (rich) endRich();
    // The button that was pressed can send nothing more.
    else area.focus();
    onTyping(false);
    if (also === 'snooze') runCommand('label:snooze');
    else if (also) openNextAfter(conversationId);
  };
  const endRich = () => {
    setRich(null);
    setActive([]);
    requestAnimationFrame(() => field.current?.focus());
  };
  /** Returns true for a key that was taken. */
  const onKey = (event: globalThis.KeyboardEvent): boolean => {
    if (event.key === 'Escape') {
      field.current?.blur();
      return true;
    }
    const area = field.current;
    const chosen = formatOfKey(event);
    // Without words to make a link of, the key is the command bar's.
    if (area && chosen && (chosen !== 'link' || area.selectionStart < area.selectionEnd)) {
      event.preventDefault();
      event.stopPropagation();
      onFormat(chosen);
      return true;
    }
    return isSending(event);
  };
  const isSending = (event: globalThis.KeyboardEvent): boolean => {
    const isNewLine = event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (event.key !== 'Enter' || isNewLine || event.altKey || event.isComposing) return false;
    event.preventDefault();
    const isWithMore = event.ctrlKey || event.metaKey;
    send({ also: isWithMore && mayUpdate ? (event.shiftKey ? 'snooze' : 'close') : undefined });
    return true;
  };
  const onChange = (area: Field) => {
    lookAt(area);
    // The reviewed translation no longer matches the text.
    setOutgoing(null);
    onTyping(!isEmpty(area.value));
  };
  const showsTools = isRich || showsBar || isSelecting;
  const togglePicker = useCallback(() => setPicking((shown) => !shown), []);
  const closePicker = useCallback(() => setPicking(false), []);
  const pickEmoji = (emoji: string) => {
    setPicking(false);
    const area = field.current;
    if (area) putIn(area, area.selectionStart, area.selectionEnd, emoji);
  };
  /** Saves the selected words, or all of them. */
  const saveReply = useCallback(() => {
    const area = field.current;
    if (!area) return;
    const selected = area.value.slice(area.selectionStart, area.selectionEnd);
    const words = isEmpty(selected) ? area.value : selected;
    if (!isEmpty(words)) setSaving(words.trim());
  }, []);
  const toggleBar = useCallback(() => setShowsBar((shown) => !shown), []);
  const closeLink = () => {
    setLinking(null);
    field.current?.focus();
  };
  const setLink = (href: string | null): boolean => {
    const editor = field.current;
    const isSet = !editor || !('setLink' in editor) || editor.setLink(href);
    if (isSet) setLinking(null);
    return isSet;
  };
  /** Pasted formatting is kept; words without any stay plain text. */
  const pasteFormatted = (event: ClipboardEvent) => {
    const html = event.clipboardData?.getData('text/html') ?? '';
    const words = event.clipboardData?.getData('text/plain') ?? '';
    const area = field.current;
    if (!area || !mayBeFormatted.test(html)) return;
    event.preventDefault();
    const asWords = () => putIn(area, area.selectionStart, area.selectionEnd, words);
    const insertFormatted = async () => {
      const { isFormattedHtml } = await import('../../domain/rich-text/editor.ts');
      if (isFormattedHtml(html)) format((editor) => editor.pasteHtml(html));
      else asWords();
    };
    insertFormatted().catch(asWords);
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
        <UploadStrip conversationId={conversationId} placed={placed} />
        {isRich && rich ? (
          <Suspense>
            <RichField
              key={rich.id}
              onEditor={fieldRef}
              start={rich}
              label={thread('message')}
              placeholder={thread('placeholder')}
              isInvalid={excess > 0}
              pictures={pictures}
              onChange={() => field.current && onChange(field.current)}
              onFormats={(now) => setActive((known) => (known.join() === now.join() ? known : now))}
              onKeyDown={onKey}
              onPaste={paste}
              onFocus={onFocus}
              onBlur={(event) => onBlur(event.relatedTarget)}
            />
          </Suspense>
        ) : (
          <textarea
            ref={fieldRef}
            rows={1}
            dir="auto"
            aria-label={thread('message')}
            aria-invalid={excess > 0}
            placeholder={thread('placeholder')}
            defaultValue={rich ? rich.text : hasEditor ? '' : draft}
            onChange={({ currentTarget }) => onChange(currentTarget)}
            onCompositionStart={({ currentTarget }) => composing.add(currentTarget)}
            onCompositionEnd={({ currentTarget }) => composing.delete(currentTarget)}
            onFocus={onFocus}
            onBlur={({ relatedTarget }) => onBlur(relatedTarget)}
            onSelect={({ currentTarget }) => setSelecting(currentTarget.selectionStart < currentTarget.selectionEnd)}
            onKeyDown={({ nativeEvent }) => void onKey(nativeEvent)}
            onPaste={({ nativeEvent }) => {
              if (!paste(nativeEvent)) pasteFormatted(nativeEvent);
            }}
          />
        )}
        {isPicking && (
          <Suspense>
            <EmojiPicker onPick={pickEmoji} onClose={closePicker} />
          </Suspense>
        )}
        {saving !== null && (
          <Suspense>
            <SaveReplyDialog text={saving} onClose={() => setSaving(null)} />
          </Suspense>
        )}
        {linking && (
          <Suspense>
            <LinkForm href={linking.href} onLink={setLink} onClose={closeLink} />
          </Suspense>
        )}
        <div className={styles.composerFoot} data-tools={showsTools || undefined}>
          {excess > 0 ? (
            <span>{thread('tooLong', { count: excess })}</span>
          ) : showsTools ? (
            <FormatBar
              active={isRich ? active : noFormats}
              onFormat={onFormat}
              onSave={maySave ? saveReply : undefined}
            />
          ) : (
            <span className={styles.hint}>
              {thread('composerHint')
                .split(' · ')
                .map((text) => (
                  <span key={text}>{text}</span>
                ))}
            </span>
          )}
          {!isRich && <FormatButton isPressed={showsBar} onClick={toggleBar} />}
          <EmojiButton isPressed={isPicking} onClick={togglePicker} />
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
