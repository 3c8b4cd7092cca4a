import { apiKeyPermissions } from '@parley/contracts/users/api-keys';
import { provenSections } from '@parley/contracts/users/step-up';
import { defaultSettings, secretMask } from '@parley/contracts/settings/settings';
import { readSettings } from '@parley/db/settings/settings';
import { listAdministrators } from '@parley/db/users/users';
import { listWebsites } from '@parley/db/websites/websites';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetProof, password, type TestUser, startApi, startNewApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
let representative: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin');
  representative = await api.signIn('representative');
});
afterAll(() => api.close());

const change = (body: object, as = admin) => api.call('POST', '/api/settings', { as, body });
const read = async () => (await api.call('GET', '/api/settings', { as: representative })).json();

/** Changes of the delivery of messages, and of who can sign in. */
const redirecting = [
  { emailConfig: { smtpHost: 'mine.example.com' } },
  { emailConfig: { fromEmail: 'me@mine.example.com' } },
  { emailConfig: { authservId: 'mine.example.com' } },
  { slackConfig: { webhookUrl: 'https://mine.example.com/hook' } },
  { tigonConfig: { webhookUrl: 'https://mine.example.com/hook' } },
  { trelloConfig: { token: 'mine' } },
  { trelloConfig: { boardId: 'mine' } },
  { telegramConfig: { teamChatId: '-100123' } },
  { emailConfig: { notificationEmails: ['me@mine.example.com'] } },
];
const access = [
  { securityConfig: { secondFactor: 'admins' } },
  { signInConfig: { onlyProviders: false } },
  { representativesMay: { export: false } },
  { auditConfig: { retention: '1y' } },
  { networkConfig: { allowed: [] } },
  { dataConfig: { retention: '1y' } },
  { mailOauthConfig: { microsoftTenant: 'shop.example' } },
];

