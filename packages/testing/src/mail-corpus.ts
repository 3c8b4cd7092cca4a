/**
 * Makes mails of many clients in many languages, new ones and answers, by people and by programs, whole and broken. The
 * same call makes the same mails.
 */

/** `aside` is set aside with a reason; `any` is a broken mail, which ends in one of the others. */
export type MailEnd = 'new' | 'reply' | 'aside' | 'any';

export interface GeneratedMail {
  name: string;
  raw: Buffer;
  end: MailEnd;
}

/** A mail of ours that customers answer. */
export interface AnsweredMail {
  messageId: string;
  subject: string;
  /** Address of the customer that it went to. */
  customer: string;
}

interface Wording {
  subject: string;
  text: string;
  re: string;
  wrote: string;
  away: string;
}

const wordings: Readonly<Record<string, Wording>> = {
  en: {
    subject: 'Late parcel',
    text: 'Where is my order? It has not arrived.',
    re: 'Re',
    wrote: 'Shop wrote:',
    away: 'Out of office',
  },
  de: {
    subject: 'Verspätetes Paket',
    text: 'Wo ist meine Bestellung? Grüße aus Köln.',
    re: 'AW',
    wrote: 'Shop schrieb:',
    away: 'Automatische Antwort',
  },
  fr: {
    subject: 'Colis en retard',
    text: 'Où est ma commande ? Elle n’est pas arrivée.',
    re: 'Re',
    wrote: 'Shop a écrit :',
    away: 'Réponse automatique',
  },
  es: {
    subject: 'Paquete retrasado',
    text: '¿Dónde está mi pedido? Aún no llegó, ¡señor!',
    re: 'RE',
    wrote: 'Shop escribió:',
    away: 'Respuesta automática',
  },
  pt: {
    subject: 'Encomenda atrasada',
    text: 'Onde está a minha encomenda? Não chegou.',
    re: 'RES',
    wrote: 'Shop escreveu:',
    away: 'Resposta automática',
  },
  it: {
    subject: 'Pacco in ritardo',
    text: 'Dov’è il mio ordine? Non è arrivato, perché?',
    re: 'R',
    wrote: 'Shop ha scritto:',
    away: 'Risposta automatica',
  },
  nl: {
    subject: 'Pakket te laat',
    text: 'Waar is mijn bestelling? Eén week te laat.',
    re: 'Antw',
    wrote: 'Shop schreef:',
    away: 'Automatisch antwoord',
  },
  pl: {
    subject: 'Spóźniona paczka',
    text: 'Gdzie jest moje zamówienie? Proszę o odpowiedź.',
    re: 'Odp',
    wrote: 'Shop napisał(a):',
    away: 'Automatyczna odpowiedź',
  },
  tr: {
    subject: 'Geciken paket',
    text: 'Siparişim nerede? Hâlâ gelmedi.',
    re: 'Ynt',
    wrote: 'Shop şunu yazdı:',
    away: 'Otomatik yanıt',
  },
  ja: {
    subject: '荷物の遅れ',
    text: '注文した品がまだ届きません。',
    re: 'Re',
    wrote: 'Shop のメッセージ:',
    away: '自動応答',
  },
  zh: { subject: '包裹延误', text: '我的订单在哪里？还没有收到。', re: '回复', wrote: 'Shop 写道：', away: '自动回复' },
  ar: { subject: 'طرد متأخر', text: 'أين طلبي؟ لم يصل بعد.', re: 'رد', wrote: 'كتب Shop:', away: 'رد تلقائي' },
};

type Encoding = '8bit' | 'quoted-printable' | 'base64' | 'latin1';
type Body = 'plain' | 'html' | 'alternative' | 'mixed' | 'related' | 'flowed';

interface Client {
  name: string;
  mailer: string;
  encoding: Encoding;
  body: Body;
  /** Encoding of words in header fields. */
  words: 'q' | 'b' | 'raw';
  lineEnd: '\r\n' | '\n';
}

const client = (
  name: string,
  mailer: string,
  encoding: Encoding,
  body: Body,
  words: Client['words'] = 'q',
  lineEnd: Client['lineEnd'] = '\r\n',
): Client => ({ name, mailer, encoding, body, words, lineEnd });

