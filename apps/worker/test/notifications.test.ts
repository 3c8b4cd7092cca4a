/** Notifications by mail: when they go out, what holds them back, and that a killed worker loses and doubles none. */
import { stopMailsByToken } from '@parley/core/notifications/mail';
import { listNotifications, readNotifications, updateNotificationSettings } from '@parley/core/notifications/own';
import { parseMail } from '@parley/core/mail/parse';
import { addNote } from '@parley/core/conversations/notes';
import { transition } from '@parley/core/conversations/transition';
import type { StaffCaller } from '@parley/core/callers';
import { insertRole } from '@parley/db/roles/roles';
import { updateAccess } from '@parley/db/users/users';
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

type User = StaffCaller & { email: string };

async function user(): Promise<User> {
  const made = await installation.representative();
  const { db } = installation.context;
  await db.updateTable('users').set({ status: 'online' }).where('id', '=', made.user.id).execute();
  return made;
}

/** A customer's conversation that a colleague assigns to the user. */
async function assigned(to: User, name = 'Anna') {
  const talk = await installation.opens('Do you have plates?', { name });
  const by = await installation.representative('Ben');
  await transition(installation.context, talk.conversationId, [{ type: 'assign', representativeId: to.user.id }], {
    cause: { by: 'representative', userId: by.userId },
  });
  await until(
    async () => (await of(to)).some((each) => each.conversationId === talk.conversationId),
    'the notification',
  );
  return talk;
}

const of = async (caller: User) =>
  (await listNotifications(installation.context, caller, { limit: 100 })).notifications.filter(
    ({ kind }) => kind !== 'waiting',
  );

/** The first mail to a user, once it is there. */
async function mailTo({ email }: User): Promise<{ subject: string; text: string; raw: string }> {
  const { raw } = await until(() => installation.mailsTo(email)[0], 'a mail');
  const { subject, text } = await parseMail(Buffer.from(raw));
  return { subject: subject ?? '', text: text ?? '', raw };
}

/** Makes everything that is to go out to the user due. */
const timePasses = ({ user: { id } }: User) =>
  sql`update notification_steps set due_at = now() where user_id = ${id}`.execute(installation.context.db);
const stepsLeft = async ({ user: { id } }: User, way: 'push' | 'mail' = 'mail') =>
  installation.context.db
    .selectFrom('notificationSteps')
    .selectAll()
    .where('userId', '=', id)
    .where('way', '=', way)
    .execute();

