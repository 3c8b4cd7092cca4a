import { randomUUID } from 'node:crypto';
import { headerOf, type ReceivedMail } from './smtp.ts';

export interface Reported {
  recipient: string;
  action?: string;
  status?: string;
  /** The other server's own text. */
  text?: string;
  type?: 'delivery-status' | 'feedback-report';
}

/** Returns the report of a mail server about a mail of ours (RFC 3464), or a complaint about it (RFC 5965). */
export function deliveryReport(
  mail: Pick<ReceivedMail, 'raw'>,
  { recipient, type = 'delivery-status', ...fields }: Reported,
): string {
  const { action = 'failed', status = '5.1.1', text = '550 5.1.1 User unknown' } = fields;
  const block =
    type === 'feedback-report'
      ? [`Feedback-Type: abuse`, `Original-Rcpt-To: <${recipient}>`]
      : [
          'Reporting-MTA: dns; mx.example.com',
          '',
          `Final-Recipient: rfc822; ${recipient}`,
          `Action: ${action}`,
          `Status: ${status}`,
          `Diagnostic-Code: smtp; ${text}`,
        ];
  return [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    'To: support@shop.example',
    `Message-ID: <${randomUUID()}@mx.example.com>`,
    'Subject: Undelivered Mail Returned to Sender',
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your mail could not be delivered.',
    '--b',
    `Content-Type: message/${type}`,
    '',
    ...block,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${headerOf(mail.raw, 'Message-ID')}`,
    '',
    '--b--',
    '',
  ].join('\r\n');
}
