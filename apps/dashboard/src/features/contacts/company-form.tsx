import type { Company } from '@parley/contracts/conversations/companies';
import { companyNameMaxLength } from '@parley/contracts/conversations/limits';
import { addCompany, getCompany, listCompanies, updateCompany } from '@parley/contracts/routes/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { companyWords as words } from '../../i18n/en/companies.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface CompanyFormProps {
  /** Company to change; a new one without. */
  company?: Company;
  onSaved: (company: Company) => void;
  onClose: () => void;
}

const domainsIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** Asks for the name and the domains of a company. */
export default function CompanyForm({ company, onSaved, onClose }: CompanyFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(company?.name ?? '');
  const [typed, setTyped] = useState(company?.domains.join(', ') ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), domains: domainsIn(typed) };
      if (!company) return call(addCompany, { body });
      const expected = { name: company.name, domains: company.domains };
      return call(updateCompany, { params: { id: company.id }, body: { ...body, expected } });
    },
    onSuccess: (saved) => {
      client.setQueryData(keyOf(getCompany, { params: { id: saved.id } }), saved);
      void client.invalidateQueries({ queryKey: keyOf(listCompanies) });
      onSaved(saved);
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <FormDialog
      title={words(company ? 'edit' : 'add')}
      submitLabel={company ? attributeWords('save') : words('add')}
      isPaused={save.isPending || name.trim() === ''}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words('name')}
        required
        maxLength={companyNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={words('domains')}
        hint={words('domainsHint')}
        dir="ltr"
        placeholder="acme.com"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