test('unseen notifications are mailed together, once, with links and a way to stop them', async () => {
  const ada = await user();
  const [talk] = [await assigned(ada, 'Anna'), await assigned(ada, 'Bert')];
  await timePasses(ada);
  const mail = await mailTo(ada);
  expect(mail.subject).toBe('2 notifications in Parley');
  expect(mail.text).toContain('Ben assigned you Anna');
  expect(mail.text).toContain('Ben assigned you Bert');
  expect(mail.text).toContain('Do you have plates?');
  expect(mail.text).toContain(`/conversations?selected=${talk?.conversationId}`);
  expect(mail.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  await until(async () => (await stepsLeft(ada)).length === 0, 'nothing to be left');
  // Until it is read there is no second mail about the conversation.
  await talk?.writes('Hello?');
  await until(async () => (await of(ada)).some(({ kind }) => kind === 'message'), 'the message');
  expect(await stepsLeft(ada)).toEqual([]);
  const [, token = ''] = /stop-mails\?token=([\w.-]+)/.exec(mail.text) ?? [];
  await expect(stopMailsByToken(installation.context, `${token}x`)).rejects.toMatchObject({ code: 'not_found' });
  await stopMailsByToken(installation.context, token);
  await assigned(ada, 'Cleo');
  expect(await stepsLeft(ada)).toEqual([]);
});

test('a mail has no texts of messages for a user who wants none', async () => {
  const ada = await user();
  await updateNotificationSettings(installation.context, ada, { textInMail: false });
  await assigned(ada);
  await timePasses(ada);
  const mail = await mailTo(ada);
  expect(mail.subject).toBe('Ben assigned you Anna');
  expect(mail.text).not.toContain('plates');
});

test('what was read in time is not mailed', async () => {
  const [ada, ben] = [await user(), await user()];
  const talk = await assigned(ada);
  await readNotifications(installation.context, ada, { conversationId: talk.conversationId });
  await assigned(ben);
  await Promise.all([timePasses(ada), timePasses(ben)]);
  await until(() => installation.mailsTo(ben.email)[0], 'the mail to the other');
  expect(installation.mailsTo(ada.email)).toEqual([]);
});

test('a user who may not see the conversation any more gets no mail about it', async () => {
  const [ada, ben] = [await user(), await user()];
  const { context } = installation;
  const talk = await assigned(ada);
  const role = await insertRole(context.db, {
    name: 'Own only',
    permissions: builtInPermissions.representative,
    scope: 'mine',
    max: 100,
  });
  if (typeof role === 'string') throw new Error(role);
  await transition(context, talk.conversationId, [{ type: 'assign', representativeId: ben.user.id }], {
    cause: { by: 'representative', userId: ben.user.id },
  });
  await updateAccess(context.db, ada.user.id, { roleId: role.id });
  await timePasses(ada);
  await until(async () => (await stepsLeft(ada)).length === 0, 'the step to end');
  expect(installation.mailsTo(ada.email)).toEqual([]);
});

test('a second mail waits until ten minutes after the first', async () => {
  const ada = await user();
  await assigned(ada, 'Anna');
  await timePasses(ada);
  await until(() => installation.mailsTo(ada.email)[0], 'the first mail');
  await until(async () => (await stepsLeft(ada)).length === 0, 'its step to end');
  await assigned(ada, 'Bert');
  await timePasses(ada);
  const [step] = await until(async () => {
    const left = await stepsLeft(ada);
    return left.every(({ dueAt }) => dueAt > new Date()) ? left : null;
  }, 'it to be held back');
  expect((step?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(installation.mailsTo(ada.email)).toHaveLength(1);
});

test('quiet hours and absences hold mails back, and urgent ones pass quiet hours where the user allows it', async () => {
  const ada = await user();
  const all = { start: '00:00', end: '00:00', timeZone: 'UTC' } as const;
  const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  await updateNotificationSettings(installation.context, ada, {
    quietHours: { ...all, wholeDays: [...everyDay] },
    ways: { sla_breached: ['app', 'mail'] },
  });
  const talk = await assigned(ada);
  await timePasses(ada);
  await until(async () => (await stepsLeft(ada)).every(({ dueAt }) => dueAt > new Date()), 'it to be held back');
  expect(installation.mailsTo(ada.email)).toEqual([]);
  const due = { kind: 'first_response', at: new Date().toISOString(), policy: 'All' } as const;
  await transition(installation.context, talk.conversationId, [{ type: 'note_due', isBreach: true }], {
    cause: { by: 'rule', rule: 'sla' },
    due,
  });
  await until(async () => (await of(ada)).some(({ kind }) => kind === 'sla_breached'), 'the breach');
  await timePasses(ada);
  const mail = await mailTo(ada);
  expect(mail.subject).toBe('Overdue: Anna');
  const ben = await user();
  await installation.context.db.updateTable('users').set({ status: 'offline' }).where('id', '=', ben.user.id).execute();
  await assigned(ben);
  await timePasses(ben);
  await until(async () => (await stepsLeft(ben)).every(({ dueAt }) => dueAt > new Date()), 'it to be held back');
  expect(installation.mailsTo(ben.email)).toEqual([]);
});

test('an event notifies 1,000 users within 5 seconds, each once', async () => {
  const { context } = installation;
  const { db } = context;
  const many = 1_000;
  await sql`insert into users (name, email, username, password_hash, role, status)
    select 'Many ' || n, 'many' || n || '@example.com', 'many' || n, 'x', 'representative', 'online'
    from generate_series(1, ${many}::int) as n`.execute(db);
  const ids = (await db.selectFrom('users').select('id').where('name', 'like', 'Many %').execute()).map(({ id }) => id);
  const talk = await installation.opens('Hello everyone');
  const begun = performance.now();
  const author = await installation.representative('Ben');
  await addNote(context, author, talk.conversationId, { content: 'All of you', mentions: ids });
  const notified = async () =>
    (
      await db
        .selectFrom('notifications')
        .select('userId')
        .where('kind', '=', 'mention')
        .where('conversationId', '=', talk.conversationId)
        .execute()
    ).length;
  await until(async () => (await notified()) === many, 'all to be notified');
  expect(performance.now() - begun).toBeLessThan(5_000);
});
