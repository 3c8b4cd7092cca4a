import type { Activity } from '@parley/contracts/conversations/activities';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { listActivities } from '@parley/contracts/routes/conversations';
import { editNote, removeNote } from '@parley/contracts/routes/notes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../auth/auth.tsx';
import { clockTime, exactTime } from '../../../ui/times.ts';
import { keyOf } from '../../../api/read.ts';
import { AttachmentList } from '../../../domain/files/attachments.tsx';
import { useDecisions } from '../../../domain/files/decisions.ts';
import { linkedText } from '../../../ui/linked-text.tsx';
import { FormattedText } from '../../../ui/rich-text.tsx';
import { useMentionable } from '../../../domain/users/colleagues.ts';
import { mentionsIn, stretches } from '../../../domain/users/mention-words.ts';
import { NoteActions } from '../../../domain/notes/note-actions.tsx';
import { NoteHistory } from '../../../domain/notes/note-history.tsx';
import { NoteField } from './note-field.tsx';
import { toastFailure } from '../../../ui/toast/failure.ts';
import { writtenNote } from './written-note.ts';
import styles from '../../../domain/notes/notes.module.css';
import { activities } from '../../../i18n/en/activities.ts';
import { common } from '../../../i18n/en/common.ts';
import { notes } from '../../../i18n/en/notes.ts';

/** A note where it was written, as it is now. Its author may change and remove it. */
export function NoteRow({ activity }: { activity: Activity }) {
  const me = useMe();
  const [edited, setEdited] = useState<{ text: string; isMarkdown: boolean } | null>(null);
  const { body, actorName, cause, createdAt, note } = activity;
  const importedFrom = cause.by === 'import' ? cause.name : null;
  const who =
    cause.by === 'automation' ? activities('ruleNamed', cause) : (actorName ?? importedFrom ?? common('someone'));
  if (body === null)
    return (
      <p className={styles.removed}>
        <NoteHistory of={{ activity }}>{notes('removedBy', { who })}</NoteHistory>
      </p>
    );
  const isMine = cause.by === 'representative' && cause.userId === me.id;
  return (
    <article className={styles.note} aria-label={notes('noteBy', { who })}>
      <header>
        <StickyNote size={13} aria-hidden />
        <bdi>{who}</bdi>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {clockTime(createdAt)}
        </time>
        {note?.editedAt && (
          <NoteHistory of={{ activity }} title={exactTime(note.editedAt)}>
            {notes('edited')}
          </NoteHistory>
        )}
        {isMine && edited === null && (
          <NoteActions
            onEdit={() => setEdited({ text: note?.markdown ?? body, isMarkdown: note?.markdown !== undefined })}
            remove={() =>
              call(removeNote, { params: { id: activity.conversationId, activityNo: activity.activityNo } })
            }
          />
        )}
      </header>
      {edited === null ? (
        body !== '' && <NoteText text={body} markdown={note?.markdown} />
      ) : (
        <NoteEdit
          activity={activity}
          {...edited}
          onChange={(text, isMarkdown) => setEdited({ text, isMarkdown })}
          onClose={() => setEdited(null)}
        />
      )}
      {note?.attachments && <NoteFiles activity={activity} attachments={note.attachments} />}
    </article>
  );
}

function NoteFiles({
  activity: { conversationId },
  attachments,
}: {
  activity: Activity;
  attachments: readonly Attachment[];
}) {
  const client = useQueryClient();
  const queryKey = keyOf(listActivities, { params: { id: conversationId } });
  useDecisions(attachments, () => void client.invalidateQueries({ queryKey }));
  return <AttachmentList attachments={attachments} />;
}

function NoteText({ text, markdown }: { text: string; markdown: string | undefined }) {
  const colleagues = useMentionable();
  const withMentions = (words: string, link: (part: string) => ReactNode = (part) => part): ReactNode =>
    stretches(words, colleagues).map((stretch, index) =>
      // The text is never changed in place: another one has its own stretches.
      stretch.isMention ? <mark key={index}>{stretch.text}</mark> : <span key={index}>{link(stretch.text)}</span>,
    );
  return (
    <div dir="auto" className={styles.text}>
      {markdown === undefined ? (
        withMentions(text, linkedText)
      ) : (
        <FormattedText markdown={markdown} words={withMentions} />
      )}
    </div>
  );
}

interface NoteEditProps {
  activity: Activity;
  text: string;
  isMarkdown: boolean;
  onChange: (text: string, isMarkdown: boolean) => void;
  onClose: () => void;
}

function NoteEdit({ activity, text, isMarkdown, onChange, onClose }: NoteEditProps) {
  const colleagues = useMentionable();
  const saving = useMutation({
    mutationFn: (written: ReturnType<typeof writtenNote>) =>
      call(editNote, {
        params: { id: activity.conversationId, activityNo: activity.activityNo },
        body: { ...written, ...mentionsIn(written.content, colleagues) },
      }),
    onSuccess: onClose,
    onError: (error) => toastFailure(error, notes('notSaved')),
  });
  const submit = () => {
    const written = writtenNote(text.trim(), isMarkdown);
    if (written.content === activity.body && written.markdown === activity.note?.markdown) onClose();
    else if (written.content && !saving.isPending) saving.mutate(written);
  };
  return (
    <>
      <NoteField
        label={notes('editNote')}
        value={text}
        isMarkdown={isMarkdown}
        isFormattable
        onChange={onChange}
        onSubmit={submit}
        onLeave={onClose}
      />
      <p className={styles.hint}>{notes('editHint')}</p>
    </>
  );
}
