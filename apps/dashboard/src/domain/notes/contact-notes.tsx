import { Button, Textarea } from '@chakra-ui/react';
import type { ContactNote } from '@parley/contracts/conversations/contacts';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import {
  addContactNote,
  editContactNote,
  listContactNotes,
  removeContactNote,
} from '@parley/contracts/routes/contacts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { keepEdits, keptEdits, none } from '../../ui/kept-edits.ts';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { notes } from '../../i18n/en/notes.ts';
import { NoteHistory } from './note-history.tsx';
import { NoteActions } from './note-actions.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { exactTime } from '../../ui/times.ts';
import { Time } from '../../ui/time.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import noteStyles from './notes.module.css';
import { linkedText } from '../../ui/linked-text.tsx';
import styles from './contact-notes.module.css';

/** Shows the team's notes about a contact, newest first, and the field for a new one. */
export function ContactNotes({ contactId }: { contactId: string }) {
  const params = { id: contactId };
  const list = useRead(listContactNotes, { params });
  return (
    <>
      <NoteForm contactId={contactId} />
      {list.isPending && <p aria-busy>{common('loading')}</p>}
      <Awaited read={list} />
      {list.data?.length === 0 && <p className={styles.quiet}>{words('noNotes')}</p>}
      {list.data?.map((note) => (
        <NoteAbout key={note.id} note={note} />
      ))}
    </>
  );
}

/** Enter writes, with Shift it begins a line. */
const isSubmit = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;

const useRefreshNotes = (contactId: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(listContactNotes, { params: { id: contactId } }) });
};

/** Text that is not saved stays while other screens are open; a note that is sent twice is stored once. */
function NoteForm({ contactId }: { contactId: string }) {
  const key = `contact-note.${contactId}`;
  const refresh = useRefreshNotes(contactId);
  const [text, setText] = useState(() => {
    const edits = keptEdits(key);
    return 'text' in edits && typeof edits.text === 'string' ? edits.text : '';
  });
  const attempt = useRef<{ content: string; clientNoteId: string }>(undefined);
  const change = (next: string) => {
    setText(next);
    keepEdits(key, next ? { text: next } : none);
  };
  const adding = useMutation({
    mutationFn: (body: { content: string; clientNoteId: string }) =>
      call(addContactNote, { params: { id: contactId }, body }),
    onSuccess: async () => {
      change('');
      await refresh();
    },
    onError: (error) => toastFailure(error, notes('notSaved')),
  });
  const submit = () => {
    const content = text.trim();
    if (!content || adding.isPending) return;
    if (attempt.current?.content !== content) attempt.current = { content, clientNoteId: crypto.randomUUID() };
    adding.mutate(attempt.current);
  };
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        rows={2}
        autoresize
        dir="auto"
        aria-label={words('writeNote')}
        placeholder={words('notePlaceholder')}
        maxLength={messageMaxLength}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (!isSubmit(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      {text.trim() && (
        <Button type="submit" size="xs" {...pausedWhile(adding.isPending)}>
          {notes('addNote')}
        </Button>
      )}
    </form>
  );
}

/** Shows a note about a contact. Its author may change and remove it. */
function NoteAbout({ note }: { note: ContactNote }) {
  const me = useMe();
  const [edited, setEdited] = useState<string | null>(null);
  const { body, authorName, authorId, createdAt, editedAt } = note;
  const refresh = useRefreshNotes(note.contactId);
  const remove = async () => {
    await call(removeContactNote, { params: { id: note.contactId, noteId: note.id } });
    void refresh();
  };
  const who = authorName ?? common('someone');
  if (body === null)
    return (
      <p className={noteStyles.removed}>
        <NoteHistory of={{ note }}>{notes('removedBy', { who })}</NoteHistory>
      </p>
    );
  return (
    <article className={noteStyles.note} aria-label={notes('noteBy', { who })}>
      <header>
        <StickyNote size={13} aria-hidden />
        <bdi>{who}</bdi>
        <Time at={createdAt} short />
        {editedAt && (
          <NoteHistory of={{ note }} title={exactTime(editedAt)}>
            {notes('edited')}
          </NoteHistory>
        )}
        {authorId === me.id && edited === null && <NoteActions onEdit={() => setEdited(body)} remove={remove} />}
      </header>
      {edited === null ? (
        <div dir="auto" className={noteStyles.text}>
          {linkedText(body)}
        </div>
      ) : (
        <NoteEdit note={note} text={edited} onChange={setEdited} onClose={() => setEdited(null)} />
      )}
    </article>
  );
}

interface NoteEditProps {
  note: ContactNote;
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

function NoteEdit({ note, text, onChange, onClose }: NoteEditProps) {
  const refresh = useRefreshNotes(note.contactId);
  const saving = useMutation({
    mutationFn: (content: string) =>
      call(editContactNote, { params: { id: note.contactId, noteId: note.id }, body: { content } }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: (error) => toastFailure(error, notes('notSaved')),
  });
  const submit = () => {
    const content = text.trim();
    if (content === note.body) onClose();
    else if (content && !saving.isPending) saving.mutate(content);
  };
  return (
    <>
      <Textarea
        ref={(field) => field?.focus()}
        rows={2}
        autoresize
        dir="auto"
        aria-label={notes('editNote')}
        maxLength={messageMaxLength}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (!isSubmit(event)) return;
          event.preventDefault();
          submit();
        }}
      />
      <p className={noteStyles.hint}>{notes('editHint')}</p>
    </>
  );
}
