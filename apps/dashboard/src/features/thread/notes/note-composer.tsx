import { Button } from '@chakra-ui/react';
import { addNote } from '@parley/contracts/routes/notes';
import { useMutation } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { notes } from '../../../i18n/en/notes.ts';
import { useDrafts } from '../../../live/use-drafts.ts';
import { AttachButton } from '../../../domain/files/attach-button.tsx';
import { UploadStrip } from '../../../domain/files/upload-strip.tsx';
import {
  addUploaded,
  canSend,
  inputsOf,
  pasteFiles,
  takeUploads,
  type Uploading,
  useUploads,
} from '../../../domain/files/uploads.ts';
import { useMentionable } from '../../../domain/users/colleagues.ts';
import { mentionsIn } from '../../../domain/users/mention-words.ts';
import { NoteField, type NoteFieldHandle } from './note-field.tsx';
import { writtenNote } from './written-note.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from '../../../domain/notes/notes.module.css';

/** Leads from the reply to a note. */
export const NoteButton = memo(function NoteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="ghost"
      aria-label={notes('note')}
      title={notes('writeNote')}
      data-command="note"
      onClick={onClick}
    >
      <StickyNote size={15} aria-hidden />
      <span className={styles.word}>{notes('note')}</span>
    </Button>
  );
});

interface WrittenNote {
  /** Text as written; Markdown if it is formatted. */
  text: string;
  isMarkdown: boolean;
  clientNoteId: string;
  files: readonly Uploading[];
}

interface NoteComposerProps {
  ref?: Ref<{ focus(): void }>;
  conversationId: string;
  /** A note is to be written now: the caret is in it. */
  isAskedFor: boolean;
  /** Leads to the reply instead, where one can be written. */
  onReply: (() => void) | undefined;
  /** The note is stored, and no other one has been begun. */
  onAdded: () => void;
}

/**
 * Writes a note for the team. A note that could not be stored is in the field again; sent once more it is stored once.
 * The caret leaves with Escape and with the note: only the user's request may lead it into a reply to the customer.
 */
export function NoteComposer({ ref, conversationId, isAskedFor, onReply, onAdded }: NoteComposerProps) {
  const colleagues = useMentionable();
  const field = useRef<NoteFieldHandle>(null);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }));
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.contentOf(conversationId, 'note'));
  const [isMarkdown, setMarkdown] = useState(() => drafts.isMarkdown(conversationId, 'note'));
  const failed = useRef<{ text: string; clientNoteId: string }>(undefined);
  const uploads = useUploads(conversationId);
  const isSendable = (text.trim() !== '' || uploads.length > 0) && canSend(uploads);
  const change = (next: string, isNextMarkdown: boolean) => {
    setText(next);
    setMarkdown(isNextMarkdown);
    drafts.keep(conversationId, 'note', next, isNextMarkdown && next !== '');
  };
  const [opensFocused] = useState(isAskedFor);
  useEffect(() => {
    if (opensFocused) field.current?.focus();
  }, [opensFocused]);
  // Written or sent on another device.
  useEffect(
    () =>
      drafts.subscribe((id, kind, written, isWrittenMarkdown) => {
        if (id !== conversationId || kind !== 'note') return;
        setText(written);
        setMarkdown(isWrittenMarkdown);
      }),
    [drafts, conversationId],
  );
  const adding = useMutation({
    mutationFn: ({ clientNoteId, files, ...note }: WrittenNote) => {
      const { content, markdown } = writtenNote(note.text, note.isMarkdown);
      return call(addNote, {
        params: { id: conversationId },
        body: {
          ...(content !== '' && { content }),
          ...(markdown !== undefined && { markdown }),
          ...(files.length > 0 && { attachments: inputsOf(files) }),
          ...mentionsIn(content, colleagues),
          clientNoteId,
        },
      });
    },
    onSuccess: () => {
      if (text === '' && uploads.length === 0 && !field.current?.hasCaret()) onAdded();
    },
    onError: (error, note) => {
      failed.current = note;
      addUploaded(
        conversationId,
        note.files.flatMap(({ attachment, name, size, alt }) =>
          attachment ? [{ ...attachment, name, size, alt }] : [],
        ),
      );
      const since = drafts.contentOf(conversationId, 'note');
      const isFormatted = note.isMarkdown || drafts.isMarkdown(conversationId, 'note');
      change([note.text, since].filter(Boolean).join(isFormatted ? '\n\n' : '\n'), isFormatted);
      toastFailure(error, notes('notSaved'));
    },
  });
  const submit = () => {
    if (!isSendable || adding.isPending) return;
    const isRepeated = failed.current?.text === text.trim();
    const draftId = drafts.take(conversationId, 'note');
    adding.mutate({
      text: text.trim(),
      isMarkdown,
      clientNoteId: (isRepeated && failed.current?.clientNoteId) || draftId,
      files: uploads,
    });
    takeUploads(conversationId);
    setText('');
    setMarkdown(false);
    field.current?.blur();
  };
  return (
    <div className={styles.composer} onPaste={(event) => pasteFiles(conversationId, event)}>
      <UploadStrip conversationId={conversationId} />
      <NoteField
        ref={field}
        label={notes('note')}
        placeholder={notes('placeholder')}
        value={text}
        isMarkdown={isMarkdown}
        isFormattable
        onChange={change}
        onSubmit={submit}
        onLeave={() => field.current?.blur()}
      />
      <div className={styles.foot}>
        <span>{notes('onlyTeam')}</span>
        <AttachButton conversationId={conversationId} />
        {onReply && (
          <Button size="xs" variant="ghost" onClick={onReply}>
            {notes('reply')}
          </Button>
        )}
        <Button size="xs" variant="outline" disabled={!isSendable || adding.isPending} onClick={submit}>
          <StickyNote size={15} aria-hidden />
          {notes('addNote')}
        </Button>
      </div>
    </div>
  );
}
