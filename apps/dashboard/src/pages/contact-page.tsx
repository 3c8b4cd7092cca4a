import type { Contact } from '@parley/contracts/conversations/contacts';
import { getContact, listContactEvents } from '@parley/contracts/routes/contacts';
import { UserRoundX } from 'lucide-react';
import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { isOfNothing } from '../api/call-error.ts';
import { useRead } from '../api/read.ts';
import { BlockButton } from '../domain/contacts/block-button.tsx';
import { ContactNotes } from '../domain/notes/contact-notes.tsx';
import { CompanyOfContact } from '../domain/contacts/company-of-contact.tsx';
import { TrackedEvents } from '../domain/tracked-events/tracked-events.tsx';
import { customerOf } from '../domain/contacts/contact-customer.ts';
import { ContactConversations } from '../features/contacts/contact-conversations.tsx';
import { ContactHead } from '../features/contacts/contact-head.tsx';
import { Identities } from '../features/contacts/identities.tsx';
import { StartButton } from '../features/starting/start-button.tsx';
import { SamePerson } from '../features/contacts/same-person.tsx';
import styles from '../features/contacts/contacts.module.css';
import { Placeholders } from '../ui/placeholders.tsx';
import { companyWords } from '../i18n/en/companies.ts';
import { visitor } from '../i18n/en/visitor.ts';
import { contactWords as words } from '../i18n/en/contacts.ts';
import { layout } from '../i18n/en/layout.ts';
import { BackLink } from '../ui/back-link.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../ui/empty-state.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { customerLabel } from '../ui/person.ts';
import { lazyPart } from '../loading/part.tsx';

const ContactAttributes = lazyPart(async () => ({
  default: (await import('../domain/attributes/attributes.tsx')).ContactAttributes,
}));

/** /contacts/:id: shows a contact, all their messages, and the team's notes. */
export default function ContactPage() {
  const { id = '' } = useParams();
  const contact = useRead(getContact, { params: { id } });
  usePageTitle(contact.data ? customerLabel(customerOf(contact.data)) : words('contact'));
  const isUnknown = isOfNothing(contact.error);
  return (
    <div className={styles.page}>
      <BackLink to="/contacts">{words('backToContacts')}</BackLink>
      {contact.isPending && <Placeholders count={6} />}
      {isUnknown && (
        <EmptyState
          icon={UserRoundX}
          title={words('unknown')}
          action={<EmptyAction to="/contacts">{words('backToContacts')}</EmptyAction>}
        >
          {words('unknownHint')}
        </EmptyState>
      )}
      {contact.isError && !contact.data && !isUnknown && (
        <FailedState error={contact.error} retry={() => void contact.refetch()} />
      )}
      {contact.data && !isUnknown && <Known key={id} contact={contact.data} />}
    </div>
  );
}

function Known({ contact }: { contact: Contact }) {
  return (
    <>
      <ContactHead contact={contact}>
        {contact.blockedAt === null && <StartButton contact={contact} />}
        <BlockButton contactId={contact.id} isBlocked={contact.blockedAt !== null} isCommand />
      </ContactHead>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={layout('conversations')} flush>
            <ContactConversations contactId={contact.id} />
          </Panel>
        </div>
        <div className={styles.column}>
          <Panel title={words('notes')} description={words('notesHint')}>
            <ContactNotes contactId={contact.id} />
          </Panel>
          <Panel title={companyWords('company')}>
            <CompanyOfContact contactId={contact.id} company={contact.company} />
          </Panel>
          <Panel title={words('knownBy')}>
            <Identities identities={contact.identities} />
            <Suspense>
              <ContactAttributes contactId={contact.id} values={contact.attributes} />
            </Suspense>
          </Panel>
          <Events contactId={contact.id} />
          <SamePerson contact={contact} />
        </div>
      </div>
    </>
  );
}

/** Shows the events that websites tracked, if there are any. */
function Events({ contactId }: { contactId: string }) {
  const { data = [] } = useRead(listContactEvents, { params: { id: contactId } });
  if (data.length === 0) return null;
  return (
    <Panel title={visitor('events')}>
      <TrackedEvents events={data} />
    </Panel>
  );
}
