/** Files that come and go by mail. */
import type { StaffCaller } from '@parley/core/callers';
import { createHash, randomUUID } from 'node:crypto';
import { uploadMaxBytes } from '@parley/contracts/messages/limits';
import type { Message } from '@parley/contracts/entities';
import { visitorDocument } from '@parley/core/data/privacy';
import { openLink } from '@parley/core/files/links';
import type { FileStorage } from '@parley/core/storage/storage';
import { originalEmailPage } from '@parley/core/mail/original-email';
import { parseMail } from '@parley/core/mail/parse';
import { createMailReader } from '@parley/core/mail/reader';
import { processInboundMail } from '@parley/core/mail/process';
import { postMessage } from '@parley/core/messages/post';
import { receiveMail } from '@parley/core/mail/receive';
import { mailTranscript } from '@parley/core/transcripts/transcript';
import { planDigests } from '@parley/core/maintenance/digests';
import { deleteConversation } from '@parley/db/conversations/delete';
import { storeInboundMail } from '@parley/db/mail/inbound';
import { updateWebsite } from '@parley/db/websites/websites';
import { headerOf, type ReceivedMail } from '@parley/testing/smtp';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customer, type MailInstallation, startMailInstallation } from './mail-installation.ts';
import { type Talk, until } from './installation.ts';
import { answersWith, colleague, complete, decided, fileOf, keptBytes } from './upload-installation.ts';

let installation: MailInstallation;
beforeAll(async () => {
  installation = await startMailInstallation();
});
afterAll(() => installation?.close());

const photo = (edge = 300): Promise<Buffer> =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();