const clients: readonly Client[] = [
  client('gmail web', '', 'quoted-printable', 'alternative'),
  client('gmail android', '', 'base64', 'alternative', 'b'),
  client('apple mail', 'X-Mailer: Apple Mail (2.3826)', 'quoted-printable', 'plain'),
  client('iphone', 'X-Mailer: iPhone Mail (22A)', 'quoted-printable', 'html', 'b'),
  client('outlook desktop', 'X-Mailer: Microsoft Outlook 16.0', 'quoted-printable', 'related'),
  client('outlook web', 'X-MS-Has-Attach: no', 'base64', 'html'),
  client('outlook mac', 'User-Agent: Microsoft-MacOutlook/16', 'quoted-printable', 'alternative'),
  client('thunderbird', 'User-Agent: Mozilla Thunderbird', '8bit', 'flowed'),
  client('thunderbird html', 'User-Agent: Mozilla Thunderbird', '8bit', 'alternative'),
  client('yahoo', 'X-Mailer: WebService/1.1', 'base64', 'alternative'),
  client('proton', 'X-Mailer: ProtonMail', 'base64', 'mixed'),
  client('samsung', 'X-Mailer: Samsung Email', 'base64', 'html', 'b'),
  client('k-9', 'User-Agent: K-9 Mail for Android', '8bit', 'plain'),
  client('mutt', 'User-Agent: Mutt/2.2', '8bit', 'plain', 'q', '\n'),
  client('roundcube', 'User-Agent: Roundcube Webmail', 'quoted-printable', 'alternative'),
  client('horde', 'User-Agent: Horde Application Framework', 'quoted-printable', 'plain'),
  client('lotus notes', 'X-Mailer: Lotus Notes Release 9', 'base64', 'related'),
  client('old program', 'X-Mailer: The Bat!', 'latin1', 'plain', 'raw'),
  client('gmx', 'X-Mailer: GMX', 'quoted-printable', 'html'),
  client('mailspring', 'X-Mailer: Mailspring', 'quoted-printable', 'mixed'),
];

