/** Behaviour of every integration's form: fields, masked secrets, saving, discarding, a test of the saved state. */
import { type Integration, integrations } from '@parley/contracts/channels/integrations';
import { guardedOf } from '@parley/contracts/settings/secret-fields';
import { defaultSettings, secretMask, type Settings } from '@parley/contracts/settings/settings';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settingFields } from '../src/domain/fields/fields.ts';
import { Playground } from '../src/features/integrations/playground.tsx';
import { integrationKinds } from '../src/features/integrations/kinds.ts';
import { useSettings } from '../src/forms/settings.ts';
import { ada, type Answers, type Call, leave, refusal, settingsAnswers, show } from './screen.tsx';

/** The form of a channel, once the settings are read. */
function Form({ of }: { of: Integration }) {
  const kind = integrationKinds.find(({ id }) => id === of);
  const { data } = useSettings();
  return kind && data ? <kind.Form kind={kind} settings={data} /> : null;
}

const open = (of: Integration, changed: Partial<Settings> = {}, answers: Answers = {}, me = ada) =>
  show(<Form of={of} />, { ...settingsAnswers(changed), ...answers }, me);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const isPaused = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const saved = 'POST /api/settings';

const stored = {
  slackConfig: { ...defaultSettings.slackConfig, webhookUrl: secretMask, webhookHost: 'hooks.slack.com' },
};

it.each(integrations.map(({ id, name }) => ({ id, name })))(
  'has a switch, a test and documentation of its own for $name',
  async ({ id, name }) => {
    await open(id);
    const enable = await screen.findByRole<HTMLInputElement>('checkbox', { name: `Enable ${name}` });
    expect(enable.checked).toBe(false);
    expect(isPaused(`Test ${name}`)).toBe(false);
    expect(screen.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toMatch(/^\/docs\/integrations#./);
  },
);

it.each(integrations.map(({ id, name, settings }) => ({ id, name, guarded: guardedOf(settings.schema).length })))(
  'lets a representative change no field of $name that decides where messages go, and shows who may',
  async ({ id, name, guarded }) => {
    const disabled = () => document.querySelectorAll('form :is(input, select, textarea, fieldset):disabled');
    // Address and key are shown once another server than the environment's is chosen.
    const shown = { aiConfig: { ...defaultSettings.aiConfig, provider: 'other' as const } };
    await open(id, shown);
    await screen.findByRole('checkbox', { name: `Enable ${name}` });
    expect(disabled()).toHaveLength(0);
    leave();
    await open(id, shown, {}, { ...ada, role: 'representative' });
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: `Enable ${name}` })).disabled).toBe(false);
    expect(disabled()).toHaveLength(guarded);
    expect(screen.queryAllByText(/Only admins can change this\./).length > 0).toBe(guarded > 0);
  },
);

it.each(integrationKinds)('names each field that $id needs by its label', ({ section, settings: { needed } }) => {
  expect(Object.keys(settingFields[section])).toEqual(expect.arrayContaining([...needed]));
});

it('sends what was edited and nothing that was not, a secret that is masked least of all', async () => {
  const { user, sent } = await open('slack', stored);
  expect((await field('Webhook URL')).value).toBe(secretMask);
  expect(screen.getByText(/An address at hooks\.slack\.com is stored/)).toBeTruthy();
  await user.type(await field('Channel'), '#support');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent(saved)).toEqual([{ slackConfig: { channel: '#support', expected: { channel: '' } } }]);
  expect((await field('Webhook URL')).value).toBe(secretMask);
});

it('replaces a masked secret by what is pasted over it', async () => {
  const { user, sent } = await open('slack', stored);
  await user.click(await field('Webhook URL'));
  await user.paste('https://hooks.slack.com/services/new');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent(saved)).toEqual([
    { slackConfig: { webhookUrl: 'https://hooks.slack.com/services/new', expected: { webhookUrl: secretMask } } },
  ]);
});