describe('settings', () => {
  it('start as the defaults of docs/product.md', async () => {
    const fresh = await startNewApi();
    const answer = await fresh.call('GET', '/api/settings', { as: await fresh.signIn('representative') });
    await fresh.close();
    expect(answer.json()).toEqual(defaultSettings);
  });

  it('are merged: what a change leaves out stays', async () => {
    await change({ slackConfig: { enabled: true, webhookUrl: 'https://hooks.slack.example/x' } });
    const answer = await change({ slackConfig: { channel: '#support' } });
    expect(answer.json().slackConfig).toEqual({
      enabled: true,
      webhookUrl: secretMask,
      webhookHost: 'hooks.slack.example',
      channel: '#support',
    });
    expect(await read()).toMatchObject({ slackConfig: { enabled: true, channel: '#support' } });
    await change({ businessHours: { monday: { enabled: true, start: '10:00', end: '18:30' } } });
    expect((await read()).businessHours).toMatchObject({ monday: { start: '10:00' }, tuesday: { start: '09:00' } });
  });

  it('hold both of two changes made at the same moment', async () => {
    await Promise.all([
      change({ aiConfig: { maxTokens: 321 } }),
      change({ aiConfig: { systemPrompt: 'Be brief.' } }, representative),
    ]);
    expect((await read()).aiConfig).toMatchObject({ maxTokens: 321, systemPrompt: 'Be brief.' });
  });

  it('settings never return a secret, store it encrypted, and keep it when its mask comes back', async () => {
    const posted = await change({ emailConfig: { smtpHost: 'mail.example.com', smtpPassword: 'hunter2-hunter2' } });
    expect(posted.json().emailConfig.smtpPassword).toBe(secretMask);
    expect(posted.body).not.toContain('hunter2');
    const stored = await readSettings(api.context.db);
    expect(JSON.stringify(stored)).not.toContain('hunter2');
    await change({ emailConfig: { smtpPassword: secretMask, fromName: 'Shop' } });
    expect(await api.context.settings.read()).toMatchObject({
      emailConfig: { smtpPassword: 'hunter2-hunter2', fromName: 'Shop' },
    });
    await change({ emailConfig: { smtpPassword: '' } });
    expect((await read()).emailConfig.smtpPassword).toBe('');
    await change({ trelloConfig: { apiKey: 'key', token: 'token', boardId: 'board' } });
    expect((await read()).trelloConfig).toMatchObject({ apiKey: secretMask, token: secretMask, boardId: 'board' });
  });

  it.each([
    { smtpHost: 'elsewhere.example.net', smtpPassword: secretMask },
    { smtpHost: 'elsewhere.example.net' },
    { smtpPort: 2525, smtpPassword: secretMask },
    { smtpUser: 'sender', smtpPassword: secretMask },
    { smtpSecure: true },
    { smtpAllowPlaintext: true },
  ])('send a stored password nowhere and in no way but what it was entered for: %j', async (emailConfig) => {
    const server = { smtpHost: 'mail.example.com', smtpPort: 587, smtpUser: 'shop', smtpSecure: false };
    await change({ emailConfig: { ...server, smtpAllowPlaintext: false, smtpPassword: 'hunter2-hunter2' } });
    const answer = await change({ emailConfig });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [
        {
          path: 'emailConfig.smtpPassword',
          message: 'Enter the password again: it was entered for another server, user or connection type.',
          localized: { code: 'secret_moved', values: {} },
        },
      ],
    ]);
    expect((await read()).emailConfig).toMatchObject({ ...server, smtpAllowPlaintext: false });
    expect((await change({ emailConfig: { ...emailConfig, smtpPassword: 'another' } })).statusCode).toBe(200);
    await change({ emailConfig: { smtpPassword: '' } });
  });

  it.each(['Asia/Kolkata', 'America/Sao_Paulo', 'Australia/Adelaide'])(
    'business hours take the time zone %s',
    async (timezone) => {
      expect((await change({ businessHours: { timezone } })).json()).toMatchObject({ businessHours: { timezone } });
      await change({ businessHours: { timezone: 'UTC' } });
    },
  );

  it.each(redirecting)('a representative changes nothing of where messages go: %j', async (body) => {
    const as = await api.signIn('representative');
    const before = await read();
    const answer = await api.call('POST', '/api/settings', { as, body });
    expect([answer.statusCode, answer.json().localized.code]).toEqual([403, 'routes_kept']);
    expect(await read()).toEqual(before);
    // The rest of the section is theirs to change, also where the whole of it is posted back.
    const whole = { emailConfig: { ...before.emailConfig, subjectPrefix: '[Shop]' } };
    expect((await api.call('POST', '/api/settings', { as, body: whole })).statusCode).toBe(200);
    await change({ emailConfig: { subjectPrefix: before.emailConfig.subjectPrefix } });
  });

  it('every section that requires a proof for changes is tried below', () => {
    const tried: string[] = access.flatMap((each) => Object.keys(each));
    expect(tried.toSorted()).toEqual(provenSections.toSorted());
  });

  describe('settings for the destination of messages', () => {
    const notices = async () =>
      (await api.context.queues.queue('account-mails').getJobs(['waiting', 'delayed', 'prioritized']))
        .map(({ data }) => data)
        .filter(({ about }) => about === 'route_changed');

    it('are told to every active administrator, with who changed what, and to nobody when nothing has changed', async () => {
      const another = await api.signIn('admin');
      const of = async (userId: string) => (await notices()).filter((notice) => notice.userId === userId);
      const webhookUrl = 'https://hooks.slack.example/told-cAnArY';
      await change({ slackConfig: { webhookUrl, channel: '#told' } });
      for (const userId of await listAdministrators(api.context.db)) {
        expect((await of(userId)).at(0)).toMatchObject({ by: admin.user.name, section: 'slackConfig' });
      }
      const notified = await of(another.user.id);
      expect(notified.map(({ fields }) => fields)).toEqual([['webhookUrl']]);
      // The jobs in Redis contain no secret.
      expect(JSON.stringify(await notices())).not.toContain('cAnArY');
      await change({ slackConfig: { webhookUrl: secretMask, channel: '#support' } });
      expect(await of(another.user.id)).toEqual(notified);
    });

    it('are changed also while nobody can be told', async () => {
      const { queues } = api.context;
      const add = vi.spyOn(queues, 'add').mockRejectedValue(new Error('Redis is away'));
      const answer = await change({ tigonConfig: { webhookUrl: 'https://boards.example/while-away' } });
      expect(add).toHaveBeenCalled();
      add.mockRestore();
      expect(answer.statusCode).toBe(200);
      expect((await read()).tigonConfig.webhookHost).toBe('boards.example');
    });
  });

  it.each([...redirecting, ...access])(
    'an API key changes nothing of where messages go or who gets in: %j',
    async (body) => {
      const draft = { name: 'Everything', permissions: apiKeyPermissions };
      const { key } = (await api.call('POST', '/api/api-keys', { as: admin, body: draft })).json();
      const before = await read();
      const answer = await api.call('POST', '/api/settings', { headers: { authorization: `Bearer ${key}` }, body });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'session_required']);
      expect(await read()).toEqual(before);
    },
  );

  it.each([...redirecting, ...access])('an old session proves again who it is before it changes %j', async (body) => {
    const as = await api.signIn('admin');
    await forgetProof(api, as);
    const before = await read();
    const answer = await change(body, as);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'step_up_required']);
    expect(await read()).toEqual(before);
    expect((await api.call('POST', '/api/step-up', { as, body: { password } })).statusCode).toBe(204);
    expect((await change(body, as)).statusCode).toBe(200);
  });

  it.each([
    [{ widgetConfig: { primaryColor: '#12345' } }, 'widgetConfig.primaryColor'],
    [{ widgetConfig: { position: 'top-left' } }, 'widgetConfig.position'],
    [{ emailConfig: { smtpPort: 70_000 } }, 'emailConfig.smtpPort'],
    [{ emailConfig: { smtpPort: '587' } }, 'emailConfig.smtpPort'],
    [{ emailConfig: { notificationEmails: ['a@example.com', 'nobody'] } }, 'emailConfig.notificationEmails.1'],
    [{ slackConfig: { webhookUrl: 'ftp://example.com' } }, 'slackConfig.webhookUrl'],
    [{ tigonConfig: { webhookUrl: 'https://[' } }, 'tigonConfig.webhookUrl'],
    [{ aiConfig: { model: '' } }, 'aiConfig.model'],
    [{ aiConfig: { maxTokens: 0 } }, 'aiConfig.maxTokens'],
    [{ businessHours: { timezone: 'Europe/Nowhere' } }, 'businessHours.timezone'],
    [{ businessHours: { timezone: '+02:00' } }, 'businessHours.timezone'],
    [{ businessHours: { friday: { enabled: true, start: '9:00', end: '17:00' } } }, 'businessHours.friday.start'],
    [{ securityConfig: { sessionTimeout: '2h' } }, 'securityConfig.sessionTimeout'],
    [{ dataConfig: { retention: 'soon' } }, 'dataConfig.retention'],
    [{ otherConfig: {} }, 'otherConfig'],
  ])('settings refuse %j, naming the field', async (body, path) => {
    const before = await read();
    const answer = await change(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(path);
    expect(await read()).toEqual(before);
  });

  it.each([{}, { slackConfig: {}, aiConfig: {} }])(
    'settings refuse anything but exactly one section: %j',
    async (body) => {
      expect((await change(body)).statusCode).toBe(422);
    },
  );

  it('are told to every process and dashboard when they change', async () => {
    const notified: string[] = [];
    await Promise.all(
      ['control', 'inbox'].map((name) => api.context.publisher.subscribe(name, (text) => notified.push(text))),
    );
    await change({ dataConfig: { retention: '1y' } });
    await expect.poll(() => notified.join()).toContain('settings_changed');
    await expect.poll(() => notified.join()).toContain('settings_updated');
  });
});

