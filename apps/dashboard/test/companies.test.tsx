/** Companies: their list, the page of each, and the company of a contact. */
import type { Company } from '@parley/contracts/conversations/companies';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { CompanyOfContact } from '../src/domain/contacts/company-of-contact.tsx';
import CompaniesPage from '../src/pages/companies-page.tsx';
import CompanyPage from '../src/pages/company-page.tsx';
import { type Answers, type Call, leave, show, whoMay } from './screen.tsx';

afterEach(leave);

const acme: Company = {
  id: '0199a000-0000-7000-8000-0000000000aa',
  name: 'Acme',
  domains: ['acme.example'],
  contactCount: 2,
  attributes: [],
  createdAt: '2026-01-01T00:00:00.000Z',
};
const of = (method: string, path = '') => `${method} /api/companies/${acme.id}${path}`;
const answers: Answers = {
  'GET /api/companies': [acme],
  [of('GET')]: acme,
  [of('GET', '/contacts')]: [],
  [of('GET', '/conversations')]: [],
  'GET /api/attributes': [],
};

function At({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
  return (
    <Routes>
      <Route path="/companies" element={<CompaniesPage />} />
      <Route path="/companies/:id" element={<CompanyPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
}
const open = (path: string, more: Answers = {}) => show(<At path={path} />, { ...answers, ...more });

it('lists companies, and adds one with its domains', async () => {
  const { user, sent } = await open('/companies', { 'POST /api/companies': acme });
  const link = await screen.findByRole('link', { name: /Acme/ });
  expect(link.getAttribute('href')).toBe(`/companies/${acme.id}`);
  await user.click(screen.getByRole('button', { name: 'Add company' }));
  await user.type(await screen.findByLabelText(/^Name/), 'Acme');
  await user.type(screen.getByLabelText(/^Email domains/), 'acme.example, acme.test');
  await user.click(screen.getAllByRole('button', { name: 'Add company' }).at(-1) ?? document.body);
  await vi.waitFor(() =>
    expect(sent('POST /api/companies')).toEqual([{ name: 'Acme', domains: ['acme.example', 'acme.test'] }]),
  );
  await screen.findByRole('heading', { name: 'Acme' });
});

it('leads from a company to its conversations in the inbox, and deletes it after a question', async () => {
  const { user, sent } = await open(`/companies/${acme.id}`, { [of('DELETE')]: null });
  const link = await screen.findByRole('link', { name: 'Show in inbox' });
  const where = new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('where');
  expect(JSON.parse(where ?? '')).toEqual({ field: 'company', op: 'is', value: acme.id });
  await user.click(screen.getByRole('button', { name: 'Delete company' }));
  expect(sent(of('DELETE'))).toHaveLength(0);
  await screen.findByText('Its contacts and conversations stay.');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(sent(of('DELETE'))).toHaveLength(1));
});

it('chooses the company of a contact by typing, or adds one with the typed name', async () => {
  const contact = 'PATCH /api/contacts/p1';
  const { user, sent } = await show(<CompanyOfContact contactId="p1" company={null} />, {
    ...answers,
    [contact]: ({ body }: Call) => body,
    'POST /api/companies': { ...acme, id: 'new' },
  });
  await user.click(await screen.findByRole('button', { name: 'Change company' }));
  await user.click(await screen.findByRole('option', { name: /^Acme/ }));
  await vi.waitFor(() => expect(sent(contact)).toEqual([{ companyId: acme.id }]));
  await user.click(screen.getByRole('button', { name: 'Change company' }));
  await user.type(await screen.findByRole('combobox'), 'Umbrella');
  await user.click(await screen.findByRole('option', { name: 'Add “Umbrella”' }));
  await vi.waitFor(() => expect(sent(contact).at(-1)).toEqual({ companyId: 'new' }));
  expect(sent('POST /api/companies')).toEqual([{ name: 'Umbrella' }]);
});

it('offers no change to users who may not change contacts', async () => {
  const company = { id: acme.id, name: 'Acme', source: 'domain' } as const;
  await show(<CompanyOfContact contactId="p1" company={company} />, answers, whoMay(['contacts.read']));
  expect((await screen.findByRole('link', { name: 'Acme' })).getAttribute('href')).toBe(`/companies/${acme.id}`);
  screen.getByText('by email domain');
  expect(screen.queryByRole('button', { name: 'Change company' })).toBeNull();
});
