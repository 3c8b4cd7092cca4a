/**
 * Tries a mailbox as customers would: sends messages to itself, waits for them, and reads the DNS of its domain. Each
 * step explains what failed.
 */
import { randomUUID } from 'node:crypto';
import * as systemDns from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailbox, MailboxCheck } from '@parley/contracts/channels/mailboxes';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import type { ExternalContext } from '@parley/core/external/services';
import { publishChange } from '@parley/core/live/publish-change';
import { checkMessageId } from '@parley/core/mail/check-mail';
import {
  checkDkim,
  checkDmarc,
  checkSpf,
  checkStep,
  type CheckStep,
  type DnsResolver,
  signaturesOf,
} from '@parley/core/mail/dns-check';
import { sendFromMailbox } from '@parley/core/mail/mailbox-sending';
import { withSecrets } from '@parley/core/mail/mailboxes';
import { findReceivedMail } from '@parley/db/mail/inbound';
import { findMailbox, noteMailboxCheck } from '@parley/db/mail/mailboxes';
import type { WorkerConfig } from '../config.ts';
import { failureText } from './failure.ts';
import { imapMailboxOf, openMailbox } from './mailbox.ts';

/** Time limit for the test messages to come back; an admin is waiting. */
const arrivalMs = 30_000;
const lookEveryMs = 250;

export interface CheckOptions {
  dns?: DnsResolver;
  /** Time limit for the test messages to come back, in milliseconds. */
  arrivalMs?: number;
}

type CheckContext = ExternalContext & { config: Pick<WorkerConfig, 'INBOUND_SMTP_PORT' | 'IMAP_POLL_SECONDS'> };

/** Tries a mailbox once. @throws Problem `not_found` */
export async function checkMailbox(
  context: CheckContext,
  mailboxId: string,
  options: CheckOptions = {},
): Promise<MailboxCheck> {
  const stored = await findMailbox(context.db, mailboxId);
  if (!stored) throw new Problem('not_found', localize('no_such_mailbox'));
  const mailbox = withSecrets(context.secrets, stored);
  const receiving = await tried('receiving', () => tryReceiving(context, mailbox));
  const mails = await tryMails(context, mailbox, receiving, options.arrivalMs ?? arrivalMs);
  const dns = await readDns(context, mailbox, mails.arrived, options.dns ?? systemDns);
  const steps = [receiving, ...mails.steps, ...dns.map(({ step }) => step)];
  const failed = steps.find(({ step, outcome }) => outcome === 'failed' && isOfTransport(step));
  await noteMailboxCheck(
    context.db,
    mailboxId,
    failed ? { message: failed.message, ...(failed.localized && { localized: failed.localized }) } : null,
  );
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
  return { steps, records: dns.flatMap(({ record }) => record ?? []) };
}

const isOfTransport = (step: CheckStep['step']): boolean => step === 'receiving' || step === 'sending';

async function tried(step: CheckStep['step'], activity: () => Promise<Text>): Promise<CheckStep> {
  try {
    return checkStep(step, 'works', await activity());
  } catch (error) {
    return checkStep(step, 'failed', failureText(error));
  }
}

/** @throws what is in the way */
async function tryReceiving(context: CheckContext, mailbox: Mailbox): Promise<Text> {
  const { receiving, address, id } = mailbox;
  switch (receiving.kind) {
    case 'imap':
    case 'imap_oauth': {
      const read = imapMailboxOf(mailbox);
      if (!read) throw new Problem('internal', 'No IMAP.');
      const { client, opened, leave } = await openMailbox(context, read);
      const hasIdle = client.capabilities.has('IDLE');
      await leave();
      const of = { host: read.host, user: read.user, name: read.folder };
      const first =
        opened.exists === 1
          ? localize('mailbox_holds_one', of)
          : localize('mailbox_holds', { ...of, count: opened.exists });
      const second = hasIdle
        ? localize('mailbox_idle')
        : localize('mailbox_polled', { seconds: context.config.IMAP_POLL_SECONDS });
      return localize('and_then', { first, second });
    }
    case 'webhook': {
      const url = `${context.publicUrl}/api/mail/inbound/${id}/${receiving.provider}`;
      return localize('mailbox_webhook_ready', { url });
    }
    case 'forward': {
      const port = context.config.INBOUND_SMTP_PORT;
      if (port === 0) throw new Problem('not_configured', localize('mailbox_port_missing', { address }));
      return localize('port_accepts', { port: String(port), address });
    }
  }
}

