/** Kinds of answers that other products have lost or cut; from public reports, with mails of our own. */
import { describe, expect, test } from 'vitest';
import { readMail } from '../../src/mail/reading.ts';

const head =
  'From: Jane <jane@customer.example>\r\nTo: support@shop.example\r\nSubject: Re: Order\r\nMIME-Version: 1.0\r\n';
const plain = async (text: string) =>
  (await readMail(Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`), null)).written;
const html = async (text: string) =>
  (await readMail(Buffer.from(`${head}Content-Type: text/html; charset=utf-8\r\n\r\n${text}`), null)).written;

describe('an answer between quoted lines is shown with the line that it answers', () => {
  test('in plain text', async () => {
    const written = await plain(
      'Hi, see below.\n\nOn Mon, 23 Nov 2026 at 09:12, Shop <support@shop.example> wrote:\n> Which size?\n44.\n\n> Which colour?\nBlue.\n',
    );
    expect(written).toBe('Hi, see below.\n\n> Which size?\n44.\n\n> Which colour?\nBlue.');
  });

  test('in Gmail, which puts the whole thread into one container', async () => {
    const written = await html(
      '<div>Hi, see below.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, Shop wrote:<br></div><blockquote class="gmail_quote">Which size?</blockquote><div>44.</div><blockquote class="gmail_quote">Which colour?</blockquote><div>Blue.</div></div>',
    );
    expect(written).toContain('44.');
    expect(written).toContain('Blue.');
    expect(written).not.toContain('wrote:');
  });

  test('in Outlook, in another colour within the old mail', async () => {
    const written = await html(
      '<div>My answers are in red below.</div><div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> Monday<br><b>To:</b> Jane<br><b>Subject:</b> Order</div><p>Which size did you order?</p><p><span style="color:red">44, please.</span></p><p>Anything else we can do?</p>',
    );
    expect(written).toContain('44, please.');
    expect(written).not.toContain('Sent:');
  });
});

test('an answer below an old mail that nothing stands above is shown', async () => {
  const written = await html(
    '<div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> Monday<br><b>To:</b> Jane<br><b>Subject:</b> Order</div><p>Which size?</p><p>44, please.</p>',
  );
  expect(written).toContain('44, please.');
});

test('text that the customer quotes or indents is shown', async () => {
  const written = await html(
    '<div>The courier wrote me:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0">Refused at the door.</blockquote><div>Send it here:</div><blockquote style="margin:0 0 0 40px;border:none;padding:0">Harbour Road 7</blockquote>',
  );
  expect(written).toContain('Refused at the door.');
  expect(written).toContain('Harbour Road 7');
});

test.each(['---', '____', '====', '++++', '***'])('text below a line of %s is no signature', async (rule) => {
  const written = await plain(
    `Two orders:\n\nOrder 1\n${rule}\nA shoe, never seen\n${rule}\nOrder 2\nA belt, broken. Please replace it.\n`,
  );
  expect(written).toContain('never seen');
  expect(written).toContain('Please replace it.');
});

test('a sentence that begins like a phone’s signature, and a postscript below the greeting, are shown', async () => {
  const written = await plain(
    'Two questions.\n\nSent from your Hamburg warehouse on 3 May, never arrived: number 42. Where is it?\n\nKind regards\nJane\n\nPS: please call before 10.\n',
  );
  expect(written).toContain('number 42');
  expect(written).toContain('PS: please call before 10.');
});

test('words of one’s own that look like the head of a mail are shown', async () => {
  const written = await plain('Please change my booking:\n\nFrom: Hamburg\nTo: Berlin\nDate: 3 May\n\nThank you!\n');
  expect(written).toContain('To: Berlin');
  expect(written).toContain('Thank you!');
});

test('what is quoted below an answer, a phone’s line and a marked signature are not shown', async () => {
  expect(
    await plain(
      'Yes, please.\n\nSent from my iPhone\n\n> Am 23.11.2026 um 09:12 schrieb Shop <support@shop.example>:\n> \n> Shall we send it?\n',
    ),
  ).toBe('Yes, please.');
  expect(await plain('Yes, please.\n\n-- \nJane Doe\nCustomer Ltd\n')).toBe('Yes, please.');
  expect(
    await plain('Yes.\n\nOn Mon, 23 Nov 2026 at 09:12, Shop <support@shop.example> wrote:\n> Shall we send it?\n'),
  ).toBe('Yes.');
});
