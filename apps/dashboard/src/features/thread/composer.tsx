import { Button } from '@chakra-ui/react';
import { messageMaxLength } from '@parley/contracts/limits';
import { SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { draftOf, keepDraft } from './drafts.ts';
import styles from './thread.module.css';

/** A keystroke is cheaper than a write to storage. */
const draftPauseMs = 300;

export interface ComposerHandle {
  focus(): void;
  /** Puts a text in place of a blank draft, or after what is written. */
  insert(text: string): void;
}

const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers whose text areas do not grow by themselves. */
function growToContent(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

interface ComposerProps {
  conversationId: string;
  ref: Ref<ComposerHandle>;
  onSend: (content: string) => void;
  onTyping: (isTyping: boolean) => void;
}

/** Enter sends, Shift+Enter makes a line; blank text cannot be sent. Drafts are kept per conversation. */
export const Composer = memo(function Composer({ conversationId, ref, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useState(() => draftOf(conversationId));
  const field = useRef<HTMLTextAreaElement>(null);
  const tooLong = text.trim().length > messageMaxLength;
  const canSend = text.trim() !== '' && !tooLong;

  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    const timer = setTimeout(() => keepDraft(conversationId, text), draftPauseMs);
    return () => clearTimeout(timer);
  }, [conversationId, text]);
  useEffect(() => {
    const keep = () => keepDraft(conversationId, latest.current);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [conversationId]);
  useLayoutEffect(() => {
    if (!growsByItself && field.current) growToContent(field.current);
  });
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert(added) {
      setText((written) => (written.trim() ? `${written.trimEnd()}\n${added}` : added));
      field.current?.focus();
    },
  }));

  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    setText('');
    onTyping(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.composer}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label="Message"
        aria-invalid={tooLong}
        placeholder="Write a reply…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onTyping(event.target.value.trim() !== '');
        }}
        onBlur={() => onTyping(false)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.composerFoot}>
        <span>
          {tooLong
            ? `${(text.trim().length - messageMaxLength).toLocaleString()} characters too many`
            : 'Enter sends · Shift+Enter for a new line'}
        </span>
        <Button size="xs" colorPalette="brand" disabled={!canSend} onClick={send} aria-label="Send message">
          <SendHorizontal size={15} aria-hidden />
          Send
        </Button>
      </div>
    </div>
  );
});
