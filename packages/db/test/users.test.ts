import { describe, expect, test } from 'vitest';
import { listAuditLog, insertAuditEntry } from '../src/audit/audit-log.ts';
import { findImage, insertImage } from '../src/images/images.ts';
import { insertInvitation, listInvitations, revokeInvitation, useInvitation } from '../src/users/invitations.ts';
import {
  findAccount,
  findAccountByEmail,
  hasUsers,
  insertUser,
  updateAccess,
  updatePassword,
  updateUser,
} from '../src/users/users.ts';
import { mergeSettings, readSettings } from '../src/settings/settings.ts';
import { deleteUnusedImages } from '../src/maintenance/images.ts';
import { uuidv7 } from '../src/uuid.ts';
import { insertVisitor, updateVisitor, upsertVerifiedVisitor } from '../src/visitors/visitors.ts';
import { deleteWebsite, listWebsites, insertWebsite, updateWebsite } from '../src/websites/websites.ts';
import { aDatabase, anEmptyDatabase } from './support/rows.ts';

const db = await aDatabase();

const user = (name: string, but: Partial<Parameters<typeof insertUser>[1]> = {}) => ({
  name,
  email: `${name}@Example.com`,
  username: name,
  passwordHash: 'hash',
  role: 'representative' as const,
  ...but,
});

describe('users', () => {
  test('only one of many registering at once on an empty installation is the first', async () => {
    const own = await anEmptyDatabase();
    const roles = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        own.transaction().execute(async (transaction) => {
          const role = (await hasUsers(transaction)) ? 'representative' : 'admin';
          return (await insertUser(transaction, user(`first${index}`, { role }))).role;
        }),
      ),
    );
    expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
  });

  test('an email or username is taken whatever its case', async () => {
    await insertUser(db, user('Grace'));
    await expect(insertUser(db, user('Other', { email: 'gracE@example.COM' }))).rejects.toThrow('users_email');
    await expect(insertUser(db, user('grace', { email: 'other@example.com' }))).rejects.toThrow('users_username');
    expect((await findAccountByEmail(db, 'GRACE@EXAMPLE.COM'))?.user.name).toBe('Grace');
  });

  test('a new password, another role and deactivation outdate sessions; a new name does not', async () => {
    const admin = await insertUser(db, user('Root', { role: 'admin' }));
    const { id } = await insertUser(db, user('Hugo'));
    await updateUser(db, id, { name: 'Hugo Second', status: 'online' });
    expect(await findAccount(db, id)).toMatchObject({
      sessionEpoch: 0,
      user: { name: 'Hugo Second', status: 'online' },
    });
    expect(await updatePassword(db, id, 'new')).toBe(1);
    expect(await updateAccess(db, id, { isActive: false })).toMatchObject({ id, status: 'offline' });
    expect(await findAccount(db, id)).toMatchObject({ sessionEpoch: 2, isActive: false, passwordHash: 'new' });
    expect(await updateAccess(db, admin.id, { role: 'representative' })).toBe('last_admin');
    expect(await updateAccess(db, uuidv7(), { isActive: false })).toBeUndefined();
  });

  test('one admin stays when two demote each other at once', async () => {
    const own = await anEmptyDatabase();
    const admins = [
      await insertUser(own, user('a', { role: 'admin' })),
      await insertUser(own, user('b', { role: 'admin' })),
    ];
    const results = await Promise.all(admins.map(({ id }) => updateAccess(own, id, { role: 'representative' })));
    expect(results.filter((result) => result === 'last_admin')).toHaveLength(1);
  });
});

test('an invitation is used once, and neither expired nor taken back', async () => {
  const { id: createdBy } = await insertUser(db, user('Inviter', { role: 'admin' }));
  const soon = new Date(Date.now() + 60_000);
  const make = (tokenHash: string, expiresAt = soon) =>
    insertInvitation(db, { tokenHash, role: 'admin', createdBy, expiresAt });
  await make('one');
  const used = await Promise.all([useInvitation(db, 'one'), useInvitation(db, 'one')]);
  expect(used.filter((each) => each !== undefined)).toMatchObject([{ role: 'admin' }]);
  await make('late', new Date(Date.now() - 1000));
  const revoked = await make('revoked');
  expect(await revokeInvitation(db, revoked)).toBe(true);
  expect(await revokeInvitation(db, revoked)).toBe(false);
  for (const token of ['late', 'revoked', 'unknown']) expect(await useInvitation(db, token)).toBeUndefined();
  expect(await listInvitations(db)).toMatchObject([{ createdBy: 'Inviter', usedAt: null }, { role: 'admin' }]);
});