/** Host that the mailbox's mail is handed to. */
async function sendingHost(context: CheckContext, { sending }: Mailbox): Promise<string> {
  if (sending.kind !== 'installation') return sending.host;
  const { emailConfig } = await context.settings.read();
  const own = URL.parse(context.external.smtpUrl ?? '')?.hostname ?? '';
  return emailConfig.useInternalEmail ? own : emailConfig.smtpHost.trim();
}

interface Mails {
  steps: CheckStep[];
  /** The first test message as it came back. */
  arrived: Buffer | null;
}

/** Sends two messages to the mailbox, the second to an address with a "+" part, and waits for both. */
async function tryMails(
  context: CheckContext,
  mailbox: Mailbox,
  receiving: CheckStep,
  atMostMs: number,
): Promise<Mails> {
  const { address, name, senderName } = mailbox;
  const host = await sendingHost(context, mailbox);
  const at = address.lastIndexOf('@');
  const tagged = `${address.slice(0, at)}+parley-check${address.slice(at)}`;
  const token = randomUUID();
  const subjects = [`Parley test message ${token}`, `Re: Parley test message ${token}`] as const;
  const send = (to: string, subject: string): Promise<string> =>
    sendFromMailbox(context, mailbox.id, {
      from: { name: senderName || name, address },
      to,
      subject,
      messageId: checkMessageId(context.secrets, randomUUID(), address.slice(at + 1)),
      headers: { 'Auto-Submitted': 'auto-generated' },
      text: 'This is a test message of Parley to its own mailbox. Nobody needs to read it.',
    });
  const began = Date.now();
  const sending = await tried('sending', async () => {
    await send(address, subjects[0]);
    return localize('check_sent', { host, address });
  });
  if (sending.outcome === 'failed' || receiving.outcome === 'failed') {
    const skipped = localize('check_skipped');
    const rest = [checkStep('arrival', 'skipped', skipped), checkStep('threading', 'skipped', skipped)];
    return { steps: [sending, ...rest], arrived: null };
  }
  const threading = await tried('threading', async () => {
    await send(tagged, subjects[1]);
    return localize('check_thread', { address: tagged });
  });
  const isAnswered = threading.outcome !== 'failed';
  const until = began + atMostMs;
  const [arrived, answered] = await Promise.all([
    arrival(context, mailbox.id, subjects[0], until),
    isAnswered ? arrival(context, mailbox.id, subjects[1], until) : null,
  ]);
  const seconds = Math.max(1, Math.round(((arrived?.at ?? began) - began) / 1000));
  return {
    arrived: arrived?.raw ?? null,
    steps: [
      sending,
      arrived
        ? checkStep('arrival', 'works', localize('check_arrived', { seconds }))
        : checkStep('arrival', 'failed', localize('check_lost', { seconds: Math.round(atMostMs / 1000), address })),
      isAnswered && !answered
        ? checkStep('threading', 'warning', localize('check_thread_lost', { address: tagged }))
        : threading,
    ],
  };
}

async function arrival(
  { db }: Pick<CheckContext, 'db'>,
  mailboxId: string,
  subject: string,
  until: number,
): Promise<{ raw: Buffer; at: number } | null> {
  for (;;) {
    const found = await findReceivedMail(db, mailboxId, subject);
    if (found) return { raw: found.raw, at: found.receivedAt.getTime() };
    if (Date.now() > until) return null;
    await pause(lookEveryMs);
  }
}

async function readDns(context: CheckContext, mailbox: Mailbox, arrived: Buffer | null, dns: DnsResolver) {
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1);
  const [spf, dmarc] = await Promise.all([
    checkSpf(dns, domain, await sendingHost(context, mailbox)),
    checkDmarc(dns, domain, mailbox.address),
  ]);
  return [spf, checkDkim(domain, arrived === null ? undefined : signaturesOf(arrived)), dmarc];
}
