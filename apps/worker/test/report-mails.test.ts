/** Mails of saved reports: once per period, within the rights that their recipient has when they are sent. */
import type { ReportSchedule, ReportSelection } from '@parley/contracts/reports/saved';
import { requeueTasks } from '@parley/core/maintenance/forgotten';
import { parseMail } from '@parley/core/mail/parse';
import { updateFacts } from '@parley/core/stats/facts';
import { mailSavedReport, planReportMails, readMailsOfReport, stopMailsByToken } from '@parley/core/stats/report-mails';
import { readReport } from '@parley/core/stats/reports';
import { addSavedReport, findSavedReport, updateSavedReport } from '@parley/core/stats/saved-reports';
import { insertRole } from '@parley/db/roles/roles';
import { updateAccess } from '@parley/db/users/users';
import { headerOf } from '@parley/testing/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './installation.ts';
import { type MailInstallation, startMailInstallation } from './mail-installation.ts';

let installation: MailInstallation;
type User = Awaited<ReturnType<MailInstallation['representative']>>;

beforeAll(async () => {
  installation = await startMailInstallation();
  await installation.set('aiConfig', { enabled: false });
  for (const text of ['One', 'Two', 'Three']) {
    const talk = await installation.opens(text);
    await installation.answers(talk, 'Here you are.');
  }
  await updateFacts(installation.context);
});
afterAll(() => installation?.close());

const selection: ReportSelection = {
  range: 'today',
  isCompared: true,
  isInWorkingTime: false,
  hasAverages: false,
  filter: { all: [{ field: 'channel', op: 'is', value: 'widget' }] },
  slice: 'website',
  attribute: null,
  shown: 'first_answer',
};
const daily = (recipients: readonly User[], change: Partial<ReportSchedule> = {}): ReportSchedule => ({
  every: 'day',
  weekday: 1,
  day: 1,
  hour: 8,
  timeZone: 'UTC',
  recipients: recipients.map(({ userId }) => userId),
  hasCsv: false,
  isPaused: false,
  ...change,
});
const saves = (owner: User, schedule: ReportSchedule | null, name = 'Answers') =>
  addSavedReport(installation.context, owner, { name, report: 'response', selection, schedule });

/** The time of the mails has come. */
async function comes(id: string): Promise<void> {
  const { db } = installation.context;
  const now = new Date(Date.now() - 1_000);
  await db.updateTable('savedReports').set({ nextAt: now }).where('id', '=', id).execute();
  await Promise.all([planReportMails(installation.context), planReportMails(installation.context)]);
}
const settled = (id: string) =>
  until(async () => {
    const mails = await installation.context.db
      .selectFrom('reportMails')
      .select(['userId', 'state'])
      .where('savedReportId', '=', id)
      .execute();
    return mails.length > 0 && mails.every(({ state }) => state !== 'waiting' && state !== 'sending') ? mails : null;
  }, 'the end of the mails');
const mailTo = ({ email }: User) => until(() => installation.mailsTo(email)[0], 'the mail');
const giveRole = async ({ userId }: User, permissions: Parameters<typeof insertRole>[1]['permissions']) => {
  const role = await insertRole(installation.context.db, { name: userId, permissions, scope: 'mine', max: 1_000 });
  if (typeof role === 'string') throw new Error(role);
  await updateAccess(installation.context.db, userId, { roleId: role.id });
};
const language = ({ userId }: User, code: 'de' | 'ar') =>
  installation.context.db.updateTable('users').set({ language: code }).where('id', '=', userId).execute();

test('each recipient gets the figures of the report screen in their language, with a link to the same days', async () => {
  const [owner, german] = [await installation.representative('Ada'), await installation.representative('Ben')];
  await language(german, 'de');
  const { id } = await saves(owner, daily([owner, german], { hasCsv: true }));
  await comes(id);
  await settled(id);
  const mail = await mailTo(german);
  const { subject, text, html } = await parseMail(Buffer.from(mail.raw));
  const report = await readReport(installation.context, german, 'response', {
    from: new Date().toISOString().slice(0, 10),
    to: new Date().toISOString().slice(0, 10),
    filter: JSON.stringify(selection.filter),
  });
  const answers = report.figures.find(({ metric }) => metric === 'first_answer');
  expect(answers?.n).toBeGreaterThanOrEqual(3);
  expect(subject).toContain('Answers: ');
  expect(text).toContain(`Gezählt ${answers?.n}`);
  expect(text).toContain('90. Perzentil');
  expect(html).toContain('<th scope="row"');
  expect(text).toContain('Ada schickt Ihnen diesen Bericht.');
  const link = new URL(/https?:\S+\/reports\/response\S*/.exec(text ?? '')?.[0] ?? '');
  expect(link.searchParams.get('from')).toBe(report.range.from);
  expect(JSON.parse(link.searchParams.get('where') ?? '')).toEqual(selection.filter);
  expect(mail.raw).toContain(`filename=response-${report.range.from}-${report.range.to}.csv`);
  expect((await parseMail(Buffer.from((await mailTo(owner)).raw))).text).toContain('90th percentile');
});

test('nobody gets two mails of a period, however often the time comes', async () => {
  const owner = await installation.representative();
  const { id } = await saves(owner, daily([owner]));
  await comes(id);
  await settled(id);
  await comes(id);
  await updateSavedReport(installation.context, owner, id, { schedule: daily([owner], { hour: 9 }) });
  await comes(id);
  expect(await settled(id)).toEqual([{ userId: owner.userId, state: 'sent' }]);
  expect(installation.mailsTo(owner.email)).toHaveLength(1);
});