describe('websites', () => {
  const add = (body: object) => api.call('POST', '/api/websites', { as: representative, body });

  it.each([
    ['example.com', 'example.com'],
    ['  HTTPS://Shop.Example.COM:8443/path?x#y ', 'shop.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['example.org.', 'example.org'],
    ['//cdn.example.net/x', 'cdn.example.net'],
    ['user:secret@example.edu', 'example.edu'],
    ['localhost:3000', 'localhost'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
  ])('are known by their hostname: %j → %s', async (domain, hostname) => {
    const answer = await add({ domain });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      domain: hostname,
      name: hostname,
      isActive: true,
      allowedPages: [],
      whitelistMode: false,
    });
  });

  it.each(['http://', '   ', 'exa mple.com', '-bad-.example', 'a..b', '%%%', 'x'.repeat(300)])(
    'are not made of %j',
    async (domain) => {
      const answer = await add({ domain });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0].path).toBe('domain');
    },
  );

  it('are there once, however they are written', async () => {
    expect((await add({ domain: 'once.example.com', name: 'Once' })).statusCode).toBe(201);
    const again = await add({ domain: 'https://ONCE.example.com./again' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
  });

  it('are switched, renamed and removed; their conversations stay', async () => {
    const { id: conversationId } = await api.conversation();
    const all = (await api.call('GET', '/api/websites', { as: representative })).json();
    const { id } = all.find(({ domain }: { domain: string }) => domain === 'shop.example.com');
    const patch = (body: object) => api.call('PATCH', `/api/websites/${id}`, { as: representative, body });
    expect((await patch({ isActive: false })).json().isActive).toBe(false);
    expect(
      (await patch({ allowedPages: ['/pricing', '/docs/*'], whitelistMode: true })).json().allowedPages,
    ).toHaveLength(2);
    expect((await patch({ allowedPages: ['pricing'] })).statusCode).toBe(422);
    expect((await patch({ domain: 'other.example.com' })).statusCode).toBe(422);
    expect((await api.call('DELETE', `/api/websites/${id}`, { as: representative })).statusCode).toBe(204);
    expect((await api.call('DELETE', `/api/websites/${id}`, { as: representative })).statusCode).toBe(404);
    const conversation = (await api.call('GET', `/api/conversations/${conversationId}`, { as: representative })).json();
    expect(conversation).toMatchObject({ website: 'shop.example.com', websiteId: null });
  });

  it('have an identity secret that only admins read and replace', async () => {
    const { id } = (await add({ domain: 'secret.example.com' })).json();
    const url = `/api/websites/${id}/identity-secret`;
    const asked = await Promise.all(Array.from({ length: 4 }, () => api.call('GET', url, { as: admin })));
    const [first] = asked.map((answer) => answer.json().secret);
    expect(first).toMatch(/^[\w-]{40,}$/);
    expect(new Set(asked.map((answer) => answer.json().secret))).toEqual(new Set([first]));
    expect((await api.call('GET', url, { as: admin })).json().secret).toBe(first);
    expect((await api.call('POST', url, { as: admin })).json().secret).not.toBe(first);
    expect((await api.call('GET', '/api/websites', { as: admin })).body).not.toContain(first);
  });
});

