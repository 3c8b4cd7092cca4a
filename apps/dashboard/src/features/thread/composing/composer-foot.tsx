import { Button } from '@chakra-ui/react';
import { SendHorizontal } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { AttachButton, VoiceButton } from '../../../domain/files/attach-button.tsx';
import { FormatBar } from '../../../domain/rich-text/format-bar.tsx';
import { EmojiButton, FormatButton } from '../../../domain/rich-text/format-button.tsx';
import type { Later } from '../../../domain/scheduled/scheduled.ts';
import { useMay } from '../../../forms/permissions.ts';
import { insertion } from '../../../i18n/en/insertion.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { lazyPart } from '../../../loading/part.tsx';
import { putIn } from '../../../ui/slash.ts';
import { BlocksButton } from '../blocks/blocks-button.tsx';
import { RewriteButton } from '../copilot/rewrite-button.tsx';
import { NoteButton } from '../notes/note-composer.tsx';
import { ReplyButton } from '../replies/reply-button.tsx';
import { type SendAnd, SendAndButton } from '../send-and-button.tsx';
import { SendLaterButton } from '../send-later-button.tsx';
import styles from '../thread.module.css';
import { type Formatting, noFormats } from './use-formatting.ts';
import { type Field, isEmpty } from './written.ts';

const EmojiPicker = lazyPart(() => import('../../../domain/rich-text/emoji-picker.tsx'));
const VoiceRecorder = lazyPart(() => import('../../../domain/files/voice-recorder.tsx'));
const SaveReplyDialog = lazyPart(() => import('../replies/save-reply-dialog.tsx'));
const LinkForm = lazyPart(() => import('../../../domain/rich-text/link-form.tsx'));

/** How a reply is sent, besides at once. */
export interface Sending {
  later?: Later | undefined;
  /** Change to the conversation that goes with the reply. */
  also?: SendAnd | undefined;
}

interface ComposerFootProps {
  conversationId: string;
  fieldRef: React.RefObject<Field | null>;
  formatting: Formatting;
  isRich: boolean;
  /** Characters beyond the longest message. */
  excess: number;
  /** Text messages that it goes as; 0 for other channels. */
  smsParts: number;
  /** Neither text nor files. */
  isBlank: boolean;
  /** Nothing but the actions of a macro is sent. */
  isApplying: boolean;
  /** Files or the length prevent sending. */
  isHeld: boolean;
  onReplies: () => void;
  /** Undefined without a model that rewrites. */
  onRewrite: (() => void) | undefined;
  onNote: () => void;
  onSend: (sending?: Sending) => void;
}

/** Buttons below the field of a reply, with what they open. */
export function ComposerFoot(props: ComposerFootProps) {
  const { conversationId, fieldRef, formatting, isRich, excess, smsParts, isBlank, isApplying, isHeld } = props;
  const { onReplies, onRewrite, onNote, onSend } = props;
  const maySave = useMay('replies.write');
  const mayUpdate = useMay('conversations.update');
  const [isPicking, setPicking] = useState(false);
  /** Text that becomes a canned reply. */
  const [saving, setSaving] = useState<string | null>(null);
  const togglePicker = useCallback(() => setPicking((shown) => !shown), []);
  const closePicker = useCallback(() => setPicking(false), []);
  const [isRecording, setRecording] = useState(false);
  const toggleRecorder = useCallback(() => setRecording((shown) => !shown), []);
  const pickEmoji = (emoji: string) => {
    setPicking(false);
    const area = fieldRef.current;
    if (area) putIn(area, area.selectionStart, area.selectionEnd, emoji);
  };
  /** Saves the selected words, or all of them. */
  const saveReply = useCallback(() => {
    const area = fieldRef.current;
    if (!area) return;
    const selected = area.value.slice(area.selectionStart, area.selectionEnd);
    const words = isEmpty(selected) ? area.value : selected;
    if (!isEmpty(words)) setSaving(words.trim());
  }, [fieldRef]);
  const { active, linking, onFormat, showsBar, isSelecting } = formatting;
  const showsTools = isRich || showsBar || isSelecting;
  return (
    <>
      {isPicking && (
        <Suspense>
          <EmojiPicker onPick={pickEmoji} onClose={closePicker} />
        </Suspense>
      )}
      {isRecording && (
        <Suspense>
          <VoiceRecorder key={conversationId} conversationId={conversationId} onClose={toggleRecorder} />
        </Suspense>
      )}
      {saving !== null && (
        <Suspense>
          <SaveReplyDialog text={saving} onClose={() => setSaving(null)} />
        </Suspense>
      )}
      {linking && (
        <Suspense>
          <LinkForm href={linking.href} onLink={formatting.setLink} onClose={formatting.closeLink} />
        </Suspense>
      )}
      <div className={styles.composerFoot} data-tools={showsTools || undefined}>
        {excess > 0 ? (
          <span>{thread('tooLong', { count: excess })}</span>
        ) : smsParts > 1 && !showsTools ? (
          <span>{thread('smsParts', { number: smsParts })}</span>
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
        <div className={styles.tools}>
          {!isRich && <FormatButton isPressed={showsBar} onClick={formatting.toggleBar} />}
          <EmojiButton isPressed={isPicking} onClick={togglePicker} />
          <AttachButton conversationId={conversationId} />
          <VoiceButton isPressed={isRecording} onClick={toggleRecorder} />
          <BlocksButton conversationId={conversationId} />
          <ReplyButton onClick={onReplies} />
          {onRewrite && <RewriteButton onClick={onRewrite} />}
          <NoteButton onClick={onNote} />
        </div>
        <div className={styles.sending}>
          <SendLaterButton disabled={isBlank || isHeld} onSend={(later) => onSend({ later })} />
          <Button
            size="xs"
            disabled={(isBlank && !isApplying) || isHeld}
            onClick={() => onSend()}
            aria-label={isApplying ? insertion('apply') : thread('sendMessage')}
          >
            <SendHorizontal size={15} aria-hidden />
            <span className={styles.sendWord}>{isApplying ? insertion('apply') : thread('send')}</span>
          </Button>
          {mayUpdate && <SendAndButton disabled={isBlank || isHeld} onSend={(also) => onSend({ also })} />}
        </div>
      </div>
    </>
  );
}