test('a recipient without the right gets nothing, and the owner is told once', async () => {
  const [owner, other] = [await installation.representative(), await installation.representative('Otto')];
  const { id } = await saves(owner, daily([other]));
  await giveRole(other, ['conversations.read']);
  await comes(id);
  expect(await settled(id)).toEqual([{ userId: other.userId, state: 'left_out' }]);
  const notice = await mailTo(owner);
  expect((await parseMail(Buffer.from(notice.raw))).text).toContain('Answers: Otto\nThey may not read reports.');
  expect((await findSavedReport(installation.context, owner, id)).problems).toEqual([
    { userId: other.userId, problem: 'not_permitted' },
  ]);
  await installation.context.db.deleteFrom('reportMails').where('savedReportId', '=', id).execute();
  await comes(id);
  await settled(id);
  expect(installation.mailsTo(owner.email)).toHaveLength(1);
  expect(installation.mailsTo(other.email)).toHaveLength(0);
});

test('a recipient of a narrow scope gets the figures of their own conversations alone', async () => {
  const [owner, narrow] = [await installation.representative(), await installation.representative()];
  await giveRole(narrow, ['reports.read', 'conversations.read']);
  const { id } = await saves(owner, daily([narrow]));
  await comes(id);
  await settled(id);
  expect((await parseMail(Buffer.from((await mailTo(narrow)).raw))).text).toContain('First reply: Figure – ');
});

test('nothing is mailed for an owner who may not read reports any more, nor while it is paused', async () => {
  const [owner, other] = [await installation.representative(), await installation.representative()];
  const { id } = await saves(owner, daily([other], { isPaused: true }));
  expect((await findSavedReport(installation.context, owner, id)).nextAt).toBeNull();
  await updateSavedReport(installation.context, owner, id, { schedule: daily([other]) });
  await updateAccess(installation.context.db, owner.userId, { isActive: false });
  await comes(id);
  const row = await installation.context.db
    .selectFrom('savedReports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row?.nextAt).toBeNull();
  expect(
    await installation.context.db.selectFrom('reportMails').where('savedReportId', '=', id).selectAll().execute(),
  ).toEqual([]);
});

test('opening the link below a mail changes nothing, its button ends the mails of this recipient', async () => {
  const [owner, other] = [await installation.representative(), await installation.representative()];
  const { id } = await saves(owner, daily([owner, other]));
  await comes(id);
  await settled(id);
  const { raw } = await mailTo(other);
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const token = /stop\?token=([\w.-]+)/.exec((await parseMail(Buffer.from(raw))).text ?? '')?.[1] ?? '';
  expect(await readMailsOfReport(installation.context, token)).toEqual({
    name: 'Answers',
    isStopped: false,
    language: 'en',
  });
  await stopMailsByToken(installation.context, token);
  await stopMailsByToken(installation.context, token);
  expect((await readMailsOfReport(installation.context, token)).isStopped).toBe(true);
  await updateSavedReport(installation.context, owner, id, { schedule: daily([owner, other], { hour: 7 }) });
  await installation.context.db.deleteFrom('reportMails').where('savedReportId', '=', id).execute();
  await comes(id);
  expect(await settled(id)).toEqual([{ userId: owner.userId, state: 'sent' }]);
  await expect(stopMailsByToken(installation.context, `${token}x`)).rejects.toMatchObject({ code: 'not_found' });
});

test('a report that is sent to oneself now leaves the mail of the period to come', async () => {
  const owner = await installation.representative();
  const { id } = await saves(owner, daily([owner]));
  await mailSavedReport(installation.context, owner, id);
  await settled(id);
  await comes(id);
  expect(await settled(id)).toHaveLength(2);
  expect(installation.mailsTo(owner.email)).toHaveLength(2);
});

test('a mail server that is away delays a mail and doubles none', async () => {
  const owner = await installation.representative();
  const { id } = await saves(owner, daily([owner]));
  await installation.set('emailConfig', { smtpPort: 1 });
  await comes(id);
  const left = async () => {
    const counts = await installation.context.queues.queue('report-mails').getJobCounts();
    return Object.values(counts).every((count) => count === 0) || null;
  };
  await until(left, 'the last attempt');
  await installation.set('emailConfig', { smtpPort: installation.smtp.port });
  expect(await requeueTasks['requeue-report-mails'].run(installation.context)).toBe(1);
  expect(await settled(id)).toEqual([{ userId: owner.userId, state: 'sent' }]);
  expect(installation.mailsTo(owner.email)).toHaveLength(1);
});

test('a report that can’t be computed any more is not mailed, and the owner is told', async () => {
  const owner = await installation.representative();
  const { id } = await saves(owner, daily([owner]));
  const broken = { ...selection, filter: { field: 'contact.gone', op: 'known', value: true } };
  await installation.context.db
    .updateTable('savedReports')
    .set({ selection: JSON.stringify(broken) })
    .where('id', '=', id)
    .execute();
  await comes(id);
  expect(await settled(id)).toEqual([{ userId: owner.userId, state: 'failed' }]);
  expect((await parseMail(Buffer.from((await mailTo(owner)).raw))).subject).toBe('A report was not mailed');
});
