/** Builds a mail from its fields, for providers that give no original. */
import { hash } from 'node:crypto';
import { createTransport } from 'nodemailer';

export interface MailFields {
  /** Header fields in order, as the provider gives them. */
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
  html: string;
  files: readonly { name: string; type: string; bytes: Buffer; contentId: string | null }[];
}

const fieldName = /^[!-9;-~]{1,100}$/;
/** Fields that describe the body, which is built again. */
const ofTheBody = /^(?:content-.*|mime-version)$/i;
const fieldsMax = 500;

/** Builds the mail: given fields, and a body of text, HTML and files. */
export async function rebuildMail({ headers, text, html, files }: MailFields): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({
    // The same for the same mail, which is recognised by every byte of its body when it comes again.
    baseBoundary: hash('sha256', JSON.stringify([headers, text, html])).slice(0, 32),
    text,
    ...(html !== '' && { html }),
    attachments: files.map(({ name, type, bytes, contentId }) => ({
      filename: name,
      contentType: type,
      content: bytes,
      ...(contentId !== null && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const built = Buffer.isBuffer(message) ? message : Buffer.from('');
  const end = built.indexOf('\r\n\r\n');
  const own = built
    .subarray(0, end)
    .toString('latin1')
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => ofTheBody.test(line.split(':', 1)[0] ?? ''));
  const given = headers
    .filter(([name]) => fieldName.test(name) && !ofTheBody.test(name))
    .slice(0, fieldsMax)
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n\0]+/g, ' ').trim()}`);
  return Buffer.concat([Buffer.from([...given, ...own].join('\r\n')), built.subarray(end)]);
}
