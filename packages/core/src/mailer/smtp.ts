/**
 * Sends a mail to an SMTP server: one from the settings, guarded like every address that an admin types in, or the
 * installation's.
 */
import { isIP } from 'node:net';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { assertPublicHost, isPublicAddress } from '@parley/service/public-address';
import { OutboundError, OutboundUnreachable } from '@parley/service/outbound-errors';
import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer';
import { CallFailed } from '../external/answer.ts';
import type { ExternalServices } from '../external/services.ts';

type EmailConfig = Settings['emailConfig'];

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 5_000 };

/** Returns the reason why no mail can be sent; null if it can. */
export function missingForMail(email: EmailConfig, external: Pick<ExternalServices, 'smtpUrl'>): LocalizedText | null {
  if (!email.enabled) return localize('switched_off', { name: 'Email' });
  if (email.useInternalEmail) return external.smtpUrl ? null : localize('no_mail_server');
  if (!email.smtpHost.trim()) return localize('smtp_host_missing');
  return email.fromEmail.trim() ? null : localize('from_address_missing');
}

async function transportOptions(email: EmailConfig, external: ExternalServices): Promise<SMTPTransportOptions> {
  if (email.useInternalEmail) return { url: await decidedUrl(external.smtpUrl ?? ''), ...timeouts };
  const host = email.smtpHost.trim();
  const { address } = await assertPublicHost(host, external.addresses);
  return {
    host: address,
    // The certificate is the name's, whatever address was checked and is connected to. Addresses have no SNI (RFC 6066).
    ...(isIP(host) ? {} : { servername: host, tls: { servername: host } }),
    port: email.smtpPort,
    secure: email.smtpSecure,
    // Null is the answer of installations that were never asked.
    requireTLS: !email.smtpSecure && !email.smtpAllowPlaintext,
    ...(email.smtpUser ? { auth: { user: email.smtpUser, pass: email.smtpPassword } } : {}),
    ...timeouts,
  };
}

/**
 * The installation's own server with `?requireTLS=` decided: where the URL leaves it open, mail goes encrypted or not at
 * all wherever it crosses the internet.
 */
async function decidedUrl(smtpUrl: string): Promise<string> {
  const url = URL.parse(smtpUrl);
  if (!url || url.protocol === 'smtps:' || url.searchParams.has('requireTLS')) return smtpUrl;
  const { address } = await assertPublicHost(url.hostname, { allowPrivate: true });
  if (isPublicAddress(address)) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Sends a mail and returns the server's final reply. @throws CallFailed with the server's reply. */
export async function sendMail(email: EmailConfig, external: ExternalServices, mail: SendMailOptions): Promise<string> {
  const missing = missingForMail(email, external);
  if (missing) throw new CallFailed(missing, { transient: false });
  try {
    // Mails are rare: the library is loaded for the first one, and each has its own connection, so that a changed
    // setting applies at once and nothing idles.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(await transportOptions(email, external));
    try {
      const { response } = await transport.sendMail({ disableFileAccess: true, disableUrlAccess: true, ...mail });
      return response;
    } finally {
      transport.close();
    }
  } catch (error) {
    throw isWithoutEncryption(error)
      ? withoutEncryption(email, external)
      : asMailFailure(error, serverName(email, external));
  }
}

/** The mail server as people know it. */
const serverName = (email: EmailConfig, { smtpUrl }: Pick<ExternalServices, 'smtpUrl'>): string =>
  email.useInternalEmail ? (URL.parse(smtpUrl ?? '')?.host ?? 'The mail server') : email.smtpHost.trim();

/** Returns true if the server refused STARTTLS or doesn't support it. */
function isWithoutEncryption(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'command' in error)) return false;
  if (!('responseCode' in error) || error.responseCode === undefined) return false;
  return (
    (error.code === 'ETLS' && error.command === 'STARTTLS') ||
    (error.code === 'ECONNECTION' && error.command === 'EHLO')
  );
}

/** Returns a failure that names the choice to make. It is retried like any failure that a person has to fix. */
function withoutEncryption(email: EmailConfig, external: Pick<ExternalServices, 'smtpUrl'>): CallFailed {
  const code = email.useInternalEmail ? 'no_encryption_internal' : 'no_encryption';
  return new CallFailed(localize(code, { host: serverName(email, external) }), { transient: true });
}

/** SMTP replies of class 5 are final, but wrong credentials and full mailboxes get mended. RFC 5321, section 4.2.1. */
function asMailFailure(error: unknown, server: string): CallFailed {
  if (error instanceof CallFailed) return error;
  if (error instanceof OutboundError) return new CallFailed(error.words, { transient: error.transient, cause: error });
  if (!(error instanceof Error)) return new CallFailed(localize('mail_not_sent'), { transient: true, cause: error });
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  // No connection, or an untrusted certificate: our own text, without the IP address of the host.
  if (status === null && 'originalCode' in error && typeof error.originalCode === 'string') {
    const { words } = new OutboundUnreachable(server, Object.assign(new Error(), { code: error.originalCode }));
    return new CallFailed(words, { transient: true, cause: error });
  }
  const words = 'response' in error && typeof error.response === 'string' ? error.response : error.message;
  const isFinal = status !== null && status >= 500 && !('code' in error && error.code === 'EAUTH');
  return new CallFailed(words.slice(0, 300), { responseStatus: status, transient: !isFinal, cause: error });
}