const encodedWord = (text: string, how: Client['words']): string => {
  if (how === 'raw' || /^[\x20-\x7e]*$/.test(text)) return text;
  if (how === 'b') return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  const bytes = [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return `=?utf-8?Q?${bytes.join('')}?=`;
};

function quotedPrintable(text: string): string {
  let line = '';
  let all = '';
  for (const byte of Buffer.from(text)) {
    const sign = String.fromCodePoint(byte);
    if (sign === '\n') {
      all += `${line}\r\n`;
      line = '';
      continue;
    }
    const piece =
      byte < 32 || byte > 126 || sign === '=' ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : sign;
    if (line.length + piece.length > 75) {
      all += `${line}=\r\n`;
      line = '';
    }
    line += piece;
  }
  return all + line;
}

const wrapped = (text: string): string => text.replaceAll(/.{76}/g, '$&\r\n');

function part(type: string, text: string, encoding: Encoding): string {
  if (encoding === 'latin1')
    return `Content-Type: ${type}; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`;
  const encoded = {
    '8bit': () => text.replaceAll('\n', '\r\n'),
    'quoted-printable': () => quotedPrintable(text),
    base64: () => wrapped(Buffer.from(text).toString('base64')),
  }[encoding]();
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded}`;
}

const htmlOf = (text: string): string =>
  `<html><body><div dir="auto">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</div></body></html>`;

const picture =
  'Content-Type: image/png; name="logo.png"\r\nContent-ID: <logo@x>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const document = 'Content-Type: text/plain; name="note.txt"\r\nContent-Disposition: attachment\r\n\r\nNote';

function bodyOf({ body, encoding }: Client, text: string): string {
  const several = (type: string, parts: readonly string[]): string =>
    `Content-Type: multipart/${type}; boundary="=_b_"\r\n\r\n${parts.map((each) => `--=_b_\r\n${each}\r\n`).join('')}--=_b_--\r\n`;
  switch (body) {
    case 'plain':
      return part('text/plain', text, encoding);
    case 'flowed':
      return part('text/plain; format=flowed', text, encoding);
    case 'html':
      return part('text/html', htmlOf(text), encoding);
    case 'alternative':
      return several('alternative', [part('text/plain', text, encoding), part('text/html', htmlOf(text), encoding)]);
    case 'mixed':
      return several('mixed', [part('text/plain', text, encoding), document]);
    case 'related':
      return several('related', [part('text/html', htmlOf(text), encoding), picture]);
  }
}

interface Head {
  n: number;
  from: string;
  to: string;
  subject: string;
  more?: readonly string[];
}

function mailOf(by: Client, { n, from, to, subject, more = [] }: Head, text: string): Buffer {
  const fields = [
    ...more,
    `From: ${encodedWord('Änne Müller', by.words)} <${from}>`,
    `To: ${to}`,
    `Subject: ${encodedWord(subject, by.words)}`,
    'Date: Thu, 19 Nov 2026 09:58:00 +0100',
    `Message-ID: <${n}.${by.name.replaceAll(' ', '-')}@client.example>`,
    'MIME-Version: 1.0',
    ...(by.mailer ? [by.mailer] : []),
  ];
  const whole = `${fields.join('\r\n')}\r\n${bodyOf(by, text)}\r\n`;
  const ended = by.lineEnd === '\n' ? whole.replaceAll('\r\n', '\n') : whole;
  return by.encoding === 'latin1' ? Buffer.from(ended, 'latin1') : Buffer.from(ended);
}

const whole = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'));

/** Mails that no program should write. */
const broken = (to: string, from: string): readonly (readonly [name: string, raw: Buffer])[] => [
  ['nothing', Buffer.alloc(0)],
  ['only NULs', Buffer.alloc(2_000)],
  ['no header', whole('\nHello')],
  ['no body', whole(`From: ${from}\nTo: ${to}\nSubject: No body`)],
  ['an endless field', whole(`From: ${from}\nSubject: ${'x'.repeat(200_000)}\n\nHi`)],
  [
    'ten thousand recipients',
    whole(`From: ${from}\nTo: ${Array.from({ length: 10_000 }, (_, n) => `r${n}@x.example`).join(', ')}\n\nHi`),
  ],
  ['a boundary that never comes', whole(`From: ${from}\nContent-Type: multipart/mixed; boundary=b\n\nHi`)],
  ['a boundary that is not closed', whole(`From: ${from}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi`)],
  [
    'parts in parts, 500 deep',
    whole(
      `From: ${from}\n${Array.from({ length: 500 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')}\nHi`,
    ),
  ],
  ['a charset that there is not', whole(`From: ${from}\nContent-Type: text/plain; charset=klingon\n\nHi`)],
  [
    'a charset that lies',
    Buffer.concat([
      whole(`From: ${from}\nContent-Type: text/plain; charset=utf-8\n\n`),
      Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00, 0x41]),
    ]),
  ],
  [
    'base64 that is none',
    whole(`From: ${from}\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n***not base64***`),
  ],
  [
    'quoted-printable cut off',
    whole(`From: ${from}\nContent-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nHi =E`),
  ],
  ['several senders', whole(`From: ${from}\nFrom: other@x.example\n\nHi`)],
  ['a sender without an address', whole('From: Anna\nSubject: Hi\n\nHi')],
  ['a sender with line breaks', whole(`From: "Anna\n Bcc: x@x.example" <${from}>\n\nHi`)],
  ['words encoded as line breaks', whole(`From: ${from}\nSubject: =?utf-8?q?Hi=0D=0ABcc=3A_x=40x.example?=\n\nHi`)],
  ['half an encoded word', whole(`From: ${from}\nSubject: =?utf-8?b?SGk\n\nHi`)],
  ['lone surrogates', whole(`From: ${from}\nSubject: =?utf-16?b?2AA=?=\n\nHi`)],
  ['marks of direction', whole(`From: ${from}\nSubject: \u202Egnp.exe\n\nHi \u202E`)],
  ['a forged reply address', whole(`From: ${from}\nTo: support+0123456789ab.0123456789abcdef@shop.example\n\nHi`)],
  [
    'forged references',
    whole(
      `From: ${from}\nReferences: ${'<p.0123456789ab.0123456789abcdef0123456789abcdef.0123456789abcdef@x> '.repeat(50)}\n\nHi`,
    ),
  ],
  ['a token that loops', whole(`From: ${from}\nX-Parley-Conversation: 0123456789ab\n\nHi`)],
  [
    'an attachment in an attachment',
    whole(`From: ${from}\nContent-Type: message/rfc822\n\nContent-Type: message/rfc822\n\nFrom: x@x.example\n\nHi`),
  ],
  [
    'a calendar and nothing else',
    whole(`From: ${from}\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nEND:VCALENDAR`),
  ],
  [
    'a script',
    whole(`From: ${from}\nContent-Type: text/html\n\n<script>alert(1)</script><img src=x onerror=alert(1)>`),
  ],
  ['lines that end in every way', Buffer.from(`From: ${from}\rSubject: Hi\n\r\nOne\rTwo\n\nThree`)],
  [
    'the end in the middle of a character',
    Buffer.concat([whole(`From: ${from}\nContent-Type: text/plain; charset=utf-8\n\nGr`), Buffer.from([0xc3])]),
  ],
  ['a date in the year 99999', whole(`From: ${from}\nDate: Mon, 99 Foo 99999 99:99:99 +9999\n\nHi`)],
  ['no sender at all', whole(`To: ${to}\nSubject: Hi\n\nHi`)],
];

