/** Setting up threads in Slack: the app, its secrets and channels, and what its screen says of their state. */
import { defaultSettings, secretMask, type Settings } from '@parley/contracts/settings/settings';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SlackThreads } from '../src/features/integrations/slack-threads.tsx';
import { useSettings } from '../src/forms/settings.ts';
import { type Answers, settingsAnswers, show } from './screen.tsx';

function Threads() {
  const { data } = useSettings();
  return data ? <SlackThreads settings={data} /> : null;
}

const site = { id: '0199a000-0000-7000-8000-0000000000a1', domain: 'shop.example.com' };
const support = { id: 'C0SUPPORT', name: 'support', isPrivate: false, isMember: true };
const sales = { id: 'C0SALES', name: 'sales', isPrivate: true, isMember: false };
const connected: Settings['slackThreadsConfig'] = {
  ...defaultSettings.slackThreadsConfig,
  botToken: secretMask,
  signingSecret: secretMask,
};
const reads: Answers = {
  'GET /api/teams': [],
  'GET /api/websites': [site],
  'GET /api/slack/channels': [support, sales],
  'GET /api/deliveries': [],
};
const open = (slackThreadsConfig: Settings['slackThreadsConfig'], answers: Answers = {}) =>
  show(<Threads />, { ...settingsAnswers({ slackThreadsConfig }), ...reads, ...answers });

it('begins with the app to create, and asks Slack for channels only once its token is saved', async () => {
  const { user, sent } = await open(defaultSettings.slackThreadsConfig);
  await user.click(await screen.findByRole('button', { name: 'Set up threads' }));
  const link = screen.getByRole('link', { name: 'Create Slack app' }).getAttribute('href') ?? '';
  const manifest: unknown = JSON.parse(new URL(link).searchParams.get('manifest_json') ?? '');
  expect(manifest).toMatchObject({
    settings: { event_subscriptions: { request_url: `${window.location.origin}/api/slack/events` } },
  });
  expect(screen.getByText(/Save the bot token and the signing secret/)).toBeTruthy();
  expect(screen.getByText(/Not connected yet/)).toBeTruthy();
  expect(sent('GET /api/slack/channels')).toEqual([]);
});

it('adds a channel for some websites, and saves it without the secrets', async () => {
  const { user, sent } = await open(connected);
  await user.click(await screen.findByRole('button', { name: 'Add channel' }));
  await user.click(await screen.findByText('Websites'));
  await user.click(screen.getByRole('checkbox', { name: site.domain }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const channels = [{ channelId: support.id, name: 'support', websiteIds: [site.id], teamIds: [] }];
  expect(sent('POST /api/settings')).toEqual([{ slackThreadsConfig: { channels, expected: { channels: [] } } }]);
  expect(screen.getByRole('option', { name: '#sales (app not invited)' })).toBeTruthy();
});

it('says in words what failed last', async () => {
  const dead = { channel: 'slack', status: 'dead', lastError: 'Slack is away.', updatedAt: '2026-11-21T09:30:00.000Z' };
  await open(
    { ...connected, channels: [{ channelId: support.id, name: 'support', websiteIds: [], teamIds: [] }] },
    { 'GET /api/deliveries': [dead] },
  );
  expect(await screen.findByText(/Last failure, .*: Slack is away\./)).toBeTruthy();
});
