/** Adds the files of messages to a mail: attached while they are small together, otherwise as links that expire. */
import { fileTexts } from '@parley/contracts/i18n/catalogues/files';
import { isUndecided } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { mailFilesMaxBytes } from '@parley/contracts/channels/limits';
import type { SendMailOptions } from 'nodemailer';
import type { Language } from '../text/language.ts';
import { deliveredFileLink } from '../files/links.ts';
import { bytesOfFile } from '../files/outgoing.ts';
import type { ExternalContext } from '../external/services.ts';
import { linkEnd, sizeWords } from '../mailer/file-texts.ts';
import type { MailFile } from '../mailer/html.ts';

type Parts = NonNullable<SendMailOptions['attachments']>;

export interface FilesOfMail {
  attachments: Parts;
  /** Returns the files of a message as the mail shows them. */
  filesOf: (message: Pick<Message, 'attachments'>) => MailFile[];
}

interface Options {
  deliveryId: string;
  language: Language;
  /** How many bytes the files within the mail may have together. */
  maxBytes?: number;
}

/**
 * Returns the files of these messages for a mail, in their order: files that are ready are attached while they fit, all
 * others are linked. Refused files are left out.
 */
export async function filesForMail(
  context: ExternalContext,
  messages: readonly Message[],
  { deliveryId, language, maxBytes = mailFilesMaxBytes }: Options,
): Promise<FilesOfMail> {
  const files = messages.flatMap(({ attachments = [] }) => attachments).filter(({ state }) => state !== 'refused');
  const attachments: Parts = [];
  const shown = new Map<string, MailFile>();
  const t = fileTexts(language);
  const { ends, until } = linkEnd(language);
  let room = maxBytes;
  for (const file of files) {
    const { id, name, size, alt } = file;
    const content = file.state === 'ready' && size <= room ? await bytesOfFile(context, id) : undefined;
    if (!content) {
      const note = isUndecided(file) ? t('unchecked') : sizeWords(size, language);
      const url = `${context.publicUrl}${deliveredFileLink(context, { fileId: id, deliveryId, ends })}`;
      shown.set(id, { id, name, alt, link: { note, until, url } });
      continue;
    }
    room -= content.length;
    const picture =
      file.kind === 'picture' && file.thumbnails ? { cid: `${id}@parley`, width: file.width ?? 0 } : undefined;
    attachments.push({
      filename: name,
      content,
      ...(file.type !== null && { contentType: file.type }),
      ...(picture && { cid: picture.cid, contentDisposition: 'inline' as const }),
    });
    shown.set(id, { id, name, alt, ...(picture && { picture }) });
  }
  return {
    attachments,
    filesOf: (message) => (message.attachments ?? []).flatMap(({ id }) => shown.get(id) ?? []),
  };
}
