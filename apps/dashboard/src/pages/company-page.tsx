import { Button } from '@chakra-ui/react';
import type { Company } from '@parley/contracts/conversations/companies';
import { contactsPerPage, conversationsPerPage } from '@parley/contracts/conversations/limits';
import {
  deleteCompany,
  getCompany,
  listCompanies,
  listCompanyContacts,
  listCompanyConversations,
} from '@parley/contracts/routes/companies';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { call } from '../api/call.ts';
import { isOfNothing } from '../api/call-error.ts';
import { pagesOf } from '../api/pages.ts';
import { keyOf, useRead } from '../api/read.ts';
import { ContactRow } from '../features/contacts/contact-row.tsx';
import { ConversationLinks } from '../features/contacts/contact-conversations.tsx';
import styles from '../features/contacts/contacts.module.css';
import { useMay } from '../forms/permissions.ts';
import { companyWords as words } from '../i18n/en/companies.ts';
import { layout } from '../i18n/en/layout.ts';
import { lazyPart } from '../loading/part.tsx';
import { Awaited } from '../ui/awaited.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../ui/empty-state.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Placeholders } from '../ui/placeholders.tsx';

const CompanyForm = lazyPart(() => import('../features/contacts/company-form.tsx'));
const CompanyAttributes = lazyPart(async () => ({
  default: (await import('../domain/attributes/attributes.tsx')).CompanyAttributes,
}));

/** /companies/:id: shows a company, its people and all their conversations. */
export default function CompanyPage() {
  const { id = '' } = useParams();
  const company = useRead(getCompany, { params: { id } });
  usePageTitle(company.data?.name ?? words('company'));
  const isUnknown = isOfNothing(company.error);
  return (
    <div className={styles.page}>
      <BackLink to="/companies">{words('back')}</BackLink>
      {company.isPending && <Placeholders count={6} />}
      {isUnknown && (
        <EmptyState
          icon={Building2}
          title={words('unknown')}
          action={<EmptyAction to="/companies">{words('back')}</EmptyAction>}
        >
          {words('unknownHint')}
        </EmptyState>
      )}
      {company.isError && !company.data && !isUnknown && (
        <FailedState error={company.error} retry={() => void company.refetch()} />
      )}
      {company.data && !isUnknown && <Known key={id} company={company.data} />}
    </div>
  );
}

function Known({ company }: { company: Company }) {
  return (
    <>
      <Head company={company} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={layout('conversations')} action={<InInbox id={company.id} />} flush>
            <Conversations id={company.id} />
          </Panel>
        </div>
        <div className={styles.column}>
          <Panel title={words('contacts')} flush>
            <Contacts id={company.id} />
          </Panel>
          <Suspense>
            <CompanyAttributes companyId={company.id} values={company.attributes} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function Head({ company }: { company: Company }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const mayChange = useMay('contacts.update');
  return (
    <header className={styles.head}>
      <Building2 size={32} aria-hidden />
      <div className={styles.title}>
        <h1>
          <bdi>{company.name}</bdi>
        </h1>
        <p className={styles.quiet}>{company.domains.join(', ')}</p>
      </div>
      {mayChange && (
        <>
          <Button size="xs" variant="outline" onClick={() => setIsEditing(true)}>
            <Pencil size={14} aria-hidden /> {words('edit')}
          </Button>
          <Button size="xs" variant="outline" onClick={() => setDeleting(company.id)}>
            <Trash2 size={14} aria-hidden /> {words('delete')}
          </Button>
        </>
      )}
      {isEditing && (
        <Suspense>
          <CompanyForm company={company} onSaved={() => setIsEditing(false)} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
      <DeleteDialog
        title={words('delete')}
        id={deleting}
        remove={(id) => call(deleteCompany, { params: { id } })}
        onDeleted={() => {
          void client.invalidateQueries({ queryKey: keyOf(listCompanies) });
          void navigate('/companies');
        }}
        onClose={() => setDeleting(null)}
      >
        {words('deleteHint')}
      </DeleteDialog>
    </header>
  );
}

/** Leads to the conversations as a list that can be filtered further. */
function InInbox({ id }: { id: string }) {
  const where = JSON.stringify({ field: 'company', op: 'is', value: id });
  return (
    <Button asChild size="xs" variant="outline">
      <Link to={`/conversations?${new URLSearchParams({ filter: 'all', where }).toString()}`}>
        {words('showConversations')}
      </Link>
    </Button>
  );
}

function Conversations({ id }: { id: string }) {
  const list = useInfiniteQuery(
    pagesOf(listCompanyConversations, (cursor) => ({
      params: { id },
      query: { limit: conversationsPerPage, ...(cursor && { cursor }) },
    })),
  );
  return <ConversationLinks list={list} />;
}

function Contacts({ id }: { id: string }) {
  const list = useInfiniteQuery(
    pagesOf(listCompanyContacts, (cursor) => ({
      params: { id },
      query: { limit: contactsPerPage, ...(cursor && { cursor }) },
    })),
  );
  const contacts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Awaited read={list} lines={3} />
      {list.data && contacts.length === 0 && (
        <EmptyState
          compact
          icon={Building2}
          title={words('noContacts')}
          action={<EmptyAction to="/contacts">{layout('contacts')}</EmptyAction>}
        >
          {words('domainsHint')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {contacts.map((contact) => (
          <ContactRow key={contact.id} contact={contact} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}
