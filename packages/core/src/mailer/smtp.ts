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

/** Server that mail is handed to; null for the installation's own (`SMTP_URL`). */
export type MailServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  /** Lets mail go without encryption where the server offers none: always, or to private addresses alone. */
  allowPlaintext: boolean | 'private';
  login: { user: string; pass: string } | { user: string; accessToken: string } | null;
} | null;

/** Returns the server of the Email tab. */
const serverOf = (email: EmailConfig): MailServer =>
  email.useInternalEmail
    ? null
    : {
        host: email.smtpHost.trim(),
        port: email.smtpPort,
        secure: email.smtpSecure,
        // Null is the answer of installations that were never asked.
        allowPlaintext: email.smtpAllowPlaintext,
        login: email.smtpUser ? { user: email.smtpUser, pass: email.smtpPassword } : null,
      };

async function transportOptions(server: MailServer, external: ExternalServices): Promise<SMTPTransportOptions> {
  if (server === null) return { url: await decidedUrl(external.smtpUrl ?? ''), ...timeouts };
  const { host, port, secure, allowPlaintext, login } = server;
  const { address } = await assertPublicHost(host, external.addresses);
  return {
    host: address,
    // The certificate is the name's, whatever address was checked and is connected to. Addresses have no SNI (RFC 6066).
    ...(isIP(host) ? {} : { servername: host, tls: { servername: host } }),
    port,
    secure,
    requireTLS: !secure && (allowPlaintext === 'private' ? isPublicAddress(address) : !allowPlaintext),
    ...(login && { auth: 'pass' in login ? login : { type: 'OAuth2', ...login } }),
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

/** Sends a mail by the server of the Email tab and returns its final reply. @throws CallFailed with the server's reply. */
export async function sendMail(email: EmailConfig, external: ExternalServices, mail: SendMailOptions): Promise<string> {
  const missing = missingForMail(email, external);
  if (missing) throw new CallFailed(missing, { transient: false });
  return sendBy(serverOf(email), external, mail);
}

/** Sends a mail by a server and returns its final reply. @throws CallFailed with the server's reply, LoginRefused */
export async function sendBy(server: MailServer, external: ExternalServices, mail: SendMailOptions): Promise<string> {
  try {
    // Mails are rare: the library is loaded for the first one, and each has its own connection, so that a changed
    // setting applies at once and nothing idles.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(await transportOptions(server, external));
    try {
      const { response } = await transport.sendMail({ disableFileAccess: true, disableUrlAccess: true, ...mail });
      return response;
    } finally {
      transport.close();
    }
  } catch (error) {
    throw isWithoutEncryption(error)
      ? withoutEncryption(server, external)
      : asMailFailure(error, serverName(server, external));
  }
}

/** User, password or token that the mail server doesn't accept. */
export class LoginRefused extends CallFailed {
  override readonly name = 'LoginRefused';
}

/** The mail server as people know it. */
export const serverName = (server: MailServer, { smtpUrl }: Pick<ExternalServices, 'smtpUrl'>): string =>
  server?.host ?? URL.parse(smtpUrl ?? '')?.host ?? 'The mail server';

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
function withoutEncryption(server: MailServer, external: Pick<ExternalServices, 'smtpUrl'>): CallFailed {
  const code = server === null ? 'no_encryption_internal' : 'no_encryption';
  return new CallFailed(localize(code, { host: serverName(server, external) }), { transient: true });
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
  const isLogin = 'code' in error && error.code === 'EAUTH';
  const isFinal = status !== null && status >= 500 && !isLogin;
  const options = { responseStatus: status, transient: !isFinal, cause: error };
  return isLogin ? new LoginRefused(words.slice(0, 300), options) : new CallFailed(words.slice(0, 300), options);
}
