import { describe, expect, it } from 'vitest';
import { deliveryReport, judgeReply } from '../../src/mail/delivery-report.ts';
import { parseMail } from '../../src/mail/parse.ts';

const returned = [
  'Content-Type: text/rfc822-headers',
  '',
  'From: support@shop.example',
  'Message-ID: <p.0a1b2c3d.00000000000000000000000000000001.0123456789abcdef@shop.example>',
  'Subject: Re: Plates',
  '',
];

/** A report as RFC 3464 has it, with these blocks of fields. */
const report = (blocks: readonly string[], { kind = 'delivery-status', head = [] as string[] } = {}): Buffer =>
  Buffer.from(
    [
      'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
      'To: support@shop.example',
      'Subject: Undelivered Mail Returned to Sender',
      ...head,
      `Content-Type: multipart/report; report-type=${kind}; boundary=b`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'This is the mail system at host mx.example.com.',
      '--b',
      `Content-Type: message/${kind}`,
      '',
      blocks.join('\r\n\r\n'),
      '',
      '--b',
      ...returned,
      '--b--',
      '',
    ].join('\r\n'),
  );

const ofMessage = 'Reporting-MTA: dns; mx.example.com\r\nOriginal-Envelope-Id: 01900000-0000-7000-8000-000000000001';
const failed = (fields: string) => `Final-Recipient: rfc822; Anna@Example.com\r\nAction: failed\r\n${fields}`;
const read = async (raw: Buffer, isBounce = true) => deliveryReport(await parseMail(raw), isBounce);

