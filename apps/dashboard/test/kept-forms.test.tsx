/** Edits of whole screens' forms, which are kept while another screen is open. */
import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import IntegrationsPage from '../src/pages/integrations-page.tsx';
import SettingsPage from '../src/pages/settings-page.tsx';
import WidgetPage from '../src/pages/widget-page.tsx';
import { settingsAnswers, show, SilentLive } from './screen.tsx';

/** Opens a screen with another one to switch to. */
const open = (Screen: ComponentType) =>
  show(
    <SilentLive>
      <Link to="/">There</Link>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/" element={<Screen />} />
        <Route path="/elsewhere" element={<h1>Somewhere else</h1>} />
      </Routes>
    </SilentLive>,
    { ...settingsAnswers(), 'GET /api/websites': [], 'GET /api/representatives': [] },
  );

it.each([
  ['widget settings', WidgetPage, 'Welcome message', 'Moin!'],
  ['integrations', IntegrationsPage, 'SMTP host', 'mail.example.com'],
  ['settings', SettingsPage, 'Full name', 'Ada M.'],
] as const)(
  'what was typed in the %s is kept while another screen is open, and says so, until it is discarded',
  async (_, Screen, label, text) => {
    const { user, calls } = await open(Screen);
    const field = () => screen.findByLabelText<HTMLInputElement>(label);
    const saved = (await field()).value;
    await user.clear(await field());
    await user.type(await field(), text);
    await screen.findByText(/^Unsaved.*\(kept as a draft\)$/);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await screen.findByRole('heading', { name: 'Somewhere else' });
    expect(screen.queryByLabelText(label)).toBe(null);
    await user.click(screen.getByRole('link', { name: 'There' }));
    expect((await field()).value).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect((await field()).value).toBe(saved));
    expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
  },
);

it('the colour of the widget is a text field, with a picker beside it that names itself and has the same colour', async () => {
  const { user } = await open(WidgetPage);
  const text = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Primary colour' });
  const picker = screen.getByLabelText<HTMLInputElement>('Pick a colour');
  expect(text.value).toMatch(/^#[\da-f]{6}$/);
  expect(picker.value).toBe(text.value);
  await user.clear(text);
  await user.type(text, '#112233');
  expect(picker.value).toBe('#112233');
});