/** Bytes of which no two are alike, as a PDF. */
const paper = (size: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj '), Buffer.alloc(size - 17, randomUUID())]);

interface Part {
  head: string;
  content: string;
}
const text = (content: string): Part => ({ head: 'Content-Type: text/plain; charset=utf-8', content });
function file(name: string, bytes: Buffer | string, more = ''): Part {
  const content = Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const head = `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"`;
  return { head: `${more || head}\r\nContent-Transfer-Encoding: base64`, content };
}
const multipart = (kind: string, boundary: string, parts: Part[]): Part => ({
  head: `Content-Type: multipart/${kind}; boundary="${boundary}"`,
  content: `${parts.map(({ head, content }) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`).join('')}--${boundary}--\r\n`,
});

/** An answer to a mail of ours, raw. */
function answerOf(mail: ReceivedMail, from: string, { head, content }: Part): Buffer {
  const lines = [
    `From: Anna <${from}>`,
    `To: ${headerOf(mail.raw, 'Reply-To')}`,
    `Message-ID: <${randomUUID()}@mail.example>`,
    'MIME-Version: 1.0',
    head,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(content)]);
}

const receive = (raw: Buffer) =>
  receiveMail(installation.context, { source: 'imap', envelopeFrom: null, envelopeTo: [], raw });

/** Returns the customer's message after the mail is posted. */
async function posted(talk: Talk, raw: Buffer): Promise<Message> {
  const before = (await talk.messages()).length;
  await receive(raw);
  return until(async () => (await talk.messages())[before], 'the mail to be posted', 120);
}

describe('files of a mail that comes in', () => {
  test('they are kept by the way of every upload, checked, and there as they were', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const [bill, picture] = [paper(300_000), await photo()];
    const parts = [
      text('See both.'),
      file('bill.pdf', bill),
      file('plate.png', picture),
      file('notes.txt', 'One = 1\n'),
    ];
    const message = await posted(talk, answerOf(mail, email, multipart('mixed', 'b', parts)));
    expect(message.content).toBe('See both.');
    expect(message.attachments?.map(({ name, size }) => [name, size])).toEqual([
      ['bill.pdf', bill.length],
      ['plate.png', picture.length],
      ['notes.txt', 8],
    ]);
    const files = await Promise.all((message.attachments ?? []).map(({ id }) => decided(installation, id)));
    expect(files.map(({ state, type }) => [state, type])).toEqual([
      ['ready', 'application/pdf'],
      ['ready', 'image/png'],
      ['ready', 'text/plain'],
    ]);
    expect((await keptBytes(installation, files[0]?.id ?? '')).equals(bill)).toBe(true);
    expect((await keptBytes(installation, files[2]?.id ?? '')).toString()).toBe('One = 1\n');
  });

  test('alone make a message, and the same mail once more makes nothing', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const raw = answerOf(mail, email, file('alone.pdf', paper(2_000)));
    const message = await posted(talk, raw);
    expect([message.content, message.attachments?.map(({ name }) => name)]).toEqual(['', ['alone.pdf']]);
    await decided(installation, message.attachments?.[0]?.id ?? '');
    await receive(raw);
    const further = await posted(talk, answerOf(mail, email, text('And?')));
    expect(further.seq).toBe(message.seq + 1);
    const { rows } = await filesOf(talk);
    expect(rows).toHaveLength(1);
  });

  test('files between the lines come in the order of the text, with their alternative text', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const inline = async (name: string) =>
      file(
        name,
        await photo(),
        `Content-Type: image/png; name="${name}"\r\nContent-Disposition: inline; filename="${name}"\r\nContent-ID: <${name}@x>`,
      );
    const html = {
      head: 'Content-Type: text/html; charset=utf-8',
      content: '<p>First</p><img src="cid:b.png@x" alt="The broken plate"><p>then</p><img src="cid:a.png@x">',
    };
    const parts = [html, await inline('a.png'), await inline('b.png'), file('c.pdf', paper(900))];
    const { attachments, content } = await posted(talk, answerOf(mail, email, multipart('related', 'b', parts)));
    expect(content.replaceAll(/\s+/g, ' ')).toBe('First then');
    expect(attachments?.map(({ name, alt }) => [name, alt])).toEqual([
      ['b.png', 'The broken plate'],
      ['a.png', null],
      ['c.pdf', null],
    ]);
  });

  test('files shown by the HTML are shown in place in the original email, from files that the reader may see', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const inline = (id: string, bytes: Buffer) =>
      file(
        '',
        bytes,
        `Content-Type: image/png; name="${id}.png"\r\nContent-Disposition: inline\r\nContent-ID: <${id}@x>`,
      );
    const html = {
      head: 'Content-Type: text/html; charset=utf-8',
      content:
        '<p>Broken:</p><img src="cid:plate@x" alt="The plate"><img src="cid:dot@x"><img src="https://shop.example/l.png" alt="Logo">',
    };
    const parts = [html, inline('plate', await photo()), inline('dot', await photo(4))];
    const { attachments, seq } = await posted(talk, answerOf(mail, email, multipart('related', 'b', parts)));
    expect(attachments?.map(({ name }) => name)).toEqual(['plate.png']);
    const id = attachments?.[0]?.id ?? '';
    await decided(installation, id);
    const reader = await colleague(installation);
    const original = { conversationId: talk.conversationId, seq, withPictures: false };
    const page = await originalEmailPage(installation.context, reader, original);
    const [, link = ''] =
      new RegExp(`<img alt="The plate" src="/api/files/${id}/large\\?link=([^"]+)" />`).exec(page) ?? [];
    expect((await openLink(installation.context, { id, variant: 'large', link })).isOurs).toBe(true);
    expect(page.match(/<img/g)).toHaveLength(1);
    expect(page).toContain('<span data-picture>Logo</span>');
    await installation.context.db.deleteFrom('files').where('id', '=', id).execute();
    expect(await originalEmailPage(installation.context, reader, original)).not.toContain('src="/api/files');
  });

  test('files of hostile names and lying types are made harmless, or refused with a reason', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const nested = 'Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="fwd.eml"';
    const parts = [
      text('A few.'),
      file('../../etc/passwd', 'root'),
      file('=?utf-8?B?Z25wLmV4ZeKArnBuZy5qcw==?=', 'not a script'),
      file('photo.png', '<script>alert(1)</script>'),
      file('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      file('run.pdf', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')),
      file('winmail.dat', Buffer.from('789f3e2201000000', 'hex')),
      { head: nested, content: 'From: a@b.example\r\nSubject: Old\r\n\r\nAn old mail.' },
      file('empty.txt', ''),
      {
        head: 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="qp.txt"\r\nContent-Transfer-Encoding: quoted-printable',
        content: 'caf=C3=A9 =\r\ngo =zz',
      },
    ];
    const { attachments = [] } = await posted(talk, answerOf(mail, email, multipart('mixed', 'b', parts)));
    const files = await Promise.all(attachments.map(({ id }) => decided(installation, id)));
    expect(files.map(({ name, state, reason, type }) => [name, state === 'ready' ? type : reason])).toEqual([
      ['passwd.txt', 'text/plain'],
      ['gnp.exepng.js', 'program'],
      ['photo.png', 'type'],
      ['drawing.svg', 'type'],
      ['run.pdf', 'type'],
      ['winmail.dat', 'type'],
      ['fwd.eml', 'message/rfc822'],
      ['empty.txt', 'incomplete'],
      ['qp.txt', 'text/plain'],
    ]);
    expect((await keptBytes(installation, files[6]?.id ?? '')).toString()).toContain('An old mail.');
    expect((await keptBytes(installation, files[8]?.id ?? '')).toString()).toBe('café go =zz');
  });

  test('files of a mail of a thousand parts are limited to fifty, and the others named', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const parts = Array.from({ length: 1_000 }, (_, n) => file(`${n}.txt`, `File ${n}`));
    const message = await posted(talk, answerOf(mail, email, multipart('mixed', 'b', [text('Many.'), ...parts])));
    expect(message.attachments).toHaveLength(50);
    expect(message.content.startsWith('Many.\n\n[50.txt]\n[51.txt]')).toBe(true);
    expect(message.content).toMatch(/\[\+\d+\]$/);
  });

  test('a file that was cut off where mails end is refused as such; its text is posted', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    await updateWebsite(installation.context.db, installation.websiteId, {
      files: { kinds: ['picture', 'document'], maxBytes: uploadMaxBytes, when: 'always' },
    });
    const whole = answerOf(mail, email, multipart('mixed', 'b', [text('Long.'), file('long.pdf', paper(20_000_000))]));
    const raw = whole.subarray(0, uploadMaxBytes);
    expect(raw.length).toBe(uploadMaxBytes);
    const { content, attachments = [] } = await posted(talk, raw);
    expect(content).toBe('Long.');
    expect(await decided(installation, attachments[0]?.id ?? '')).toMatchObject({
      state: 'refused',
      reason: 'incomplete',
    });
  });

  test('they are named and not kept where the website takes none, or none so large', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const rules = { kinds: ['picture'], maxBytes: 1_000_000 } as const;
    await updateWebsite(installation.context.db, installation.websiteId, {
      files: { ...rules, kinds: ['picture'], when: 'never' },
    });
    const none = await posted(
      talk,
      answerOf(mail, email, multipart('mixed', 'b', [text('Hm.'), file('a.pdf', paper(99))])),
    );
    expect([none.content, none.attachments]).toEqual(['Hm.\n\n[a.pdf]', undefined]);
    await updateWebsite(installation.context.db, installation.websiteId, {
      files: { ...rules, kinds: ['picture'], when: 'always' },
    });
    const large = multipart('mixed', 'b', [text('Hm.'), file('large.pdf', paper(1_000_001))]);
    const left = await posted(talk, answerOf(mail, email, large));
    expect([left.content, left.attachments]).toEqual(['Hm.\n\n[large.pdf]', undefined]);
    const { attachments = [] } = await posted(talk, answerOf(mail, email, file('b.pdf', paper(99))));
    expect(await decided(installation, attachments[0]?.id ?? '')).toMatchObject({ state: 'refused', reason: 'type' });
    await updateWebsite(installation.context.db, installation.websiteId, {
      files: { kinds: ['picture', 'document'], maxBytes: uploadMaxBytes, when: 'always' },
    });
  });

  test('they are neither lost nor doubled by a worker that is killed in the middle', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const raw = answerOf(
      mail,
      email,
      multipart('mixed', 'b', [text('Two.'), file('1.pdf', paper(500)), file('2.pdf', paper(600))]),
    );
    const id = await storeInboundMail(installation.context.db, {
      identityHash: createHash('sha256').update(raw).digest('hex'),
      source: 'imap',
      envelopeFrom: null,
      envelopeTo: [],
      senderName: null,
      senderAddress: email,
      subject: null,
      raw,
    });
    const means = { reader: createMailReader(), authservId: null };
    const { files } = installation.context.external;
    let puts = 0;
    const dying: FileStorage = {
      ...(files as FileStorage),
      put: async (key, path) => {
        puts += 1;
        if (puts > 1) throw new Error('killed');
        await files?.put(key, path);
      },
    };
    const before = (await talk.messages()).length;
    const context = { ...installation.context, external: { ...installation.context.external, files: dying } };
    await expect(processInboundMail(context, id ?? '', means)).rejects.toThrow('killed');
    // The text does not wait.
    const [message, ...further] = (await talk.messages()).slice(before);
    expect([message?.content, further]).toEqual(['Two.', []]);
    expect(await processInboundMail(installation.context, id ?? '', means)).toMatchObject({ status: 'posted' });
    await means.reader.close();
    for (const { id: fileId } of message?.attachments ?? [])
      expect((await decided(installation, fileId)).state).toBe('ready');
    expect((await talk.messages()).slice(before)).toHaveLength(1);
    expect((await filesOf(talk)).rows).toHaveLength(2);
  });

  test('they are in the document of what is kept about their customer, with what they hold', async () => {
    const email = customer();
    const { talk, mail } = await installation.mailed(email);
    const bill = paper(5_000);
    const { attachments = [] } = await posted(talk, answerOf(mail, email, file('bill.pdf', bill)));
    await decided(installation, attachments[0]?.id ?? '');
    const rita = await colleague(installation);
    const admin: StaffCaller = { ...rita, user: { ...rita.user, role: 'admin' } };
    let document = '';
    for await (const piece of visitorDocument(installation.context, admin, email)) document += piece;
    const { files } = JSON.parse(document) as { files: { name: string; content: string }[] };
    expect(files.map(({ name, content }) => [name, Buffer.from(content, 'base64').equals(bill)])).toEqual([
      ['bill.pdf', true],
    ]);
  });
});