describe('a delivery report', () => {
  it('names the mail, the address, the reason and the other server’s own text', async () => {
    const text = 'Diagnostic-Code: smtp; 550 5.1.1 <anna@example.com>:\r\n Recipient address rejected: User unknown';
    expect(await read(report([ofMessage, failed(`Status: 5.1.1\r\n${text}`)]))).toEqual({
      kind: 'delivery',
      envelopeId: '01900000-0000-7000-8000-000000000001',
      messageIds: ['<p.0a1b2c3d.00000000000000000000000000000001.0123456789abcdef@shop.example>'],
      recipients: [
        {
          address: 'anna@example.com',
          state: 'bounced',
          reason: 'unknown_address',
          isPermanent: true,
          detail: '550 5.1.1 <anna@example.com>: Recipient address rejected: User unknown',
        },
      ],
    });
  });

  it.each([
    ['5.2.2', '', 'mailbox_full', false],
    ['5.0.0', '552 1 The mailbox is over its quota', 'mailbox_full', false],
    ['5.1.1', '550 5.1.1 mailbox is full', 'mailbox_full', false],
    ['5.1.2', '', 'unknown_domain', true],
    ['5.2.1', 'account disabled', 'mailbox_disabled', true],
    ['5.7.1', 'Message rejected as spam', 'refused', false],
    ['5.3.4', '', 'too_large', false],
    ['5.4.7', 'delivery time expired', 'unreachable', false],
    ['5.0.0', '554 delivery error: dd This user doesn’t have a yahoo.com account', 'unknown_address', true],
    ['5.0.0', 'something nobody has heard of', 'other', false],
  ] as const)('status %s with “%s” is the reason %s', async (status, text, reason, isPermanent) => {
    const fields = failed(`Status: ${status}${text && `\r\nDiagnostic-Code: smtp; ${text.replaceAll('’', "'")}`}`);
    expect((await read(report([ofMessage, fields])))?.recipients[0]).toMatchObject({ reason, isPermanent });
  });

  it('of a delay or a delivery is no bounce, and a relayed mail counts as delivered', async () => {
    const about = (action: string) => `Final-Recipient: rfc822; anna@example.com\r\nAction: ${action}\r\nStatus: 2.0.0`;
    for (const [action, state] of [
      ['delayed', 'delayed'],
      ['delivered (to mailbox)', 'delivered'],
      ['relayed', 'delivered'],
    ] as const)
      expect((await read(report([ofMessage, about(action)])))?.recipients).toMatchObject([
        { state, isPermanent: false },
      ]);
  });

  it('is read without a block of the message, and within ten thousand recipients only the first twenty', async () => {
    expect((await read(report([failed('Status: 5.1.1')])))?.recipients).toHaveLength(1);
    const many = Array.from({ length: 10_000 }, () => failed('Status: 5.1.1'));
    expect((await read(report([ofMessage, ...many])))?.recipients.length).toBeLessThanOrEqual(20);
  });

  it('in words alone is understood from large providers, and a text without any sign is none', async () => {
    const bounce = (lines: readonly string[], head: readonly string[] = []) =>
      Buffer.from(
        ['From: MAILER-DAEMON@mx.example.com', ...head, 'Subject: failure notice', '', ...lines, ''].join('\r\n'),
      );
    const qmail = [
      'Hi. This is the qmail-send program at mx.example.com.',
      '',
      '<anna@example.com>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Message-ID: <p.0a1b2c3d.00000000000000000000000000000001.0123456789abcdef@shop.example>',
    ];
    expect(await read(bounce(qmail))).toMatchObject({
      messageIds: [expect.stringMatching(/^<p\./)],
      recipients: [{ address: 'anna@example.com', state: 'bounced', reason: 'unknown_address', isPermanent: true }],
    });
    const exim = ['A message that you sent could not be delivered:', '', '  anna@example.com', '    mailbox is full'];
    expect((await read(bounce(exim, ['X-Failed-Recipients: anna@example.com'])))?.recipients).toMatchObject([
      { address: 'anna@example.com', reason: 'mailbox_full', isPermanent: false },
    ]);
    const delay = ['Delivery to the following recipient has been delayed: <anna@example.com>', 'connection timed out'];
    expect((await read(bounce(delay)))?.recipients).toMatchObject([{ state: 'delayed' }]);
    expect(await read(bounce(['I am away until Monday.']))).toBe(null);
    expect(await read(bounce(qmail), false)).toBe(null);
  });

  it('of a complaint stops the address, and one about authentication alone is no complaint', async () => {
    const feedback = (type: string) =>
      report([`Feedback-Type: ${type}\r\nUser-Agent: SomeProvider/1\r\nOriginal-Rcpt-To: <anna@example.com>`], {
        kind: 'feedback-report',
      });
    expect(await read(feedback('abuse'))).toMatchObject({
      kind: 'complaint',
      recipients: [{ address: 'anna@example.com', reason: 'complaint', isPermanent: true }],
    });
    expect(await read(feedback('auth-failure'))).toBe(null);
  });

  it.each([
    ['huge lines', failed(`Diagnostic-Code: smtp; ${'5.1.1 a@b '.repeat(500_000)}`)],
    ['folded lines without end', failed(`Status: 5.1.1\r\n${' x\r\n'.repeat(200_000)}`)],
    ['fields without end', failed(Array.from({ length: 200_000 }, (_, index) => `X-${index}: 1`).join('\r\n'))],
    ['nothing but brackets', failed(`Diagnostic-Code: ${'<'.repeat(1_000_000)}`)],
    ['bytes of no charset', failed(`Diagnostic-Code: smtp; ${'\u00ff\u0000\u00fe'.repeat(10_000)}`)],
  ])('with %s is read in a moment', async (_name, block) => {
    const raw = report([ofMessage, block]);
    const begun = performance.now();
    const found = await read(raw);
    expect(performance.now() - begun).toBeLessThan(1_500);
    expect(found?.recipients[0]?.detail.length ?? 0).toBeLessThanOrEqual(300);
  });
});

it('a refusal in the conversation with a mail server is judged like a report', () => {
  expect(judgeReply('550 5.1.1 <anna@example.com>: User unknown')).toEqual({
    reason: 'unknown_address',
    isPermanent: true,
  });
  expect(judgeReply('552 5.2.2 Mailbox full')).toEqual({ reason: 'mailbox_full', isPermanent: false });
  expect(judgeReply('451 4.7.1 Greylisted, try again')).toMatchObject({ isPermanent: false });
});
