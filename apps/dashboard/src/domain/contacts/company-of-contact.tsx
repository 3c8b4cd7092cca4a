import { IconButton } from '@chakra-ui/react';
import type { CompanyOfContact as Company } from '@parley/contracts/conversations/companies';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../../forms/permissions.ts';
import { companyWords as words } from '../../i18n/en/companies.ts';
import { lazyPart } from '../../loading/part.tsx';
import styles from './company.module.css';

const CompanyPicker = lazyPart(() => import('./company-picker.tsx'));

interface CompanyOfContactProps {
  contactId: string;
  company: Company | null;
}

/** Shows the company of a contact with what decided it, and lets users choose another one. */
export function CompanyOfContact({ contactId, company }: CompanyOfContactProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const mayChange = useMay('contacts.update');
  return (
    <div className={styles.company}>
      <span>
        {company ? <Link to={`/companies/${company.id}`}>{company.name}</Link> : words('noCompany')}
        {company?.source === 'domain' && <small> {words('byDomain')}</small>}
        {company?.source === 'signed' && <small> {words('signed')}</small>}
      </span>
      {mayChange && (
        <IconButton size="2xs" variant="ghost" aria-label={words('change')} onClick={() => setIsChoosing(true)}>
          <Pencil size={13} aria-hidden />
        </IconButton>
      )}
      {isChoosing && (
        <Suspense>
          <CompanyPicker contactId={contactId} companyId={company?.id} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