it('says at the field what the server refuses, and keeps what was typed', async () => {
  const wrong = [{ path: 'slackConfig.webhookUrl', message: 'must be an address that begins with https' }];
  const { user } = await open('slack', {}, { [saved]: () => refusal('invalid', 'Not saved.', wrong) });
  await user.type(await field('Webhook URL'), 'ftp://example.com');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Update failed')).toBeTruthy();
  expect((await field('Webhook URL')).value).toBe('ftp://example.com');
  expect((await field('Webhook URL')).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('must be an address that begins with https').length).toBeGreaterThan(0);
});

it('tests what is saved, not what is typed, and shows what came of it', async () => {
  let answer: unknown = { success: true, message: 'Sent.' };
  const tested = 'POST /api/integrations/test/slack';
  const { user, sent } = await open('slack', stored, { [tested]: () => answer });
  await user.type(await field('Channel'), '#support');
  expect(isPaused('Test Slack')).toBe(true);
  await user.click(button('Test Slack'));
  await user.click(button('Discard'));
  expect((await field('Channel')).value).toBe('');
  await user.click(button('Test Slack'));
  expect(await screen.findByText('Test successful')).toBeTruthy();
  expect(screen.getByText('Slack integration is working properly.')).toBeTruthy();
  answer = refusal('other_side_failed', 'Slack answered 404.');
  await user.click(button('Test Slack'));
  expect(await screen.findByText('Test failed')).toBeTruthy();
  expect(screen.getByText(/^Slack integration test failed: /)).toBeTruthy();
  expect(sent(tested)).toHaveLength(2);
});

it('tests by its key, too, and not from within a field', async () => {
  const tested = 'POST /api/integrations/test/slack';
  const { user, sent } = await open('slack', stored, { [tested]: { success: true, message: 'Sent.' } });
  await user.type(await field('Channel'), 't');
  expect(sent(tested)).toEqual([]);
  await user.click(button('Discard'));
  await user.keyboard('t');
  expect(await screen.findByText('Test successful')).toBeTruthy();
});

it('saves by ⌘S or Ctrl S, from within a field', async () => {
  const { user, sent } = await open('slack', stored);
  await user.type(await field('Channel'), '#help');
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent(saved)).toEqual([{ slackConfig: { channel: '#help', expected: { channel: '' } } }]);
});

it('keeps what was edited while it was being saved', async () => {
  let finish: () => void = () => undefined;
  const answering = new Promise<void>((resolve) => (finish = resolve));
  const merge = settingsAnswers();
  const { user } = await show(<Form of="slack" />, {
    ...merge,
    [saved]: async (call: Call) => {
      await answering;
      return (merge[saved] as (call: Call) => unknown)(call);
    },
  });
  await user.type(await field('Channel'), '#one');
  await user.click(button('Save changes'));
  await user.type(await field('Channel'), 'more');
  finish();
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect((await field('Channel')).value).toBe('#onemore');
});

it('takes one notification recipient per line, and drops what is empty', async () => {
  const { user, sent } = await open('email');
  await user.type(await field('Notification recipients'), ' one@example.com\n\ntwo@example.com\n');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent(saved)).toEqual([
    {
      emailConfig: { notificationEmails: ['one@example.com', 'two@example.com'], expected: { notificationEmails: [] } },
    },
  ]);
});

it('hides the password of the mail server, and asks for a server only where the installation has none', async () => {
  const { user } = await open('email', { emailConfig: { ...defaultSettings.emailConfig, useInternalEmail: false } });
  expect((await field('SMTP password')).type).toBe('password');
  await user.click(screen.getByRole('checkbox', { name: /^Use internal email/ }));
  expect(screen.queryByLabelText('SMTP host')).toBeNull();
});

