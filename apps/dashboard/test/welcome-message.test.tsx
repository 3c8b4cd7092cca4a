/** The welcome messages of the widget's settings: one for everybody, and others for single languages. */
import { defaultSettings, type Settings } from '@parley/contracts/settings/settings';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Appearance } from '../src/features/widget-settings/appearance.tsx';
import { useDraft } from '../src/forms/draft.ts';
import { useSettings } from '../src/forms/settings.ts';
import { settingsAnswers, show } from './screen.tsx';

function Form({ config }: { config: Settings['widgetConfig'] }) {
  return <Appearance draft={useDraft('widget', config)} />;
}
function Saved() {
  const { data } = useSettings();
  return data ? <Form config={data.widgetConfig} /> : null;
}

const message = () => screen.findByLabelText<HTMLTextAreaElement>('Welcome message');
const language = () => screen.findByLabelText<HTMLSelectElement>('For visitors in');
const saved = 'POST /api/settings';

it('is written for one language beside the one for everybody, which stays as it is', async () => {
  const { user, sent } = await show(<Saved />, settingsAnswers());
  expect((await message()).value).toBe('Hi! How can we help you today?');
  await user.selectOptions(await language(), 'de');
  expect((await message()).value).toBe('');
  expect((await message()).placeholder).toBe('Hi! How can we help you today?');
  await user.type(await message(), 'Moin!');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(saved)).toEqual([
    { widgetConfig: { welcomeMessages: { de: 'Moin!' }, expected: { welcomeMessages: {} } } },
  ]);
});

it('goes where a language’s own is emptied', async () => {
  const widgetConfig = { ...defaultSettings.widgetConfig, welcomeMessages: { de: 'Moin!', fr: 'Bonjour !' } };
  const { user, sent } = await show(<Saved />, settingsAnswers({ widgetConfig }));
  await user.selectOptions(await language(), 'de');
  await user.clear(await message());
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent(saved)).toEqual([
    {
      widgetConfig: {
        welcomeMessages: { fr: 'Bonjour !' },
        expected: { welcomeMessages: { de: 'Moin!', fr: 'Bonjour !' } },
      },
    },
  ]);
});