const automatic: readonly (readonly [name: string, field: string])[] = [
  ['out of office', 'Auto-Submitted: auto-replied'],
  ['report', 'Return-Path: <>'],
  ['list', 'List-Id: <news.other.example>'],
  ['vacation', 'X-Autoreply: yes'],
  ['robot', 'Auto-Submitted: auto-generated'],
];

/**
 * Returns 300 mails to an address: a new one of each client in each language, answers, mails by programs, and broken
 * ones. Senders are `person<n>@client.example`, apart from answers.
 */
export function generateMails(to: string, answered: AnsweredMail): GeneratedMail[] {
  const mails: GeneratedMail[] = [];
  const languages = Object.entries(wordings);
  const add = (name: string, raw: Buffer, end: MailEnd): void => void mails.push({ name, raw, end });
  const fits = ({ encoding }: Client, { text }: Wording): boolean =>
    encoding !== 'latin1' || !/[^\u0020-\u00ff]/.test(text);
  const sender = (): string => `person${mails.length}@client.example`;
  for (const [language, words] of languages) {
    for (const by of clients) {
      if (mails.length >= 200 || !fits(by, words)) continue;
      const head = { n: mails.length, from: sender(), to, subject: words.subject };
      add(`new: ${by.name}, ${language}`, mailOf(by, head, `${words.text}\n\n-- \nÄnne`), 'new');
    }
  }
  for (const [at, by] of clients.entries()) {
    const [language, words] = languages[at % languages.length] ?? ['en', wordings.en];
    if (!words || !fits(by, words)) continue;
    const more = [`In-Reply-To: ${answered.messageId}`, `References: ${answered.messageId}`];
    const head = { n: mails.length, from: answered.customer, to, subject: `${words.re}: ${answered.subject}`, more };
    add(`reply: ${by.name}, ${language}`, mailOf(by, head, `${words.text}\n\n${words.wrote}\n> Hello`), 'reply');
  }
  for (const [name, raw] of broken(to, 'broken@client.example')) add(`broken: ${name}`, raw, 'any');
  for (let at = 0; mails.length < 300; at += 1) {
    const [name, field] = automatic[at % automatic.length] ?? ['robot', 'Auto-Submitted: auto-generated'];
    const [language, words] = languages[at % languages.length] ?? ['en', wordings.en];
    const by = clients[at % clients.length] ?? clients[0];
    if (!words || !by) continue;
    const head = { n: mails.length, from: sender(), to, subject: words.away, more: [field] };
    add(`${name}: ${by.name}, ${language}`, mailOf({ ...by, encoding: 'base64' }, head, words.text), 'aside');
  }
  return mails;
}
