import { searchNotes } from '@parley/contracts/routes/notes';
import { useQuery } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { Link } from 'react-router-dom';
import { read } from '../../api/read.ts';
import { search } from '../../i18n/en/search.ts';
import { MatchedText } from '../../ui/matched-text.tsx';
import { customerLabel } from '../../ui/person.ts';
import styles from './search.module.css';

/** So many of each kind stand above the conversations. */
const most = 3;

interface FoundBesideProps {
  /** As typed, filters and all. */
  asked: string;
  linkTo: (id: string, messageSeq?: number) => string;
}

/** What a search finds beside conversations, each leading to its place. */
export default function FoundBeside({ asked, linkTo }: FoundBesideProps) {
  const { data: notes = [] } = useQuery({
    ...read(searchNotes, { query: { q: asked, limit: most } }),
    placeholderData: (previous) => previous,
    gcTime: 10_000,
  });
  if (notes.length === 0) return null;
  return (
    <section className={styles.beside} aria-label={search('notes')}>
      <h3>{search('notes')}</h3>
      <ul>
        {notes.map((note) => (
          <li key={`${note.conversationId} ${note.actNo}`}>
            <Link className={styles.found} to={linkTo(note.conversationId, note.afterSeq)}>
              <StickyNote size={14} aria-hidden />
              <span className={styles.foundText}>
                <MatchedText {...note.match} />
              </span>
              <small title={note.actorName ? search('noteBy', { name: note.actorName }) : undefined}>
                <bdi>{customerLabel({ ...note, id: note.conversationId })}</bdi>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
