import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { Sidebar } from '../src/layout/sidebar.tsx';
import { leave, show } from './screen.tsx';

afterEach(leave);

function At({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(path), [navigate, path]);
  return <Sidebar open={false} onClose={() => undefined} />;
}

it.each([
  ['/', 'Dashboard'],
  ['/contacts', 'Contacts'],
  ['/contacts/0199a000-0000-7000-8000-000000000001', 'Contacts'],
  ['/knowledge/new', 'Knowledge'],
  ['/reports/people', 'Reports'],
  ['/docs/integrations', 'Integrations'],
])('the sidebar at %s shows that the user is in %s', async (path, name) => {
  await show(<At path={path} />, { 'GET /api/conversations/unread': { conversations: 0 } });
  expect(await screen.findByRole('link', { name, current: 'page' })).toBeTruthy();
  expect(screen.getAllByRole('link', { current: 'page' })).toHaveLength(1);
});