const assistant = {
  model: 'gpt-4o-mini',
  isModelFixed: false,
  hasSources: false,
  onlyFromSources: false,
  status: { state: 'untested', answeredAt: null, failure: null },
  environment: { baseUrl: null as string | null, hasKey: true, model: null as string | null },
};
const modelList = 'GET /api/answers/assistant/models';
const openAssistant = (
  state: Omit<Partial<typeof assistant>, 'model' | 'status'> & { model?: string | null; status?: object } = {},
  onlyFromSources: boolean | null = null,
  { aiConfig = {}, models = ['gpt-4o-mini'] }: { aiConfig?: object; models?: string[] } = {},
) =>
  open(
    'ai',
    { aiConfig: { ...defaultSettings.aiConfig, enabled: true, onlyFromSources, ...aiConfig } },
    { 'GET /api/answers/assistant': { ...assistant, ...state }, [modelList]: { models } },
  );
const only = 'Answer only what sources support';

it('shows that an assistant without a model still needs one', async () => {
  await openAssistant({ model: null });
  expect(await screen.findByText(/^Still missing: a model\. Choose a provider and enter its key/)).toBeTruthy();
});

it('shows the model that the environment names in place of the menu', async () => {
  await openAssistant({ model: 'llama3.1:8b', isModelFixed: true });
  expect(await screen.findByDisplayValue('llama3.1:8b')).toBeTruthy();
  expect((await field('Model')).readOnly).toBe(true);
  expect(screen.queryByText('gpt-4o')).toBeNull();
});

it('sets up a server on the screen, and shows what comes from the environment until then', async () => {
  const { user, sent } = await openAssistant({
    environment: { baseUrl: 'http://gateway:4000/v1', hasKey: true, model: null },
  });
  expect(
    await screen.findByText('From the environment: OPENAI_API_KEY, OPENAI_BASE_URL = http://gateway:4000/v1.'),
  ).toBeTruthy();
  await user.selectOptions(await field('Provider'), 'Anthropic');
  expect((await field('Base URL')).value).toBe('https://api.anthropic.com/v1');
  expect(await screen.findByText('Save to choose from the server’s models.')).toBeTruthy();
  await user.type(await field('API key'), 'sk-ant');
  await user.selectOptions(await field('Model'), 'Other model…');
  await user.clear(await field('Model name'));
  await user.type(await field('Model name'), 'claude-sonnet');
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  expect(sent(saved)).toEqual([
    {
      aiConfig: {
        provider: 'anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        apiKey: 'sk-ant',
        model: 'claude-sonnet',
        expected: { provider: 'environment', baseUrl: '', apiKey: '', model: 'gpt-4o-mini' },
      },
    },
  ]);
});

it('offers the models that the server lists, the usual ones first', async () => {
  await openAssistant({}, null, {
    aiConfig: { provider: 'other', baseUrl: 'https://models.example.com/v1', model: 'llama3.1:8b' },
    models: ['aya', 'gpt-4o', 'llama3.1:8b'],
  });
  const select = await screen.findByRole('combobox', { name: 'Model' });
  await waitFor(() =>
    expect([...select.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'gpt-4o',
      'aya',
      'llama3.1:8b',
      'Other model…',
    ]),
  );
});

it.each([
  ['key_refused', 'The model’s server answered 401: no', 'The server refused the key'],
  ['failing', 'The model didn’t answer in time.', 'Not answering'],
  ['working', null, 'Working'],
])(
  'names the state of an assistant with a model that is %s instead of calling it enabled',
  async (state, text, words) => {
    const at = new Date().toISOString();
    const failure = text && { at, text, localized: null };
    await openAssistant({ status: { state, answeredAt: state === 'working' ? at : null, failure } });
    expect(await screen.findByText(words)).toBeTruthy();
    const shown = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(shown.join()).toContain(text ?? 'Last answer: ');
  },
);