describe('permissions of representatives', () => {
  it('is theirs only where an administrator lets them: retention, websites and export, one by one and at once', async () => {
    const fresh = await startNewApi();
    const [boss, rita] = [await fresh.signIn('admin'), await fresh.signIn('representative')];
    const post = (body: object, as = rita) => fresh.call('POST', '/api/settings', { as, body });
    const { id } = (
      await fresh.call('POST', '/api/websites', { as: boss, body: { domain: 'shop.example.com' } })
    ).json();
    const website = `/api/websites/${id}`;
    const activities = {
      retention: [() => post({ dataConfig: { retention: '30d' } })],
      websites: [
        () => fresh.call('POST', '/api/websites', { as: rita, body: { domain: 'evil.example.com' } }),
        () => fresh.call('PATCH', website, { as: rita, body: { isActive: false } }),
        () => fresh.call('DELETE', website, { as: rita }),
      ],
      export: [() => fresh.call('GET', '/api/export/conversations', { as: rita })],
    };
    const before = [await fresh.context.settings.read(), await listWebsites(fresh.context.db)];
    for (const [permission, tries] of Object.entries(activities)) {
      for (const attempt of tries) {
        const refused = await attempt();
        expect([permission, refused.statusCode, refused.json().code]).toEqual([permission, 403, 'forbidden']);
        expect(refused.json().detail).toMatch(/^Only admins can/);
      }
      const taken = await post({ representativesMay: { [permission]: true } });
      expect([taken.statusCode, taken.json().code]).toEqual([403, 'forbidden']);
    }
    expect([await fresh.context.settings.read(), await listWebsites(fresh.context.db)]).toEqual(before);
    for (const [permission, tries] of Object.entries(activities)) {
      expect((await post({ representativesMay: { [permission]: true } }, boss)).statusCode).toBe(200);
      for (const attempt of tries) expect((await attempt()).statusCode).toBeLessThan(300);
      expect((await post({ representativesMay: { [permission]: false } }, boss)).statusCode).toBe(200);
      for (const attempt of tries) expect((await attempt()).statusCode).toBe(403);
    }
    // Everything else of the settings is theirs as before.
    expect((await post({ slackConfig: { channel: '#support' } })).statusCode).toBe(200);
    await fresh.close();
  });
});
