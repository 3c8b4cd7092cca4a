import { Box, Input } from '@chakra-ui/react';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { listContacts } from '@parley/contracts/routes/contacts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { read } from '../../api/read.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import choice from '../../ui/choice.module.css';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { customerOf } from './contact-customer.ts';

const foundAtOnce = 6;
/** Characters from which on contacts are searched. */
const searchMinLength = 2;

interface ContactSearchProps {
  label: string;
  placeholder: string;
  /** Shown where nobody is found. */
  nobody: string;
  /** Contact that is not offered. */
  exceptId?: string;
  onFound: (contact: ContactEntry) => void;
  /** Returns a further choice for what was typed, if there is one. */
  renderFurther?: (typed: string, found: readonly ContactEntry[]) => ReactNode;
}

/** Searches the contacts as the user types, and offers the first ones. */
export function ContactSearch(props: ContactSearchProps) {
  const { label, placeholder, nobody, exceptId, onFound, renderFurther } = props;
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const isSearched = q.length >= searchMinLength;
  const { data = [], isPlaceholderData } = useQuery({
    ...read(listContacts, { query: { q, limit: foundAtOnce + (exceptId === undefined ? 0 : 1) } }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  });
  const found = isSearched ? data.filter(({ id }) => id !== exceptId).slice(0, foundAtOnce) : [];
  const further = renderFurther?.(q, found);
  return (
    <>
      <Input
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isSearched && found.length === 0 && !further && !isPlaceholderData && (
        <Box as="p" mt="2" color="fg.muted" fontSize="sm">
          {nobody}
        </Box>
      )}
      <ul className={choice.choices}>
        {found.map((each) => (
          <li key={each.id}>
            <button type="button" className={choice.choice} onClick={() => onFound(each)}>
              <ContactLine contact={each} />
            </button>
          </li>
        ))}
        {further && <li>{further}</li>}
      </ul>
    </>
  );
}

/** Shows who a contact is, how many conversations they have, and when they were last here. */
export function ContactLine({ contact }: { contact: ContactEntry }) {
  const customer = customerOf(contact);
  return (
    <>
      <CustomerAvatar customer={customer} size="sm" />
      <Box as="span" display="grid" gridTemplateColumns="minmax(0, 1fr)" minW="0" fontWeight="500">
        <CustomerName customer={customer} />
        <Box as="small" fontSize="xs" fontWeight="400" color="fg.muted">
          <Facts>
            {words('conversationCount', { count: contact.conversationCount })}
            <Time at={contact.lastSeenAt ?? contact.firstSeenAt} short />
          </Facts>
        </Box>
      </Box>
    </>
  );
}
