import { readFileSync } from 'node:fs';
import { section } from '@parley/contracts/channels/channel';
import {
  deliveryTargets,
  integrationDefaults,
  integrationSections,
  integrations,
} from '@parley/contracts/channels/integrations';
import {
  channels,
  conversationChannel,
  conversationChannelIds,
  customerChannels,
  deliveryChannels,
} from '@parley/contracts/channels/list';
import { Strict } from '@parley/contracts/schema';
import { Secret, secretsOf } from '@parley/contracts/settings/secret-fields';
import { defaultSettings, secretMask, sectionSchemas, settingsSections } from '@parley/contracts/settings/settings';
import { mergeSettings, readSettings } from '@parley/db/settings/settings';
import { createSecrets } from '@parley/service/secrets';
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allChannels, deliveringOf } from '../src/integrations/channels.ts';
import { type ChannelDescriptor, delivering } from '../src/deliveries/descriptor.ts';
import { completeSettings } from '../src/settings/complete.ts';
import { maskSettings, encryptSecrets } from '../src/settings/secrets.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { renewSettings } from '../src/maintenance/renew-secrets.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const marked = settingsSections.flatMap((name) =>
  [...secretsOf(sectionSchemas[name])].map(([field, kind]) => ({ name, field, kind })),
);

describe('the secrets of every channel', () => {
  test('they are marked where the schema declares them', () => {
    expect(marked.map(({ name, field }) => `${name}.${field}`)).toEqual([
      'emailConfig.smtpPassword',
      'telegramConfig.botToken',
      'whatsappConfig.accessToken',
      'whatsappConfig.appSecret',
      'whatsappConfig.verifyToken',
      'messengerConfig.accessToken',
      'messengerConfig.appSecret',
      'messengerConfig.verifyToken',
      'instagramConfig.accessToken',
      'instagramConfig.appSecret',
      'instagramConfig.verifyToken',
      'smsConfig.authToken',
      'slackConfig.webhookUrl',
      'msteamsConfig.clientSecret',
      'tigonConfig.webhookUrl',
      'trelloConfig.apiKey',
      'trelloConfig.token',
      'aiConfig.apiKey',
      'mailOauthConfig.googleClientSecret',
      'mailOauthConfig.microsoftClientSecret',
      'mailOauthConfig.otherClientSecret',
      'slackThreadsConfig.botToken',
      'slackThreadsConfig.signingSecret',
    ]);
    const sounding = /password|token$|key$|secret|url$/i;
    const unmarked = Object.entries(integrationSections).flatMap(([name, { properties }]) =>
      Object.keys(properties).filter(
        // The model's address is shown: admins see where the words of customers go. A logo is public.
        (field) =>
          sounding.test(field) &&
          !['baseUrl', 'logoUrl'].includes(field) &&
          !marked.some((each) => each.name === name && each.field === field),
      ),
    );
    expect(unmarked).toEqual([]);
  });

  test.each(marked)(
    '$name.$field is encrypted at rest, masked, and readable after APP_SECRET has changed',
    async (one) => {
      const { db, secrets, env } = context;
      const { name, field, kind } = one;
      const secret = kind === 'address' ? 'https://hooks.example.com/services/canary' : 'canary';
      await mergeSettings(db, name, encryptSecrets(secrets, name, { [field]: secret }));
      const stored = await readSettings(db);
      expect(JSON.stringify(stored)).not.toContain('canary');
      expect(completeSettings(secrets, stored)[name]).toMatchObject({ [field]: secret });
      const masked = maskSettings(completeSettings(secrets, stored));
      expect(JSON.stringify(masked)).not.toContain('canary');
      expect(masked[name]).toMatchObject({ [field]: secretMask });
      // The mask, posted back, is none.
      expect(encryptSecrets(secrets, name, { [field]: secretMask })).toEqual({});

      const next = { APP_SECRET: 'another secret of at least thirty-two characters' };
      const both = createSecrets({ ...next, APP_SECRET_PREVIOUS: env.APP_SECRET ?? '' });
      expect(await renewSettings(db, both)).toBe(1);
      expect(completeSettings(createSecrets(next), await readSettings(db))[name]).toMatchObject({ [field]: secret });
      await mergeSettings(db, name, { [field]: '' });
    },
  );
});

test('every section of a channel is complete without anything stored', () => {
  const incomplete = integrations.filter(({ settings }) => !Check(settings.schema, settings.defaults));
  expect(incomplete.map(({ id }) => id)).toEqual([]);
  expect(defaultSettings).toMatchObject(integrationDefaults);
});

/** Only its type is looked at. */
const delivery = delivering({
  concurrency: 1,
  waits: [1],
  payload: Type.Object({}),
  make: async () => ({ responseStatus: null }),
});

test('a channel that lacks what its declaration asks for does not compile', () => {
  const tested = async (): Promise<string> => '';
  // @ts-expect-error a channel with a section of the settings has a test
  const untested: ChannelDescriptor<'slack'> = { delivery };
  // @ts-expect-error a channel with a queue delivers
  const undelivered: ChannelDescriptor<'slack'> = { test: tested };
  const complete: ChannelDescriptor<'slack'> = { test: tested, delivery };
  // @ts-expect-error a section has a default for every field
  const lacking = section('newConfig', Strict({ enabled: Type.Boolean(), token: Secret }), { enabled: false });
  expect([untested, undelivered, complete, lacking]).toHaveLength(4);
  expect(allChannels).toHaveLength(channels.length);
});

test('conversations come in by the widget as by other channels, and no delivery is made by it', () => {
  expect(conversationChannelIds).toEqual([
    'widget',
    'email',
    'telegram',
    'whatsapp',
    'messenger',
    'instagram',
    'sms',
    'api_channel',
  ]);
  expect(customerChannels.map(({ id }) => id)).toEqual([
    'telegram',
    'whatsapp',
    'messenger',
    'instagram',
    'sms',
    'api_channel',
  ]);
  expect(conversationChannel('widget').customers).toMatchObject({ receipts: true, edits: true });
});

test('the assistant is set and logged like channels, and is none: nobody writes or is reached through it', () => {
  const ids = channels.map(({ id }): string => id);
  expect(ids).not.toEqual(expect.arrayContaining(['ai']));
  expect(ids).not.toEqual(expect.arrayContaining(['action']));
  expect(integrations.at(-1)).toMatchObject({ id: 'ai', settings: { name: 'aiConfig' } });
  expect(deliveryTargets).toEqual([...ids.filter((id) => id !== 'widget'), 'ai', 'action']);
});

describe('docs/integrations.md', () => {
  const text = readFileSync(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');

  test('it explains every channel under the heading that its tab leads to', () => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    expect(headings).toEqual(expect.arrayContaining(channels.map(({ docs }) => docs)));
  });

  test('it shows how long each channel waits between attempts', () => {
    const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| dead[^|]* \|$/gm)].flatMap(([, names = '', waits = '']) =>
      names.split(', ').map((name) => [name.toLowerCase(), waits] as const),
    );
    const wait = (seconds: number): string =>
      seconds >= 3600 ? `${seconds / 3600} h` : seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`;
    const real = deliveryChannels.map(({ id, name }) => [
      name.toLowerCase(),
      deliveringOf(id).waits.map(wait).join(', '),
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(real));
  });
});
