/** The template of a mailbox: its picture, colour, last lines and required text around the mails to customers. */
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { languageOf } from '@parley/contracts/text/languages';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { findImage } from '@parley/db/images/images';
import type { SendMailOptions } from 'nodemailer';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { imagesPath, storeImage } from '../images/images.ts';
import { mailHtml, mailText, type MailTemplate } from '../mailer/html.ts';
import { fallbackFrom, fromAddress, teamName } from '../mailer/sender.ts';
import { missingForMail } from '../mailer/smtp.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { sendingAs, type TemplateFields } from './inbox.ts';
import { sendFromMailbox } from './mailbox-sending.ts';
import { signatureFor, signaturePart } from './signature.ts';

export interface LoadedTemplate extends MailTemplate {
  attachments: NonNullable<SendMailOptions['attachments']>;
}

const logoId = 'logo@parley';

/** Loads the picture of a template. One that was deleted is left out. */
export async function loadTemplate(
  { db }: Pick<Context, 'db'>,
  { legalText, logoUrl, mailColour, mailFooter }: TemplateFields,
): Promise<LoadedTemplate> {
  const [hash = '', ending = 'png'] = logoUrl.slice(imagesPath.length).split('.');
  const logo = logoUrl === '' ? undefined : await findImage(db, hash);
  return {
    legalText,
    colour: mailColour,
    footer: mailFooter,
    logo: logo ? logoId : null,
    attachments: logo
      ? [
          {
            filename: `logo.${ending}`,
            content: logo.bytes,
            contentType: logo.mime,
            cid: logoId,
            contentDisposition: 'inline' as const,
          },
        ]
      : [],
  };
}

/** Stores the picture of a template and returns its address. @throws Problem as `storeImage` */
export async function addLogo(context: Context, caller: StaffCaller, picture: string): Promise<string> {
  await refuseWithout(context, caller, 'mail.manage');
  return storeImage(context, picture, 'picture', caller.user.id);
}

/**
 * Sends a mail with the template and signature of a mailbox to the caller.
 *
 * @throws Problem `not_found`, `not_configured`, `unavailable` with the mail server's reply
 */
export async function sendTemplateTest(
  context: ExternalContext,
  caller: StaffCaller,
  { mailboxId }: { mailboxId: Mailbox['id'] | null },
): Promise<void> {
  await refuseWithout(context, caller, 'mail.manage');
  if (mailboxId !== null && !(await findMailbox(context.db, mailboxId)))
    throw new Problem('not_found', localize('no_such_mailbox'));
  const { email, signature, template: fields } = await sendingAs(context, mailboxId);
  const missing = mailboxId === null ? missingForMail(email, context.external) : null;
  if (missing !== null) throw new Problem('not_configured', missing);
  const { name, email: address, mailSignature, language } = caller.user;
  const t = mailTexts(languageOf(language ?? '') ?? 'en');
  const values = {
    'representative.name': name,
    'representative.firstName': name.split(' ')[0] ?? name,
    'representative.email': address,
  };
  const text = t('templateTest');
  const template = await loadTemplate(context, fields);
  const layout = {
    title: teamName(email),
    parts: [
      { text },
      ...signaturePart(signatureFor({ own: mailSignature, mailbox: signature, values, written: text })),
    ],
    footer: [],
    template,
    language: languageOf(language ?? '') ?? 'en',
  };
  await sendFromMailbox(context, mailboxId, {
    from: { name: teamName(email), address: fromAddress(email, fallbackFrom(context.publicUrl)) },
    to: { name: '', address },
    subject: t('templateTestSubject'),
    text: mailText(layout),
    html: mailHtml(layout),
    attachments: template.attachments,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }).catch((error: unknown) => {
    throw new Problem('unavailable', error instanceof Error ? error.message : localize('mail_not_sent'));
  });
}
