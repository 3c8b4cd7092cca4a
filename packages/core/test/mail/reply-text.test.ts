/** Kinds of answers that other products have lost or cut; from public reports, with mails of our own. */
import { describe, expect, test } from 'vitest';
import { readMail } from '../../src/mail/reading.ts';
import { newText, wholeText } from '../../src/mail/reply-text.ts';

const head =
  'From: Jane <jane@customer.example>\r\nTo: support@shop.example\r\nSubject: Re: Order\r\nMIME-Version: 1.0\r\n';
const plain = async (text: string) =>
  (await readMail(Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`), null)).written.text;
const html = async (text: string) =>
  (await readMail(Buffer.from(`${head}Content-Type: text/html; charset=utf-8\r\n\r\n${text}`), null)).written.text;

describe('an answer between quoted lines', () => {
  test('the line is shown in plain text', async () => {
    const written = await plain(
      'Hi, see below.\n\nOn Mon, 23 Nov 2026 at 09:12, Shop <support@shop.example> wrote:\n> Which size?\n44.\n\n> Which colour?\nBlue.\n',
    );
    expect(written).toBe('Hi, see below.\n\n> Which size?\n44.\n\n> Which colour?\nBlue.');
  });

  test('the line is shown in Gmail, which puts the whole thread into one container', async () => {
    const written = await html(
      '<div>Hi, see below.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, Shop wrote:<br></div><blockquote class="gmail_quote">Which size?</blockquote><div>44.</div><blockquote class="gmail_quote">Which colour?</blockquote><div>Blue.</div></div>',
    );
    expect(written).toContain('44.');
    expect(written).toContain('Blue.');
    expect(written).not.toContain('wrote:');
  });

  test('the line is shown in Outlook, in another colour within the old mail', async () => {
    const written = await html(
      '<div>My answers are in red below.</div><div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> Monday<br><b>To:</b> Jane<br><b>Subject:</b> Order</div><p>Which size did you order?</p><p><span style="color:red">44, please.</span></p><p>Anything else we can do?</p>',
    );
    expect(written).toContain('44, please.');
    expect(written).not.toContain('Sent:');
  });
});

test('an answer below an old mail that nothing is above is shown', async () => {
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

test('text quoted below an answer, a phone’s line and a marked signature are not shown', async () => {
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

describe('the comparison with the conversation', () => {
  const sent = {
    ours: ['Rita', 'Which size did you order last week?\n\nWhere would you like us to send the pair?'],
    theirs: ['My shoes do not fit.'],
    publicUrl: 'https://chat.shop.example',
  };
  const compared = async (text: string, type = 'plain') => {
    const raw = Buffer.from(`${head}Content-Type: text/${type}; charset=utf-8\r\n\r\n${text}`);
    const reading = await readMail(raw, null);
    const { text: shown, folded } = newText(reading.text, sent);
    const lines = wholeText(reading.text).split('\n');
    return { shown, folded: folded && lines.slice(folded.from, folded.until).join('\n') };
  };

  test('text that is typed within a marked quotation alone is shown with the line that it answers', async () => {
    const { shown } = await compared(
      'On Mon, 23 Nov 2026 at 09:12, Shop <support@shop.example> wrote:\n> Which size did you order last week?\n> 44, please.\n> Where would you like us to send the pair?\n> To the harbour.\n',
    );
    expect(shown).toContain('44, please.');
    expect(shown).toContain('To the harbour.');
    expect(shown).not.toContain('wrote:');
  });

  test('text typed within a quotation of something we have not sent is shown with all of it', async () => {
    const { shown } = await compared('> Your parcel waits.\n> Please tell me where.\n');
    expect(shown).toBe('> Your parcel waits.\n> Please tell me where.');
  });

  test('a mail of nothing but our text, their own earlier text and a signature has no new text', async () => {
    const { shown, folded } = await compared(
      'On Mon, 23 Nov 2026 at 09:12, Shop <support@shop.example> wrote:\n> Rita\n> Which size did you order last\n> week?\n>\n> Where would you like us to send the pair?\n>> My shoes do not fit.\n> No more mails: https://chat.shop.example/mail/x\n\n-- \nJane\n',
    );
    expect(shown).toBe('');
    expect(folded).toContain('Which size');
  });

  test('our text that no line marks as old is folded, and an answer below it is shown', async () => {
    const { shown, folded } = await compared(
      'Which size did you order last week?\n\nWhere would you like us to send the pair?\n\n44, to the harbour.\n',
    );
    expect(shown).toBe('44, to the harbour.');
    expect(folded).toBe('Which size did you order last week?\n\nWhere would you like us to send the pair?');
  });

  test('a short line is new even when it is the same as one of ours', async () => {
    expect((await compared('Rita\n\nThat is her name.\n')).shown).toBe('Rita\n\nThat is her name.');
  });

  test('answers into Outlook’s old mail are shown, and the notice of a mail server above it is not', async () => {
    const { shown } = await compared(
      '<div>Hello!</div><div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> Monday<br><b>To:</b> Jane<br><b>Subject:</b> Order</div><p>CAUTION: this email comes from outside.</p><p>Which size did you order last week?</p><p>44, please.</p><p>Where would you like us to send the pair?</p>',
      'html',
    );
    expect(shown).toContain('Hello!');
    expect(shown).toContain('44, please.');
    expect(shown).not.toContain('CAUTION');
  });

  test('lines of any number and length are compared in time', async () => {
    const started = performance.now();
    const ours = [`${'a'.repeat(30_000)} ${'Which size '.repeat(3_000)}`];
    const reading = await readMail(Buffer.from(`${head}\r\n${`> ${'a'.repeat(40)}b\n`.repeat(4_500)}`), null);
    newText(reading.text, { ...sent, ours });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test('hidden text can be shown: the text below an answer, and everything where answers are in between', async () => {
  const folds = async (text: string) => {
    const reading = await readMail(Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`), null);
    return reading.written.folded;
  };
  expect(await folds('Yes, please.\n')).toBeNull();
  expect(await folds('Yes, please.\n\nOn Mon, 23 Nov 2026 at 09:12, Shop wrote:\n> Shall we send it?\n')).toEqual({
    from: 2,
    until: 4,
  });
  expect(
    await folds('On Mon, 23 Nov 2026 at 09:12, Shop wrote:\n> Which size?\n44.\n\n> Which colour?\nBlue.\n'),
  ).toMatchObject({ from: 0 });
});

