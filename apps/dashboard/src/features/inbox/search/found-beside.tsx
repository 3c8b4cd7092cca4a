import { listContacts } from '@parley/contracts/routes/contacts';
import { searchNotes } from '@parley/contracts/routes/notes';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { CircleUser, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/read.ts';
import { layout } from '../../../i18n/en/layout.ts';
import { search } from '../../../i18n/en/search.ts';
import { CustomerName } from '../../../ui/customer.tsx';
import { MatchedText } from '../../../ui/matched-text.tsx';
import { customerLabel } from '../../../ui/person.ts';
import { customerOf } from '../../../domain/contacts/contact-customer.ts';
import styles from './search.module.css';

/** Number of results of each kind above the conversations. */
const most = 3;

/** Keeps the results while the user types, until the next answer. */
const whileTyping = {
  placeholderData: <T,>(previous: T | undefined) => previous,
  gcTime: 10_000,
} satisfies Partial<UseQueryOptions>;

interface FoundBesideProps {
  /** Search as typed, filters and all. */
  asked: string;
  /** Text of the search without its filters. */
  text: string;
  linkTo: (id: string, messageSeq?: number) => string;
}

/** Shows what a search finds besides conversations, each with a link. */
export default function FoundBeside({ asked, text, linkTo }: FoundBesideProps) {
  const { data: contacts = [] } = useQuery({
    ...read(listContacts, { query: { q: text, limit: most } }),
    ...whileTyping,
  });
  const { data: notes = [] } = useQuery({ ...read(searchNotes, { query: { q: asked, limit: most } }), ...whileTyping });
  return (
    <>
      {contacts.length > 0 && (
        <Found title={layout('contacts')}>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <Link className={styles.found} to={`/contacts/${contact.id}`}>
                <CircleUser size={14} aria-hidden />
                <span className={styles.foundText}>
                  <CustomerName customer={customerOf(contact)} />
                </span>
                <small>
                  <bdi>{contact.website}</bdi>
                </small>
              </Link>
            </li>
          ))}
        </Found>
      )}
      {notes.length > 0 && (
        <Found title={search('notes')}>
          {notes.map((note) => (
            <li key={`${note.conversationId} ${note.activityNo}`}>
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
        </Found>
      )}
    </>
  );
}

function Found({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.beside} aria-label={title}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}
