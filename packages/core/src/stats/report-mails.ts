/**
 * Mails saved reports: plans one mail per recipient and period, computes each within the rights that its recipient has
 * when it is sent, and ends the mails of a recipient who wants none.
 */
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { daysOf } from '@parley/contracts/reports/ranges';
import { mailPeriod, nextMailAt, type SavedReport, type UnsentReason } from '@parley/contracts/reports/saved';
import { dateAt } from '@parley/contracts/schedules/time-zones';
import { languageOf } from '@parley/contracts/text/languages';
import * as saved from '@parley/db/stats/saved-reports';
import { findUser } from '@parley/db/users/users';
import { uuidv7 } from '@parley/db/uuid';
import { DecryptionFailed } from '@parley/service/secrets';
import { recordAuditOf } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { CallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { currentRequester } from '../permissions/requester.ts';
import { addOrLeave } from '../queues.ts';
import type { Language } from '../text/language.ts';
import { canMailAccounts, mailReportNotSent, mailUser } from '../users/account-mails.ts';
import { composeReportMail } from './compose-report-mail.ts';
import { readReport } from './reports.ts';
import { findSavedReport, problemOf, publish } from './saved-reports.ts';

/** A mail that couldn't be sent for so long is not sent any more: the next one is near. */
const givenUpMs = 24 * 3600_000;
/** Mails are remembered for longer than any period. */
const rememberedMs = 100 * 24 * 3600_000;

/** Plans the mails that are due, those of a report in one transaction with the time of the next. Returns their number. */
export async function planReportMails(context: ExternalContext): Promise<number> {
  await saved.deleteOldReportMails(context.db, new Date(Date.now() - rememberedMs));
  let planned = 0;
  for (;;) {
    const ids = await context.db.transaction().execute(async (transaction) => {
      const report = await saved.takeDueReport(transaction);
      if (!report) return undefined;
      const { id: savedReportId, schedule, ownerId, nextAt } = report;
      // Without recipients, or of an owner who may not read reports any more: nothing until someone saves it again.
      if (!schedule || nextAt === null || (await problemOf({ ...context, db: transaction }, ownerId))) {
        await saved.setNextMail(transaction, savedReportId, null);
        return [];
      }
      const now = new Date();
      let [dueAt, next] = [new Date(nextAt), nextMailAt(schedule, new Date(nextAt))];
      // After an outage only the last of several.
      while (next <= now) [dueAt, next] = [next, nextMailAt(schedule, next)];
      await saved.setNextMail(transaction, savedReportId, next);
      return saved.planReportMails(transaction, { savedReportId, period: mailPeriod(schedule, dueAt), dueAt });
    });
    if (!ids) return planned;
    planned += ids.length;
    for (const reportMailId of ids) await addOrLeave(context, 'report-mails', { reportMailId });
  }
}

/** Mails a saved report to the caller now. @throws Problem `not_found`, `not_configured` without a mail server */
export async function mailSavedReport(context: ExternalContext, caller: StaffCaller, id: string): Promise<void> {
  const report = await findSavedReport(context, caller, id);
  if (!(await canMailAccounts(context))) throw new Problem('not_configured', localize('no_mail_server'));
  const reportMailId = await saved.addReportMail(context.db, {
    savedReportId: report.id,
    userId: caller.user.id,
    period: `asked ${uuidv7()}`,
    dueAt: new Date(),
  });
  await addOrLeave(context, 'report-mails', { reportMailId });
}

/**
 * Sends a mail unless it was sent. A recipient without the right gets nothing, and the owner is notified. A process that
 * dies while it calls the mail server doesn't send twice: it is unknown then whether the mail was sent.
 *
 * @throws CallFailed if another attempt may succeed
 */
export async function sendReportMail(context: ExternalContext, id: string): Promise<void> {
  const mail = await saved.findReportMail(context.db, id);
  const report = mail && (await saved.findSavedReport(context.db, mail.savedReportId));
  if (!mail || !report || mail.state !== 'waiting') return;
  const { userId } = mail;
  const problem = await problemOf(context, userId);
  if (problem) return settle(context, { mail, report, problem });
  if (Date.now() - mail.createdAt.getTime() > givenUpMs) return settle(context, { mail, report, problem: 'failed' });
  const recipient = await currentRequester(context, { userId });
  if (!recipient) return;
  const content = await contentOf(context, report, { recipient, dueAt: mail.dueAt });
  if (!content) return settle(context, { mail, report, problem: 'failed' });
  if (!(await saved.moveReportMail(context.db, id, ['waiting', 'sending']))) return;
  try {
    await mailUser(context, { id: `report.${id}`, to: recipient.user.email, ...content });
  } catch (error) {
    await saved.moveReportMail(context.db, id, ['sending', 'waiting']);
    if (!(error instanceof CallFailed) || error.transient) throw error;
    return settle(context, { mail, report, problem: 'failed' });
  }
  await saved.moveReportMail(context.db, id, ['sending', 'sent']);
  await saved.noteProblem(context.db, mail, null);
}

/** Ends a mail that isn't sent; notifies the owner when the recipient's problem is new. */
async function settle(
  context: Context,
  { mail, report, problem }: { mail: saved.ReportMail; report: SavedReport; problem: UnsentReason },
): Promise<void> {
  await saved.moveReportMail(context.db, mail.id, ['waiting', problem === 'failed' ? 'failed' : 'left_out']);
  const before = await saved.noteProblem(context.db, mail, problem);
  if (before === undefined || before === problem) return;
  await publish(context, [report]);
  const recipient = (await findUser(context.db, mail.userId))?.name ?? '';
  await mailReportNotSent(context, { userId: report.ownerId, report: report.name, recipient, problem });
}

/** Returns the mail in the recipient's language; undefined if the report can't be computed, as by a deleted attribute. */
async function contentOf(
  context: ExternalContext,
  mailed: SavedReport,
  { recipient, dueAt }: { recipient: StaffCaller; dueAt: Date },
) {
  const { range, isInWorkingTime, filter, slice, attribute } = mailed.selection;
  const { timezone: timeZone } = (await context.settings.read()).businessHours;
  const days = typeof range === 'object' ? range : daysOf(range, dateAt(timeZone, dueAt));
  try {
    await refuseWithout(context, recipient, 'reports.read');
    const report = await readReport(context, recipient, mailed.report, {
      ...days,
      timeZone,
      workingTime: isInWorkingTime,
      ...(filter && { filter: JSON.stringify(filter) }),
      ...((slice !== 'attribute' || attribute !== null) && { slice }),
      ...(attribute !== null && { attribute }),
      compare: true,
    });
    const owner = mailed.ownerId === recipient.user.id ? null : await findUser(context.db, mailed.ownerId);
    return composeReportMail({
      saved: mailed,
      report,
      language: languageOf(recipient.user.language ?? '') ?? 'en',
      publicUrl: context.publicUrl,
      sender: owner?.name ?? null,
      stopUrl: mailed.schedule?.recipients.includes(recipient.user.id)
        ? stopUrl(context, { savedReportId: mailed.id, userId: recipient.user.id })
        : null,
    });
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const purpose = 'mails of a report';

interface Link {
  savedReportId: string;
  userId: string;
}

/** Returns the address at which a recipient ends the mails of a report. It names both, encrypted. */
const stopUrl = (context: Pick<Context, 'secrets' | 'publicUrl'>, { savedReportId, userId }: Link): string =>
  `${context.publicUrl}/api/report-mails/stop?token=${context.secrets.encrypt(`${savedReportId} ${userId}`, purpose)}`;

const over = (): Problem => new Problem('not_found', 'This link is not valid.');

/** @throws Problem `not_found` for a token that is none of ours */
function readLink({ secrets }: Pick<Context, 'secrets'>, token: string): Link {
  try {
    const [savedReportId = '', userId = ''] = secrets.decrypt(token, purpose).split(' ', 2);
    return { savedReportId, userId };
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
  }
  throw over();
}

export interface MailsOfReport {
  name: string;
  isStopped: boolean;
  /** Language of the recipient. */
  language: Language;
}

/** Returns what the page of a link shows; reading it changes nothing. @throws Problem `not_found` */
export async function readMailsOfReport(
  context: Pick<Context, 'db' | 'secrets'>,
  token: string,
): Promise<MailsOfReport> {
  const { savedReportId, userId } = readLink(context, token);
  const [report, user] = await Promise.all([
    saved.findSavedReport(context.db, savedReportId),
    findUser(context.db, userId),
  ]);
  if (!report?.schedule?.recipients.includes(userId) || !user) throw over();
  return {
    name: report.name,
    isStopped: report.problems.some((each) => each.userId === userId && each.problem === 'stopped'),
    language: languageOf(user.language ?? '') ?? 'en',
  };
}

/** Ends the mails of a report to the recipient of the link. Doing it again is fine. @throws Problem `not_found` */
export async function stopMailsByToken(context: Context, token: string): Promise<void> {
  const link = readLink(context, token);
  const report = await saved.findSavedReport(context.db, link.savedReportId);
  const before = await saved.noteProblem(context.db, link, 'stopped');
  if (!report || before === undefined) throw over();
  if (before === 'stopped') return;
  const user = await findUser(context.db, link.userId);
  await recordAuditOf(
    context,
    { name: user?.name ?? '' },
    { action: 'report.mails_stopped', subject: { type: 'report', id: report.id }, details: { userId: link.userId } },
  );
  await publish(context, [report]);
}