describe('the address behind linked words', () => {
  test('it is behind them', async () => {
    expect(await html('<p>See <a href="https://shop.example/order/7">my order</a>, please.</p>')).toBe(
      'See my order (https://shop.example/order/7), please.',
    );
  });

  test('it is there once where the words are the address', async () => {
    expect(
      await html(
        '<p><a href="https://shop.example/">shop.example</a> <a href="mailto:jane@customer.example">jane@customer.example</a> <a href="https://shop.example/7">https://shop.example/7</a></p>',
      ),
    ).toBe('shop.example jane@customer.example https://shop.example/7');
  });

  test('it is left out where it runs, is none, or is behind a picture or quoted words', async () => {
    expect(
      await html(
        '<p>Yes <a href="javascript:alert(1)">one</a> <a href="#top">two</a> <a href="https://t.example/x"><img src="x"></a></p><blockquote type="cite">On Monday <a href="https://shop.example/7">Shop</a> wrote</blockquote>',
      ),
    ).toBe('Yes one two');
  });
});

test('a row of a table is a line, and its cells are words of their own', async () => {
  expect(
    await html('<p>I need:</p><table><tr><th>Item</th><th>Count</th></tr><tr><td>Plate</td><td>2</td></tr></table>'),
  ).toBe('I need:\n\nItem Count\nPlate 2');
});

test('a picture within the HTML leaves none of its data in the text', async () => {
  expect(await html(`<p>Look: <img src="data:image/png;base64,${'iVBORw0KGgo'.repeat(2_000)}" alt="x"> nice</p>`)).toBe(
    'Look: nice',
  );
});

test('a text that is longer than is read is shown up to there', async () => {
  const reading = await readMail(Buffer.from(`${head}\r\n${'word '.repeat(50_000)}`), null);
  expect(reading.written.text.length).toBeGreaterThan(190_000);
  expect(reading.text.isCut).toBe(true);
});

test('a fold is a signature where it holds nothing else', async () => {
  const isSignature = async (text: string) =>
    (await readMail(Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`), null)).written
      .isSignature;
  expect(await isSignature('Blue.\n\n-- \nJane Doe\nACME')).toBe(true);
  expect(await isSignature('Blue.\n\nSent from my iPhone')).toBe(true);
  expect(await isSignature('Blue.\n\nOn Mon, 23 Nov 2026 at 09:12, Shop <s@shop.example> wrote:\n> Which?')).toBe(
    false,
  );
  expect(
    await isSignature('Blue.\n\n-- \nJane\n\nOn Mon, 23 Nov 2026 at 09:12, Shop <s@shop.example> wrote:\n> Which?'),
  ).toBe(false);
  expect(await isSignature('Blue.')).toBe(false);
});
