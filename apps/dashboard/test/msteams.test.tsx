/** Setting up threads in Microsoft Teams: the bot's endpoint, the app to download, and the channels. */
import { defaultSettings, secretMask, type Settings } from '@parley/contracts/settings/settings';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { msteams } from '../src/features/integrations/channels/msteams.tsx';
import { integrationKinds } from '../src/features/integrations/kinds.ts';
import { useSettings } from '../src/forms/settings.ts';
import { type Answers, settingsAnswers, show } from './screen.tsx';

function Teams() {
  const { data } = useSettings();
  const kind = integrationKinds.find(({ id }) => id === 'msteams');
  return data && kind ? <msteams.Form kind={kind} settings={data} /> : null;
}

const support = { id: '19:support@thread.tacv2', name: 'Sales › Support' };
const connected: Settings['msteamsConfig'] = {
  ...defaultSettings.msteamsConfig,
  appId: '11111111-2222-4333-8444-555555555555',
  tenantId: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
  clientSecret: secretMask,
};
const reads: Answers = { 'GET /api/teams': [], 'GET /api/websites': [], 'GET /api/msteams/channels': [support] };
const open = (msteamsConfig: Settings['msteamsConfig']) =>
  show(<Teams />, { ...settingsAnswers({ msteamsConfig }), ...reads });

it('begins with the endpoint to register, and asks Teams for channels only once the app is saved', async () => {
  const { sent } = await open(defaultSettings.msteamsConfig);
  expect(await screen.findByText(`${window.location.origin}/api/msteams/activities`)).toBeTruthy();
  expect(screen.getByText(/Save the IDs and the client secret/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Download Teams app' })).toBeNull();
  expect(sent('GET /api/msteams/channels')).toEqual([]);
});

it('offers the app, and saves a channel without the secret', async () => {
  const { user, sent } = await open(connected);
  const app = await screen.findByRole('link', { name: 'Download Teams app' });
  expect(app.getAttribute('href')).toBe('/api/msteams/app');
  expect(screen.getByText('Add a channel to turn conversations into threads.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const channels = [{ channelId: support.id, name: support.name, websiteIds: [], teamIds: [] }];
  expect(sent('POST /api/settings')).toEqual([{ msteamsConfig: { channels, expected: { channels: [] } } }]);
});
