/** The settings: their column, the search, and the way from a result to its field. */
import { defaultNotificationSettings } from '@parley/contracts/notifications/notification';
import { builtInPermissions, type Permission, permissions } from '@parley/contracts/permissions/permissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, type Setting, settingsEntries } from '../src/domain/settings/entries.ts';
import { findSettings } from '../src/domain/settings/search.ts';
import { showLanguage } from '../src/i18n/language.ts';
import IntegrationsPage from '../src/pages/integrations-page.tsx';
import RepresentativesPage from '../src/pages/representatives-page.tsx';
import SettingsArea from '../src/pages/settings-area.tsx';
import SettingsPage from '../src/pages/settings-page.tsx';
import WidgetPage from '../src/pages/widget-page.tsx';
import { ada, type Answers, settingsAnswers, show, SilentLive, whoMay } from './screen.tsx';

const everything = () => true;
const all = () => settingsEntries(everything);

/** Keeps the way to another address for the test. */
function Going({ toKeep }: { toKeep: (go: (address: string) => void) => void }) {
  const navigate = useNavigate();
  useEffect(() => toKeep((address) => void navigate(address)), [navigate, toKeep]);
  return null;
}

/** Whether the marked part of the page is about the setting and has the focus; or whether its form is open. */
function isRevealed({ label, opens }: Setting): boolean {
  const focused = document.activeElement;
  if (opens) return focused?.closest('form,[role=dialog],[data-row]') !== null;
  return [...document.querySelectorAll('[data-revealed]')].some(
    (each) => `${each.textContent}${each.getAttribute('aria-label') ?? ''}`.includes(label) && each.contains(focused),
  );
}

const website = {
  id: 'site',
  domain: 'shop.example.com',
  name: 'Shop',
  isActive: true,
  allowedPages: [],
  whitelistMode: false,
  look: {},
  forms: { before: null, away: null, handOff: null },
  proactive: { remembers: false, holdOutPercent: 10 },
  liveVisitors: 'off',
  files: { when: 'always', kinds: ['picture'], maxBytes: 1_048_576 },
  help: { inWidget: 'chat', host: null },
};
const representative = {
  id: 'representative',
  name: 'representative',
  builtIn: 'representative',
  permissions: builtInPermissions.representative,
  scope: 'everything',
  updatedAt: ada.createdAt,
};
const lists = [
  'websites',
  'conversations',
  'representatives',
  'invitations',
  'teams',
  'tags',
  'attributes',
  'views',
  'canned-replies',
  'api-keys',
  'profile/api-keys',
  'second-factors',
  'identity-providers',
  'directory/tokens',
  'directory/groups',
  'audit',
  'webhooks',
  'tools',
  `users/${ada.id}/sessions`,
];
const answers: Answers = {
  ...settingsAnswers(),
  ...Object.fromEntries(lists.map((path) => [`GET /api/${path}`, []])),
  'GET /api/websites': [website],
  'GET /api/roles': [representative],
  'GET /api/notifications/settings': defaultNotificationSettings,
  'GET /api/copilot': { features: ['summaries', 'translation'] },
  [`GET /api/users/${ada.id}/second-factor`]: {
    totp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    passkeysAt: 'https://desk.example.com',
  },
};

async function open(address: string, me: Parameters<typeof show>[2] = ada) {
  const ways: ((address: string) => void)[] = [];
  const keep = (way: (address: string) => void) => void ways.push(way);
  const go = (to: string) => act(() => ways.at(-1)?.(to));
  const page = await show(
    <SilentLive>
      <Going toKeep={keep} />
      <Link to="/elsewhere">Elsewhere</Link>
      <main>
        <Routes>
          <Route element={<SettingsArea />}>
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/settings/:entry" element={<p>No such setting</p>} />
            <Route path="/widget" element={<WidgetPage />} />
            <Route path="/representatives" element={<RepresentativesPage />} />
            <Route path="/integrations" element={<IntegrationsPage />} />
          </Route>
          <Route path="*" element={<p>Another screen</p>} />
        </Routes>
      </main>
    </SilentLive>,
    answers,
    me,
  );
  go(address);
  return { ...page, go };
}

