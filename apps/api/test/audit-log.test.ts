import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@parley/contracts/entities';
import { secretMask, weekdays } from '@parley/contracts/settings/settings';
import { chainAuditLog } from '@parley/core/audit/chain';
import { recordAudit } from '@parley/core/audit/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, password, type TestUser, startApi, type TestApi } from './support/api.ts';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin', 'Grace');
});
afterAll(() => api.close());

const log = async (query = ''): Promise<AuditEntry[]> =>
  (await api.call('GET', `/api/audit-log?limit=200${query}`, { as: admin })).json();
const change = (body: object) => api.call('POST', '/api/settings', { as: admin, body });

describe('the audit log tells of', () => {
  it('sign-ins with their method and where they came from, those that failed too, and signing out', async () => {
    const ada = await api.signIn('representative', 'Ada');
    const { email } = ada.user;
    const signIn = (secret: string, address: string) =>
      api.call('POST', '/api/login', { body: { email, password: secret }, address });
    await signIn('wrong password', '203.0.113.5');
    const cookie = cookieOf(await signIn(password, '203.0.113.6'));
    await api.call('POST', '/api/logout', { as: { headers: { cookie } } });
    const entries = await log(`&subject=${ada.user.id}`);
    expect(entries.map(({ action }) => action)).toEqual([
      'user.signed_out',
      'user.signed_in',
      'user.sign_in_failed',
      'user.signed_in',
    ]);
    expect(entries[1]).toMatchObject({ actorName: 'Ada', details: { method: 'password' }, address: '203.0.113.6' });
    expect(entries[2]).toMatchObject({ actorId: null, details: { wrong: 'password' }, address: '203.0.113.5' });
  });

  it('sign-ins to accounts that there are not, without what was typed: it may be a password', async () => {
    const typed = `${randomUUID()}@example.com`;
    await api.call('POST', '/api/login', { body: { email: typed, password: 'hunter2 hunter2' } });
    const [entry] = await log('&action=user.sign_in_failed');
    expect(entry).toMatchObject({ subject: null, details: { wrong: 'password' } });
    expect(JSON.stringify(entry)).not.toMatch(/@example|hunter2/);
    expect(entry?.details['account']).toMatch(/^unknown /);
  });

  it('accounts that are made, by whichever way', async () => {
    const body = { email: 'new@example.com', password: 'a long new password', name: 'New', username: 'new' };
    await api.call('POST', '/api/register', { body });
    expect((await log('&action=user.registered'))[0]).toMatchObject({
      actorName: 'New',
      details: { method: 'registration' },
    });
  });

  it('settings with what was before and what is after, of a secret only that it changed', async () => {
    await change({ dataConfig: { retention: '1y' } });
    expect((await log())[0]?.details).toEqual({
      fields: ['retention'],
      before: { retention: 'never' },
      after: { retention: '1y' },
    });
    await change({ trelloConfig: { apiKey: 'my-trello-key', boardId: 'b1' } });
    await change({ trelloConfig: { apiKey: 'my-other-key', boardId: 'b1' } });
    const [again, first] = await log();
    expect(first?.details).toMatchObject({
      before: { apiKey: '', boardId: '' },
      after: { apiKey: secretMask, boardId: 'b1' },
    });
    expect(again?.details).toMatchObject({ before: { apiKey: secretMask }, after: { apiKey: secretMask } });
    expect(JSON.stringify(await log())).not.toMatch(/my-(trello|other)-key/);
  });

  it('mailboxes, schedules and API channels with what was before and is after, without any secret', async () => {
    const changed = async (list: string, item: object, edits: object) => {
      const { id } = (await api.call('POST', `/api/${list}`, { as: admin, body: item })).json();
      expect((await api.call('PATCH', `/api/${list}/${id}`, { as: admin, body: edits })).statusCode).toBe(200);
      return (await log(`&subject=${id}`))[0]?.details;
    };
    const imap = { kind: 'imap', host: 'imap.example.com', port: 993, secure: true, user: 'help', folder: 'INBOX' };
    const mailbox = {
      name: 'Help',
      address: 'help@example.com',
      receiving: { ...imap, password: 'mail-secret' },
      sending: { kind: 'installation' },
    };
    const moved = { name: 'Support', receiving: { ...imap, folder: 'Support', password: secretMask } };
    expect(await changed('mailboxes', mailbox, moved)).toMatchObject({
      before: { name: 'Help', receiving: { folder: 'INBOX', password: '' } },
      after: { name: 'Support', receiving: { folder: 'Support', password: '' } },
    });
    const renewed = { receiving: { ...imap, password: 'mail-secret-2' } };
    expect(await changed('mailboxes', { ...mailbox, address: 'two@example.com' }, renewed)).toMatchObject({
      before: { receiving: { password: secretMask } },
      after: { receiving: { password: secretMask } },
    });
    const week = Object.fromEntries(weekdays.map((day) => [day, []]));
    const longer = { week: { ...week, monday: [{ start: '09:00', end: '12:00' }] } };
    expect(await changed('schedules', { name: 'Mornings', timezone: 'UTC', week }, longer)).toEqual({
      name: 'Mornings',
      before: { week },
      after: longer,
    });
    const channel = {
      name: 'SMS',
      url: 'https://sms.example.com/channel-secret',
      websiteId: null,
      teamId: null,
      isActive: true,
      longestMessage: 1_000,
      textFormat: 'plain',
      takesEdits: false,
      sendsReceipts: true,
    };
    const edited = { takesEdits: true, url: 'https://sms.example.com/channel-secret-2' };
    expect(await changed('api-channels', channel, edited)).toEqual({
      name: 'SMS',
      before: { takesEdits: false, url: secretMask },
      after: { takesEdits: true, url: secretMask },
    });
    expect(JSON.stringify(await log())).not.toMatch(/mail-secret|channel-secret/);
  });

  it('articles by their title at the time, and after they are deleted', async () => {
    const content = 'Good for three years.';
    const add = async (title: string) =>
      (await api.call('POST', '/api/help/articles', { as: admin, body: { title, content, locale: 'en' } })).json();
    const [renamed, published] = [await add('Gift cards'), await add('Returns')];
    const translation = ({ id }: { id: string }) => `/api/help/articles/${id}/translations/en`;
    const version = { title: 'Vouchers', content, basedOn: 1 };
    await api.call('PUT', translation(renamed), { as: admin, body: version });
    for (const each of [renamed, published])
      await api.call('POST', `${translation(each)}/decision`, { as: admin, body: { decision: 'publish' } });
    for (const { id } of [renamed, published]) await api.call('DELETE', `/api/help/articles/${id}`, { as: admin });
    const named = async (id: string) =>
      (await log(`&subject=${id}`)).map(({ action, details }) => [action, details['name']]);
    expect(await named(renamed.id)).toEqual([
      ['article.deleted', 'Vouchers'],
      ['article.published', 'Vouchers'],
      ['article.updated', 'Gift cards'],
      ['article.added', 'Gift cards'],
    ]);
    expect(await named(published.id)).toEqual([
      ['article.deleted', 'Returns'],
      ['article.published', 'Returns'],
      ['article.added', 'Returns'],
    ]);
  });

  it('records role changes with the role before', async () => {
    const bob = await api.signIn('representative', 'Bob');
    await api.call('PATCH', `/api/users/${bob.user.id}/access`, { as: admin, body: { role: 'admin' } });
    expect((await log('&action=user.access_changed'))[0]?.details).toEqual({
      before: { role: 'representative' },
      after: { role: 'admin' },
    });
  });

  it('records which fields of a website and a role changed, before and after', async () => {
    const patch = (url: string, body: object) => api.call('PATCH', url, { as: admin, body });
    const newest = async () => (await log())[0]?.details;
    const add = async (url: string, body: object) => (await api.call('POST', url, { as: admin, body })).json();

    const website = await add('/api/websites', { domain: 'audited.example.com' });
    await patch(`/api/websites/${website.id}`, { isActive: false, allowedPages: [] });
    expect(await newest()).toEqual({ before: { isActive: true }, after: { isActive: false } });

    const role = await add('/api/roles', { name: 'Night', permissions: ['tags.add'], scope: 'everything' });
    await patch(`/api/roles/${role.id}`, { permissions: ['tags.add', 'contacts.read'], scope: 'teams' });
    expect(await newest()).toEqual({
      name: 'Night',
      before: { permissions: ['tags.add'], scope: 'everything' },
      after: { permissions: ['contacts.read', 'tags.add'], scope: 'teams' },
    });
  });
});