test('websites are unique by domain', async () => {
  const website = await insertWebsite(db, { domain: 'example.com', name: 'Example' });
  expect(website).toMatchObject({ isActive: true, allowedPages: [], whitelistMode: false });
  expect(await insertWebsite(db, { domain: 'example.com', name: 'Again' })).toBeUndefined();
  expect(await listWebsites(db)).toEqual([website]);
  expect(await updateWebsite(db, website!.id, { allowedPages: ['/a', '/b/*'] })).toMatchObject({
    allowedPages: ['/a', '/b/*'],
  });
  expect(await deleteWebsite(db, website!.id)).toBe(true);
  expect(await deleteWebsite(db, website!.id)).toBe(false);
});

test('a vouched-for visitor is one, in however many browsers at once', async () => {
  const website = await insertWebsite(db, { domain: 'verified.example', name: 'Verified' });
  const visitor = {
    websiteId: website!.id,
    identityKey: 'jane@example.com',
    email: 'jane@example.com',
    emailVerified: true,
  };
  const made = await Promise.all(Array.from({ length: 5 }, () => upsertVerifiedVisitor(db, visitor)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const renamed = await upsertVerifiedVisitor(db, { ...visitor, name: 'Jane' });
  expect(renamed).toMatchObject({ id: made[0]!.id, name: 'Jane', email: 'jane@example.com' });
  const anonymous = await insertVisitor(db, { websiteId: website!.id });
  expect(await updateVisitor(db, anonymous.id, { email: 'JANE@example.com' })).toMatchObject({ emailVerified: false });
});

test('settings are merged field by field, also by two at once', async () => {
  await Promise.all([
    mergeSettings(db, 'widgetConfig', { primaryColor: '#000000' }),
    mergeSettings(db, 'widgetConfig', { welcomeMessage: 'Servus' }),
    mergeSettings(db, 'dataConfig', { retention: '90d' }),
  ]);
  expect(await readSettings(db)).toMatchObject({
    widgetConfig: { primaryColor: '#000000', welcomeMessage: 'Servus' },
    emailConfig: {},
    dataConfig: { retention: '90d' },
  });
});

test('a picture is stored once and removed when nobody shows it', async () => {
  const bytes = Buffer.from([1, 2, 3]);
  const [shown, unused] = ['a'.repeat(64), 'b'.repeat(64)];
  for (const hash of [shown, shown, unused]) await insertImage(db, { hash, mime: 'image/png', bytes, createdBy: null });
  expect(await findImage(db, shown)).toEqual({ mime: 'image/png', bytes });
  const { id } = await insertUser(db, user('Pictured'));
  await updateUser(db, id, { profileImageUrl: `/api/images/${shown}.png` });
  await db
    .updateTable('images')
    .set({ createdAt: new Date(0) })
    .execute();
  expect(await deleteUnusedImages(db)).toBe(1);
  expect(await findImage(db, unused)).toBeUndefined();
  expect(await findImage(db, shown)).toBeDefined();
});

test('activities are written down and read newest first, page by page', async () => {
  for (const action of ['tag.added', 'tag.updated', 'tag.deleted'] as const) {
    await insertAuditEntry(db, {
      actorId: null,
      actorName: 'System',
      action,
      subject: { type: 'website', id: '7' },
      details: { action },
    });
  }
  const [three, two] = await listAuditLog(db, { limit: 2 });
  expect([three, two]).toMatchObject([
    { action: 'tag.deleted', details: { action: 'tag.deleted' } },
    { action: 'tag.updated' },
  ]);
  expect(await listAuditLog(db, { limit: 2, before: two!.id })).toMatchObject([
    { action: 'tag.added', subject: 'website 7' },
  ]);
});

test('ids of version 7 sort by time and carry it', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => uuidv7(1_800_000_000_000 + index));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBe(1_800_000_000_000);
  expect(new Set(Array.from({ length: 10_000 }, () => uuidv7())).size).toBe(10_000);
});
