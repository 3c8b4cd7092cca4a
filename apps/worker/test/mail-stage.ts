/** A worker with a mail server before it, and customers who left an address. */
import { planDigests } from '@parley/core/maintenance/digests';
import { type MailServer, type ReceivedMail, startMailServer } from '@parley/testing/smtp';
import type { NewVisitor } from '@parley/db/visitors/visitors';
import { type Stage, startStage, type Talk, until } from './stage.ts';

export interface MailStage extends Stage {
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
export async function startMailStage(env: Record<string, string> = {}): Promise<MailStage> {
  const smtp = await startMailServer({ user: 'parley', pass: 'word' });
  const stage = await startStage({ env: { REPLY_ADDRESS: 'support@shop.example', ...env } });
  const { db } = stage.context;
  await stage.set('emailConfig', {
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
    ...stage,
    smtp,
    mailsTo,
    minutesPass,
    async mailed(email, answers = ['We have it in blue.'], visitor = {}) {
      const talk = await stage.opens('Do you have plates?', { email, name: 'Anna', ...visitor });
      for (const answer of answers) await stage.answers(talk, answer);
      await minutesPass(talk, 3);
      await planDigests(stage.context);
      const mail = await until(() => mailsTo(email)[0], 'the digest');
      return { talk, mail };
    },
    async close() {
      await stage.close();
      await smtp.close();
    },
  };
}