/** Makes the window wide enough for the column, or not. */
const windowIs = (isNarrow: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
beforeEach(() => windowIs(false));

describe('the list of settings', () => {
  it('has an address of its own for every entry, and a name of its own for every setting', () => {
    const addresses = all().map(({ to }) => to);
    expect(new Set(addresses).size).toBe(addresses.length);
    const ids = all().flatMap(({ settings }) => settings.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(all().filter(({ to, settings }) => !to.startsWith('/knowledge') && settings.length > 0))(
    'names what is on the screen of $label: each setting is shown, marked and focused at its address',
    async (entry) => {
      const { go } = await open(entry.to);
      for (const setting of entry.settings) {
        go(addressOf(entry, setting));
        await waitFor(() => expect([setting.id, isRevealed(setting)]).toEqual([setting.id, true]), { timeout: 8_000 });
      }
    },
  );

  it('offers users only what they may open', () => {
    const idsFor = (granted: readonly Permission[]) =>
      settingsEntries((each) => granted.includes(each)).map(({ id }) => id);
    const others = ['sso', 'audit', 'api-keys', 'directory', 'webhooks', 'roles', 'teams', 'identity'];
    expect(idsFor(builtInPermissions.representative).filter((id) => others.includes(id))).toEqual([]);
    expect(idsFor(permissions)).toEqual(expect.arrayContaining(others));
  });
});

describe('the search', () => {
  const found = (typed: string) => findSettings(all(), typed).map(({ label }) => label);

  it('finds a setting by its label first, then by other words for it', () => {
    expect(found('session time')[0]).toBe('Session timeout');
    expect(found('2fa')).toEqual(expect.arrayContaining(['Security', 'Password and sessions']));
    expect(found('dark mode')).toContain('Language and colours');
    expect(found('wordpress')).toContain('Install');
    expect(found('identity secret')).toEqual(['Verified identity']);
    expect(found('xyzzy')).toEqual([]);
    expect(found(' ')).toEqual([]);
  });

  it('finds it in the user’s language, without regard to accents and case', async () => {
    await showLanguage('de');
    expect(found('OFFNUNGSZEITEN')).toContain('Geschäftszeiten');
    await showLanguage('fr');
    expect(found('mode sombre')).toContain('Langue et couleurs');
  });

  it('leads to the field, and stays beside it with what it found', async () => {
    const { user } = await open('/settings');
    await user.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'data retention');
    await user.click(await screen.findByRole('link', { name: /^Data retention/ }));
    const focused = () => document.activeElement?.getAttribute('aria-label');
    await waitFor(() => expect(focused()).toBe('Data retention'), { timeout: 8_000 });
    expect(screen.getByRole('link', { name: /^Data retention/ })).toBeTruthy();
  });

  it('says so where nothing is found', async () => {
    const { user } = await open('/settings');
    await user.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'zzz');
    expect(await screen.findByText('No setting for “zzz”.')).toBeTruthy();
  });
});

describe('the column', () => {
  it('has the five specified tabs under their names and addresses', async () => {
    await open('/settings');
    for (const [name, id] of [
      ['Profile', 'profile'],
      ['Business Hours', 'hours'],
      ['Notifications', 'notifications'],
      ['Security', 'security'],
      ['Data Management', 'data'],
    ] as const)
      expect((await screen.findByRole('tab', { name })).getAttribute('href')).toBe(`/settings?tab=${id}`);
    expect(screen.getByRole('tab', { name: 'Profile' }).getAttribute('aria-selected')).toBe('true');
  });

  it('stays beside the widget, the team and the integrations, with the entry that is shown', async () => {
    const { user } = await open('/integrations?tab=slack');
    const column = within(await screen.findByRole('navigation', { name: 'All settings' }));
    expect(column.getByRole('link', { current: 'page' }).textContent).toBe('Slack');
    await user.click(column.getByRole('button', { name: 'Search settings' }));
    await user.keyboard('trel');
    expect(await column.findByRole('link', { name: /^Trello/ })).toBeTruthy();
  });

  it('is a list of its own on a phone, and each page leads back to it', async () => {
    windowIs(true);
    const { user } = await open('/settings');
    await user.click(await screen.findByRole('tab', { name: 'Business Hours' }));
    expect(await screen.findByText('Enable business hours')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'All settings' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('navigation', { name: 'All settings' })).toBeTruthy();
  });

  it('redirects the short address of an entry to where it is', async () => {
    await open('/settings/audit');
    expect((await screen.findByRole('tab', { name: 'Audit log' })).getAttribute('aria-selected')).toBe('true');
  });

  it('offers no tab that the user may not open, even by its address', async () => {
    await open('/settings?tab=audit', whoMay(['conversations.read']));
    expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Audit log' })).toBeNull();
  });
});

describe('unsaved edits', () => {
  const edit = async () => {
    const page = await open('/settings');
    await page.user.type(await screen.findByLabelText('Full name', { exact: false }), '!');
    expect(await screen.findByRole('tab', { name: /^Profile.*unsaved changes$/ })).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    return {
      ...page,
      question: within(await screen.findByRole('alertdialog', { name: 'Leave with unsaved changes?' })),
    };
  };

  it('are asked about before a link leads out of the settings', async () => {
    const { user, question } = await edit();
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText<HTMLInputElement>('Full name', { exact: false }).value).toBe('Ada Moreau!');
  });

  it('are asked about before a command leads out, not within the settings', async () => {
    const { user, question, go } = await edit();
    await user.click(question.getByRole('button', { name: 'Stay' }));
    go('/widget');
    go('/settings');
    expect(screen.queryByRole('alertdialog')).toBe(null);
    go('/elsewhere');
    const again = within(await screen.findByRole('alertdialog', { name: 'Leave with unsaved changes?' }));
    await user.click(again.getByRole('button', { name: 'Keep as draft' }));
    expect(await screen.findByText('Another screen')).toBeTruthy();
  });

  it('are kept or discarded as answered', async () => {
    const { user, question } = await edit();
    await user.click(question.getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Another screen')).toBeTruthy();
  });
});