describe('the audit log is', () => {
  it('is filtered by actor, action, object and time, one filter within another', async () => {
    const eve = await api.signIn('admin', 'Eve');
    const tag = (await api.call('POST', '/api/tags', { as: eve, body: { name: 'filtered' } })).json();
    await api.call('DELETE', `/api/tags/${tag.id}`, { as: eve });
    const actions = async (query: string) => (await log(query)).map(({ action }) => action);
    expect(await actions(`&actorId=${eve.user.id}`)).toEqual(['tag.deleted', 'tag.added', 'user.signed_in']);
    expect(await actions(`&actorId=${eve.user.id}&action=tag`)).toEqual(['tag.deleted', 'tag.added']);
    expect(await actions(`&actorId=${eve.user.id}&action=tag.added`)).toEqual(['tag.added']);
    expect(await actions(`&subject=${tag.id}`)).toEqual(['tag.deleted', 'tag.added']);
    expect(new Set((await log('&subject=tag')).map(({ subject }) => subject?.split(' ')[0]))).toEqual(new Set(['tag']));
    const [newest] = await log();
    expect(await actions(`&to=${newest?.at}&subject=${tag.id}`)).not.toContain('tag.deleted');
    expect(await actions('&from=2999-01-01T00:00:00.000Z')).toEqual([]);
    // No thing is another one that begins like it.
    expect(await actions('&action=canned_repl')).toEqual([]);
    for (const wrong of ['action=a%25', 'action=A', 'from=yesterday', 'actorId=1', 'subject=']) {
      expect((await api.call('GET', `/api/audit-log?${wrong}`, { as: admin })).statusCode).toBe(422);
    }
  });

  it('taken away as CSV that no spreadsheet takes for formulas, which is an entry too', async () => {
    const caller = { kind: 'staff', user: { ...admin.user, name: '=HYPERLINK("x")' }, sessionId: 'x' } as const;
    await recordAudit(api.context, caller, { action: 'tag.added', details: { name: 'a,b\n"c"' } });
    const answer = await api.call('GET', '/api/audit-log/export?action=tag', { as: admin });
    expect(answer.headers['content-type']).toMatch('text/csv');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
    const [head, first] = answer.body.split('\r\n');
    expect(head).toBe('no,at,actor id,actor,address,action,subject,changes,details,hash');
    expect(first).toContain(`"'=HYPERLINK(""x"")"`);
    expect(answer.body).toContain(String.raw`"{""name"":""a,b\n\""c\""""}"`);
    expect(answer.body).not.toContain('user.signed_in');
    expect((await log())[0]).toMatchObject({ action: 'audit.exported', details: { action: 'tag' } });
  });

  it('is exported with each change in words, and a secret only as changed', async () => {
    await api.call('POST', '/api/settings', { as: admin, body: { dataConfig: { retention: '90d' } } });
    await api.call('POST', '/api/settings', { as: admin, body: { trelloConfig: { apiKey: 'a-third-key' } } });
    const { body } = await api.call('GET', '/api/audit-log/export?action=settings.changed', { as: admin });
    expect(body).toMatch(/"retention: ""\w+"" → ""90d"""/);
    expect(body).toContain(',apiKey: changed,');
    expect(body).not.toContain('a-third-key');
  });

  it('checked on demand, and read by administrators alone', async () => {
    while ((await chainAuditLog(api.context)) > 0);
    const chain = (await api.call('GET', '/api/audit-log/chain', { as: admin })).json();
    expect(chain).toMatchObject({ broken: null, waiting: 0 });
    const [newest] = await log();
    expect([newest?.no, newest?.hash]).toEqual([chain.head.no, chain.head.hash]);
    const other = await api.signIn('representative');
    for (const path of ['', '/chain', '/export']) {
      expect((await api.call('GET', `/api/audit-log${path}`, { as: other })).statusCode).toBe(403);
    }
  });
});

it('names what entries are about as it is called now, and customers to nobody who may not see them', async () => {
  const ada = await api.signIn('admin');
  const reply = await api.call('POST', '/api/canned-replies', {
    as: ada,
    body: { isShared: true, name: 'Refund', shortcut: 'refund', text: 'Of course.' },
  });
  const { id } = await api.conversation();
  const { contactId } = (await api.call('GET', `/api/conversations/${id}/visitor`, { as: ada })).json();
  await api.call('PATCH', `/api/contacts/${contactId}`, { as: ada, body: { name: 'Jane' } });
  await api.call('POST', `/api/contacts/${contactId}/block`, { as: ada });
  const nameOf = async (subject: string, as: TestUser) =>
    (await api.call('GET', `/api/audit-log?subject=${subject}`, { as })).json()[0].subjectName;
  const auditor = await api.signInAs({ permissions: ['audit.read'] });
  expect(await nameOf(reply.json().id, auditor)).toBe('Refund');
  expect(await nameOf(contactId, ada)).toBe('Jane');
  expect(await nameOf(contactId, auditor)).toBeUndefined();
});
