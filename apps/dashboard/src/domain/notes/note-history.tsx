import type { Activity } from '@parley/contracts/conversations/activities';
import type { ContactNote } from '@parley/contracts/conversations/contacts';
import { listContactNoteVersions } from '@parley/contracts/routes/contacts';
import { listNoteVersions } from '@parley/contracts/routes/notes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { read, alwaysFresh } from '../../api/read.ts';
import { lazyPart } from '../../loading/part.tsx';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { notes } from '../../i18n/en/notes.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { Facts } from '../../ui/facts.tsx';
import { exactTime } from '../../ui/times.ts';
import type { Version } from '../revisions/versions-dialog.tsx';
import styles from '../revisions/revisions.module.css';

const VersionsDialog = lazyPart(async () => ({
  default: (await import('../revisions/versions-dialog.tsx')).VersionsDialog,
}));

interface NoteHistoryProps {
  /** Text that the note was changed or removed. */
  children: ReactNode;
  title?: string | undefined;
  of: { activity: Activity } | { note: ContactNote };
}

/** Marks a note as changed or removed; users who may read the history open the earlier text from there. */
export function NoteHistory({ children, title, of }: NoteHistoryProps) {
  const mayRead = useMay('messages.read_history');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!mayRead) return <span title={title}>{children}</span>;
  return (
    <>
      <button type="button" className={styles.mark} title={revisions('history')} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Suspense>
        {isOpen &&
          ('activity' in of ? (
            <OfNote activity={of.activity} onClose={close} />
          ) : (
            <AboutContact note={of.note} onClose={close} />
          ))}
      </Suspense>
    </>
  );
}

const removed = (who: string | null): string => notes('removedBy', { who: who ?? common('someone') });

function OfNote({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const params = { id: activity.conversationId, activityNo: activity.activityNo };
  const { data = [] } = useQuery({ ...read(listNoteVersions, { params }), ...alwaysFresh });
  const versions = data.map(
    ({ body, actorName, createdAt }): Version => ({
      at: createdAt,
      content: body ?? removed(actorName),
      caption: (
        <Facts>
          {actorName ?? common('someone')}
          {exactTime(createdAt)}
        </Facts>
      ),
    }),
  );
  return <VersionsDialog versions={versions} onClose={onClose} />;
}

function AboutContact({ note, onClose }: { note: ContactNote; onClose: () => void }) {
  const params = { id: note.contactId, noteId: note.id };
  const { data = [] } = useQuery({ ...read(listContactNoteVersions, { params }), ...alwaysFresh });
  const versions = data.map(
    ({ body, createdAt }): Version => ({
      at: createdAt,
      content: body ?? removed(note.authorName),
      caption: exactTime(createdAt),
    }),
  );
  return <VersionsDialog versions={versions} onClose={onClose} />;
}
