import type { Act } from '@parley/contracts/acts';
import { editNote, removeNote } from '@parley/contracts/routes/notes';
import { useMutation } from '@tanstack/react-query';
import { Pencil, StickyNote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { clockTime, exactTime } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { linkedText } from '../thread/linked-text.tsx';
import { useColleagues } from './colleagues.ts';
import { mentionsIn, stretches } from './mention-words.ts';
import { NoteField } from './note-field.tsx';
import styles from './notes.module.css';

/** A note where it was written, as it is now. Its author may change and remove it. */
export function NoteRow({ act }: { act: Act }) {
  const me = useMe();
  const [edited, setEdited] = useState<string | null>(null);
  const { body, actorName, cause, createdAt, note } = act;
  const who = actorName ?? 'Somebody';
  if (body === null) return <p className={styles.removed}>Note removed by {who}</p>;
  const isMine = cause.by === 'representative' && cause.userId === me.id;
  return (
    <article className={styles.note} aria-label={`Note by ${who}`}>
      <header>
        <StickyNote size={13} aria-hidden />
        <bdi>{who}</bdi>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {clockTime(createdAt)}
        </time>
        {note?.editedAt && <span title={exactTime(note.editedAt)}>edited</span>}
        {isMine && edited === null && <OwnActions act={act} onEdit={() => setEdited(body)} />}
      </header>
      {edited === null ? (
        <NoteText text={body} />
      ) : (
        <NoteEdit act={act} text={edited} onChange={setEdited} onClose={() => setEdited(null)} />
      )}
    </article>
  );
}

function NoteText({ text }: { text: string }) {
  const colleagues = useColleagues();
  return (
    <div dir="auto" className={styles.text}>
      {stretches(text, colleagues).map((stretch, index) =>
        // The text is never changed in place: another one has its own stretches.
        stretch.isMention ? (
          <mark key={index}>{stretch.text}</mark>
        ) : (
          <span key={index}>{linkedText(stretch.text)}</span>
        ),
      )}
    </div>
  );
}

function OwnActions({ act, onEdit }: { act: Act; onEdit: () => void }) {
  const [asks, setAsks] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(removeNote, { params: { id: act.conversationId, actNo: act.actNo } }),
    onSuccess: () => setAsks(false),
    onError: (error) => toast({ title: 'Note not removed', description: wordsOf(error), variant: 'destructive' }),
  });
  return (
    <span className={styles.actions}>
      <button type="button" aria-label="Edit note" title="Edit" onClick={onEdit}>
        <Pencil size={13} aria-hidden />
      </button>
      <button type="button" aria-label="Remove note" title="Remove" onClick={() => setAsks(true)}>
        <Trash2 size={13} aria-hidden />
      </button>
      <ConfirmDialog
        open={asks}
        title="Remove this note?"
        confirmLabel="Remove"
        pending={removing.isPending}
        onConfirm={() => removing.mutate()}
        onClose={() => setAsks(false)}
      >
        That there was a note stays to be seen. What it said is kept for administrators.
      </ConfirmDialog>
    </span>
  );
}

interface NoteEditProps {
  act: Act;
  text: string;
  onChange: (text: string) => void;
  onClose: () => void;
}

function NoteEdit({ act, text, onChange, onClose }: NoteEditProps) {
  const colleagues = useColleagues();
  const saving = useMutation({
    mutationFn: (content: string) =>
      call(editNote, {
        params: { id: act.conversationId, actNo: act.actNo },
        body: { content, ...mentionsIn(content, colleagues) },
      }),
    onSuccess: onClose,
    onError: (error) => toast({ title: 'Note not saved', description: wordsOf(error), variant: 'destructive' }),
  });
  const submit = () => {
    const content = text.trim();
    if (content === act.body) onClose();
    else if (content && !saving.isPending) saving.mutate(content);
  };
  return (
    <>
      <NoteField label="Edit note" value={text} onChange={onChange} onSubmit={submit} onLeave={onClose} />
      <p className={styles.hint}>Enter saves · Escape cancels</p>
    </>
  );
}