it.each([
  [null, false, 'Off: there are no sources or actions yet. It turns on with the first one.'],
  [null, true, 'On: there are sources or actions. Questions they don’t cover go to a person.'],
  [true, false, 'On, but there are no sources yet: most questions go to a person.'],
  [false, true, 'Off: answers aren’t checked against sources.'],
])(
  'shows whether answers are held to sources when it is %s and there are sources: %s',
  async (value, hasSources, shown) => {
    await openAssistant({ hasSources }, value);
    expect(await screen.findByText(shown)).toBeTruthy();
  },
);

it('saves whether answers are held to sources, and shows at once what the choice does', async () => {
  const { user, sent } = await openAssistant();
  await screen.findByText(/^Off: there are no sources or actions yet/);
  await user.selectOptions(await field(only), 'Never');
  expect(await screen.findByText(/^Off: answers aren’t checked/)).toBeTruthy();
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  await user.selectOptions(await field(only), 'Automatic');
  await user.click(button('Save changes'));
  await waitFor(() => expect(sent(saved)).toHaveLength(2));
  expect(sent(saved)).toEqual([
    { aiConfig: { onlyFromSources: false, expected: { onlyFromSources: null } } },
    { aiConfig: { onlyFromSources: null, expected: { onlyFromSources: false } } },
  ]);
});

it('sets on one website what differs there, and forgets what is as everywhere again', async () => {
  const website = { id: '01900000-0000-7000-8000-0000000000b1', domain: 'shop.example.com' };
  const { user, sent } = await open(
    'ai',
    { aiConfig: { ...defaultSettings.aiConfig, enabled: true } },
    { 'GET /api/answers/assistant': assistant, [modelList]: { models: [] }, 'GET /api/websites': [website] },
  );
  await user.click(await screen.findByText('shop.example.com'));
  const answers = screen.getByRole('checkbox', { name: 'Assistant answers on shop.example.com' });
  await user.click(answers);
  await user.click(button('Save changes'));
  expect(await screen.findByText('Integration updated')).toBeTruthy();
  await user.click(answers);
  await user.click(button('Save changes'));
  await waitFor(() => expect(sent(saved)).toHaveLength(2));
  const off = [{ websiteId: website.id, enabled: false, systemPrompt: '', tone: '' }];
  expect(sent(saved)).toEqual([
    { aiConfig: { websites: off, expected: { websites: [] } } },
    { aiConfig: { websites: [], expected: { websites: off } } },
  ]);
});

it('tries the assistant as a visitor: the answer with its sources, or why a person would be called', async () => {
  const lamp = {
    documentId: '01900000-0000-7000-8000-0000000000d1',
    title: 'Lamps',
    url: 'https://shop.example.com/lamps',
  };
  const answers = [
    {
      kind: 'answer',
      text: 'Ten lamps.',
      sentences: [{ text: 'Ten lamps.', sources: [lamp, lamp] }],
      dropped: ['They are free.'],
    },
    { kind: 'hand_off', text: 'The customer asks for a person.', sentences: [], dropped: [] },
  ];
  const { user, sent } = await show(<Playground />, {
    'GET /api/answers/assistant': assistant,
    'GET /api/websites': [],
    'POST /api/answers/assistant/try': () => answers.shift(),
  });
  await user.type(await field('Your message'), 'How many lamps?{Enter}');
  expect((await screen.findByRole('link', { name: 'Lamps' })).getAttribute('href')).toBe(lamp.url);
  expect(screen.getByText('Left out, because no source supports it: They are free.')).toBeTruthy();
  await user.type(await field('Your message'), 'A person, please{Enter}');
  expect(await screen.findByText('A person would be called: The customer asks for a person.')).toBeTruthy();
  expect(sent('POST /api/answers/assistant/try').at(-1)).toEqual({
    websiteId: null,
    messages: [
      { from: 'visitor', content: 'How many lamps?' },
      { from: 'assistant', content: 'Ten lamps.' },
      { from: 'visitor', content: 'A person, please' },
    ],
  });
  await user.click(button('Start again'));
  expect(screen.queryByRole('log')).toBeNull();
});
