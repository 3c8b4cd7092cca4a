import { Button } from '@chakra-ui/react';
import { companiesPerPage } from '@parley/contracts/conversations/limits';
import type { Filter } from '@parley/contracts/filter/filter';
import { listCompanies } from '@parley/contracts/routes/companies';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { pagesOf } from '../api/pages.ts';
import { rowProps, useRows } from '../commands/rows.ts';
import { filterIn } from '../domain/filter/filter-in.ts';
import styles from '../features/contacts/contacts.module.css';
import { FilterButton } from '../features/contacts/filter-button.tsx';
import { useMay } from '../forms/permissions.ts';
import { companyWords as words } from '../i18n/en/companies.ts';
import { contactWords } from '../i18n/en/contacts.ts';
import { teamWords } from '../i18n/en/team.ts';
import { views } from '../i18n/en/views.ts';
import { lazyPart } from '../loading/part.tsx';
import { Awaited } from '../ui/awaited.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { PanelSearch } from '../ui/panel-search.tsx';
import { Panel } from '../ui/panel.tsx';

const AttributeFilter = lazyPart(() => import('../features/contacts/attribute-filter.tsx'));
const CompanyForm = lazyPart(() => import('../features/contacts/company-form.tsx'));

/** /companies: all companies, newest first, and those that a search finds. */
export default function CompaniesPage() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const search = address.get('q') ?? '';
  const q = useDeferredValue(search.trim());
  const where = filterIn(address.get('filter'));
  const filter = where ? JSON.stringify(where) : '';
  const [isFiltering, setFiltering] = useState(where !== null);
  const [isAdding, setIsAdding] = useState(false);
  const mayAdd = useMay('contacts.update');
  useRows();
  const list = useInfiniteQuery({
    ...pagesOf(listCompanies, (cursor) => ({
      query: { ...(q && { q }), ...(filter && { filter }), limit: companiesPerPage, ...(cursor && { cursor }) },
    })),
    placeholderData: keepPreviousData,
  });
  const companies = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const show = (text: string, wanted: Filter | null) =>
    setAddress({ ...(text && { q: text }), ...(wanted && { filter: JSON.stringify(wanted) }) }, { replace: true });
  const add = () => setIsAdding(true);
  return (
    <Page
      title={words('title')}
      description={words('about')}
      action={
        <>
          <FilterButton
            list="companies"
            isFiltering={isFiltering}
            onToggle={() => {
              setFiltering(!isFiltering);
              if (isFiltering) show(search, null);
            }}
          />
          {mayAdd && (
            <Button size="xs" variant="outline" onClick={add}>
              <Plus size={14} aria-hidden /> {words('add')}
            </Button>
          )}
        </>
      }
    >
      <BackLink to="/contacts">{contactWords('backToContacts')}</BackLink>
      <Panel flush mt="3">
        <PanelSearch
          label={words('search')}
          placeholder={words('searchHint')}
          value={search}
          onChange={(text) => show(text, where)}
        />
        {isFiltering && (
          <Suspense>
            <AttributeFilter list="companies" where={where} onChange={(wanted) => show(search, wanted)} />
          </Suspense>
        )}
        <Awaited read={list} lines={6} />
        {list.data && companies.length === 0 && (
          <EmptyState
            compact
            icon={Building2}
            title={words(q || where ? 'noneFound' : 'noneYet')}
            action={
              q || where ? (
                <EmptyAction onClick={() => show('', null)}>
                  {where ? views('clear') : teamWords('clearSearch')}
                </EmptyAction>
              ) : (
                mayAdd && <EmptyAction onClick={add}>{words('add')}</EmptyAction>
              )
            }
          >
            {q || where ? null : words('noneYetHint')}
          </EmptyState>
        )}
        <ul className={styles.list}>
          {companies.map(({ id, name, domains, contactCount }) => (
            <li key={id} className={styles.entry} {...rowProps}>
              <Link className={styles.row} to={`/companies/${id}`}>
                <Building2 size={20} aria-hidden />
                <span className={styles.who}>
                  <bdi>{name}</bdi>
                  <small>{domains.join(', ')}</small>
                </span>
                <span className={styles.count} data-numbers>
                  {words('contactCount', { number: contactCount })}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <MoreButton list={list} />
      </Panel>
      {isAdding && (
        <Suspense>
          <CompanyForm onSaved={({ id }) => void navigate(`/companies/${id}`)} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}