const filesOf = async ({ conversationId }: Talk) => ({
  rows: await installation.context.db
    .selectFrom('files')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .execute(),
});

describe('files of a mail that goes out', () => {
  const parsed = (mail: ReceivedMail | undefined) => parseMail(Buffer.from(mail?.raw ?? ''));
  /** The customer left, and the answers go by mail. */
  async function mailed(talk: Talk, email: string): Promise<ReceivedMail> {
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    return until(() => installation.mailsTo(email)[0], 'the digest', 120);
  }
  const open = (url: string, now?: number) => {
    const { pathname, searchParams } = new URL(url);
    const [id = '', variant] = pathname.split('/').slice(-2);
    if (variant !== 'original') throw new Error('not the file itself');
    return openLink(installation.context, { id, variant, link: searchParams.get('link') ?? '' }, now);
  };
  const days = 24 * 3600 * 1000;

  test('they are within it while they are small together, pictures in their place with their description', async () => {
    const email = customer();
    const rita = await colleague(installation);
    const talk = await installation.opens('Have you a photo?', { email, name: 'Anna' });
    const [bill, picture] = [paper(50_000), await photo(900)];
    const ids = [
      await fileOf(installation, rita, { name: 'plate.png', bytes: picture }),
      await fileOf(installation, rita, { name: 'bill.pdf', bytes: bill }),
    ];
    for (const id of ids) await decided(installation, id);
    const [plate = '', invoice = ''] = ids;
    await answersWith(installation, rita, talk, {
      content: 'Here.',
      files: [{ id: plate, alt: 'A <blue> plate' }, { id: invoice }],
    });
    const mail = await parsed(await mailed(talk, email));
    expect(mail.files.map(({ name, mimeType, isAttached }) => [name, mimeType, isAttached])).toEqual([
      ['plate.png', 'image/png', false],
      ['bill.pdf', 'application/pdf', true],
    ]);
    expect(mail.files[1]?.read().bytes.equals(bill)).toBe(true);
    const cid = mail.files[0]?.contentId ?? '';
    expect(mail.html).toContain(`<img src="cid:${cid}" alt="A &lt;blue&gt; plate" width="560"`);
    expect(mail.text).toContain('Here.\n[plate.png: A <blue> plate]\n[bill.pdf]');
  });

  test('a picture between the words stands there in the HTML half and is named there in the plain half, and is not shown twice', async () => {
    const email = customer();
    const rita = await colleague(installation);
    const talk = await installation.opens('How do I save?', { email, name: 'Anna' });
    const shot = await fileOf(installation, rita, { name: 'shot.png', bytes: await photo(900) });
    const bill = await fileOf(installation, rita, { name: 'bill.pdf', bytes: paper(50_000) });
    for (const id of [shot, bill]) await decided(installation, id);
    const markdown = `Press here:\n![shot.png](file:${shot})\nThen **save**.`;
    const target = { conversationId: talk.conversationId };
    const attachments = [{ id: shot }, { id: bill }];
    await postMessage(installation.context, rita, target, { markdown, attachments });
    const mail = await parsed(await mailed(talk, email));
    const cid = mail.files.find(({ name }) => name === 'shot.png')?.contentId ?? '';
    expect(mail.html).toMatch(new RegExp(`Press here:<br><img src="cid:${cid}"[^>]*><br>Then <strong>save</strong>`));
    expect(mail.html?.split(`cid:${cid}`)).toHaveLength(2);
    expect(mail.text).toContain('Press here:\n[shot.png]\nThen save.\n[bill.pdf]');
    const to = `${randomUUID()}@example.com`;
    await mailTranscript(installation.context, rita, talk.conversationId, { to, clientRequestId: randomUUID() });
    const transcript = await parsed(await until(() => installation.mailsTo(to)[0], 'the transcript', 120));
    expect(transcript.html).toMatch(/Press here:<br>(?:<img src="cid:|\[shot\.png)[^]*?<br>Then <strong>/);
    expect(transcript.text?.match(/\[shot\.png\]\nThen save/g)).toHaveLength(1);
  });

  test('beyond 10 MB are led to by a link of that mail, which ends when the mail says', {
    timeout: 180_000,
  }, async () => {
    const email = customer();
    const rita = await colleague(installation);
    const talk = await installation.opens('The papers, please', { email });
    const ids = [];
    for (const [name, size] of [
      ['one.pdf', 6e6],
      ['two.pdf', 6e6],
      ['three.pdf', 3e6],
    ] as const)
      ids.push(await fileOf(installation, rita, { name, bytes: paper(size) }));
    for (const id of ids) await decided(installation, id);
    await answersWith(installation, rita, talk, { files: ids.map((id) => ({ id })) });
    const mail = await parsed(await mailed(talk, email));
    expect(mail.files.map(({ name }) => name)).toEqual(['one.pdf', 'three.pdf']);
    const [, lastDay, url = ''] = /\[two\.pdf\] \(6 MB\)\nDownload until (.+): (\S+)/.exec(mail.text ?? '') ?? [];
    expect(Date.parse(`${lastDay} UTC`)).toBeGreaterThan(Date.now() + 12 * days);
    expect(mail.html).toContain(`<a href="${url}">Download until ${lastDay}</a>`);
    expect((await open(url)).attachment.name).toBe('two.pdf');
    expect((await open(url, Date.now() + 13 * days)).attachment.name).toBe('two.pdf');
    await expect(open(url, Date.now() + 15 * days)).rejects.toMatchObject({ code: 'not_found' });
    // For that file, and that mail, alone.
    await expect(open(url.replace(ids[1] ?? '', ids[0] ?? ''))).rejects.toMatchObject({ code: 'not_found' });
    await expect(open(url.replace(/\.d.{36}/, `.d${randomUUID()}`))).rejects.toMatchObject({ code: 'not_found' });
    // The address was a stranger's, and was corrected.
    const { db } = installation.context;
    const setAddress = (customerEmail: string) =>
      db.updateTable('conversations').set({ customerEmail }).where('id', '=', talk.conversationId).execute();
    await setAddress('other@example.com');
    await expect(open(url)).rejects.toMatchObject({ code: 'not_found' });
    await setAddress(email);
    await open(url);
    await deleteConversation(db, talk.conversationId);
    await expect(open(url)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('files that are being checked hold the mail up, and go with it', async () => {
    const email = customer();
    const rita = await colleague(installation);
    const talk = await installation.opens('And?', { email });
    const bytes = paper(3_000);
    const id = await fileOf(installation, rita, { name: 'late.pdf', bytes, isWhole: false });
    await answersWith(installation, rita, talk, { content: 'Soon.', files: [{ id }] });
    await installation.minutesPass(talk, 3);
    await planDigests(installation.context);
    const held = await until(
      async () => (await talk.deliveries('email')).find(({ lastError }) => lastError),
      'it to wait',
    );
    expect(held.lastError).toBe('Files of this message are still being checked.');
    await complete(installation, id, bytes);
    const mail = await parsed(await until(() => installation.mailsTo(email)[0], 'the digest', 120));
    const hasIt = mail.files.some(({ name }) => name === 'late.pdf');
    // On a machine that is busy the file may be decided when patience has ended: then the mail leads to it.
    expect(hasIt || mail.text?.includes('[late.pdf] (still being checked')).toBe(true);
  });

  test('files that never get through hold the mail up for a limited time: it goes, and mentions them', async () => {
    const email = customer();
    const rita = await colleague(installation);
    const talk = await installation.opens('And?', { email });
    const id = await fileOf(installation, rita, { name: 'never.pdf', bytes: paper(3_000), isWhole: false });
    await answersWith(installation, rita, talk, { content: 'Soon.', files: [{ id }] });
    const mail = await parsed(await mailed(talk, email));
    expect(mail.files).toEqual([]);
    expect(mail.text).toMatch(
      /\[never\.pdf\] \(still being checked when this mail was sent\)\nDownload until .+: http/,
    );
  });

  test('files in a transcript are named with their size and a link', async () => {
    const rita = await colleague(installation);
    const talk = await installation.opens('The bill, please');
    const id = await fileOf(installation, rita, { name: 'bill.pdf', bytes: paper(1_500_000) });
    await decided(installation, id);
    await answersWith(installation, rita, talk, { files: [{ id }] });
    const to = `${randomUUID()}@example.com`;
    await mailTranscript(installation.context, rita, talk.conversationId, { to, clientRequestId: randomUUID() });
    const { text: written } = await parsed(await until(() => installation.mailsTo(to)[0], 'the transcript', 120));
    const [, url = ''] = /\[bill\.pdf\] \(1\.5 MB\)\nDownload until .+: (\S+)/.exec(written ?? '') ?? [];
    expect((await open(url)).attachment.id).toBe(id);
  });
});
