import { companiesPerPageMax } from '@parley/contracts/conversations/limits';
import { addCompany, listCompanies } from '@parley/contracts/routes/companies';
import { getContact, updateContact } from '@parley/contracts/routes/contacts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Building2, Plus } from 'lucide-react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { companyWords as words } from '../../i18n/en/companies.ts';
import { fittingOptions, Picker, type PickerOption } from '../../ui/picker.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface CompanyPickerProps {
  contactId: string;
  /** Company that the contact belongs to. */
  companyId: string | undefined;
  onClose: () => void;
}

const none = 'none';
const added = 'added';

/** Chooses the company of a contact, or adds one with the typed name. */
export default function CompanyPicker({ contactId, companyId, onClose }: CompanyPickerProps) {
  const client = useQueryClient();
  const companies = useRead(listCompanies, { query: { limit: companiesPerPageMax } }).data ?? [];
  const choose = useMutation({
    mutationFn: async ({ id, typed }: { id: string; typed: string }) => {
      const chosen = id === added ? (await call(addCompany, { body: { name: typed } })).id : id;
      return call(updateContact, { params: { id: contactId }, body: { companyId: chosen === none ? null : chosen } });
    },
    onSuccess: (contact) => {
      client.setQueryData(keyOf(getContact, { params: { id: contactId } }), contact);
      void client.invalidateQueries({ queryKey: keyOf(listCompanies) });
    },
    onError: (error) => toastFailure(error),
  });
  const options = (typed: string): PickerOption[] => {
    const known = companies.map(({ id, name, domains }) => ({
      id,
      label: name,
      keywords: domains.join(' '),
      detail: domains[0] ?? '',
      isChosen: id === companyId,
      icon: <Building2 size={15} aria-hidden />,
    }));
    const isNew = typed !== '' && !companies.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
    return [
      ...fittingOptions(known, typed),
      ...(isNew
        ? [{ id: added, label: words('addNamed', { name: typed }), icon: <Plus size={15} aria-hidden /> }]
        : []),
      ...(companyId && typed === '' ? [{ id: none, label: words('noCompany') }] : []),
    ];
  };
  return (
    <Picker
      title={words('change')}
      placeholder={words('find')}
      options={options}
      onChoose={(id, typed) => choose.mutate({ id, typed })}
      onClose={onClose}
      nothing={words('noneFound')}
    />
  );
}
