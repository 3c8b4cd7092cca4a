/** A worker with a mail server before it, and customers who left an address. */
import { planDigests } from '@parley/core/maintenance/digests';
import { type MailServer, type ReceivedMail, startMailServer } from '@parley/testing/smtp';
import type { NewVisitor } from '@parley/db/visitors/visitors';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

export interface MailInstallation extends Installation {
  smtp: MailServer;
  mailsTo(address: string): ReceivedMail[];
  /** Makes everything so far this many minutes older. */
  minutesPass(talk: Talk, minutes: number): Promise<void>;
  /** A customer who wrote, left, and got the answer by mail. */
  mailed(email: string, answers?: string[], visitor?: Partial<NewVisitor>): Promise<{ talk: Talk; mail: ReceivedMail }>;
}

let customers = 0;
/** An address nobody had before. */
export const customer = (): string => `customer${(customers += 1)}@example.com`;

/** Starts it all; `env` completes the worker's environment. */
export async function startMailInstallation(env: Record<string, string> = {}): Promise<MailInstallation> {
  const smtp = await startMailServer({ user: 'parley', pass: 'word' });
  const installation = await startInstallation({ env: { REPLY_ADDRESS: 'support@shop.example', ...env } });
  const { db } = installation.context;
  await installation.set('emailConfig', {
    enabled: true,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpUser: 'parley',
    smtpPassword: 'word',
    smtpAllowPlaintext: true,
    fromEmail: 'support@shop.example',
    fromName: 'Acme Support',
    notificationEmails: ['Team@shop.example', 'boss@shop.example'],
  });
  const mailsTo = (address: string): ReceivedMail[] => smtp.mails.filter((mail) => mail.to.includes(address));
  async function minutesPass({ conversationId, caller }: Talk, minutes: number): Promise<void> {
    const past = new Date(Date.now() - minutes * 60_000);
    await db.updateTable('messages').set({ createdAt: past }).where('conversationId', '=', conversationId).execute();
    await db.updateTable('visitors').set({ lastSeenAt: past }).where('id', '=', caller.visitorId).execute();
  }
  return {
    ...installation,
    smtp,
    mailsTo,
    minutesPass,
    async mailed(email, answers = ['We have it in blue.'], visitor = {}) {
      const talk = await installation.opens('Do you have plates?', { email, name: 'Anna', ...visitor });
      for (const answer of answers) await installation.answers(talk, answer);
      await minutesPass(talk, 3);
      await planDigests(installation.context);
      const mail = await until(() => mailsTo(email)[0], 'the digest');
      return { talk, mail };
    },
    async close() {
      await installation.close();
      await smtp.close();
    },
  };
}
