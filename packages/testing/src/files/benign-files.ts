/** Files that people send, made by code: each with the type and the name that it is kept with. */
import { box } from './boxes.ts';

export interface BenignFile {
  about: string;
  name: string;
  bytes: Buffer;
  type: string;
  /** Type under which it is stored, if not the one it came with. */
  keptAs?: string;
}

const lines = (...each: string[]): string => each.map((line) => `${line}\r\n`).join('');

const orders = 'Bestellung;Größe;Straße\r\n20481;44;Königsweg 7\r\n';
const invitation = lines(
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'SUMMARY:Visit of the fitter',
  'END:VEVENT',
  'END:VCALENDAR',
);
const card = lines('BEGIN:VCARD', 'VERSION:3.0', 'N:Novak;Paul;;;', 'FN:Paul Novak', 'END:VCARD');
const mail = lines(
  'Return-Path: <jane@customer.example>',
  'From: Jane <jane@customer.example>',
  'Subject: Order',
  'Date: Tue, 12 May 2026 09:14:07 +0200',
  '',
  'Where is it?',
);

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const heic = (brand: string): Buffer =>
  Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1')), box('mdat', Buffer.alloc(64, 7))]);

const encodings: [about: string, bytes: Buffer][] = [
  ['Windows-1252', Buffer.from(orders, 'latin1')],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${orders}`)],
  ['UTF-16 as Windows writes it', Buffer.from(`\ufeff${orders}`, 'utf16le')],
  ['UTF-16 of the other order', utf16be(`\ufeff${orders}`)],
  ['UTF-16 without a mark', Buffer.from(orders, 'utf16le')],
  ['UTF-16 of the other order, without a mark', utf16be(orders)],
  // „注文;靴“ and „заказ;туфли“.
  ['Shift JIS', Buffer.from('92 8d 95 b6 3b 8c 43 0d 0a'.replaceAll(' ', ''), 'hex')],
  ['ISO-2022-JP', Buffer.from('1b2442434a381b28423b310d0a', 'hex')],
  ['Windows-1251', Buffer.from('e7e0eae0e73bf2f3f4ebe80d0a', 'hex')],
  ['GB 18030', Buffer.from('b6a9b5a53bd0ac0d0a', 'hex')],
  ['two letters', Buffer.from('hi')],
  ['a file of DOS, with its end', Buffer.from('order;size\r\n20481;44\r\n\u001a')],
];

/** Beginnings that are some format's signature too. */
const beginnings = [
  'BMW;Model;Kilometres',
  'MZ-No. 4711, delivered 3 May',
  'PK is on page 4',
  '%! is what I typed',
  'ID3 is the third id',
  'GIF;a moving one',
  'FORMULAR;Datum',
  'FWS and CWS;both',
  'AC1018;black',
  'DRACO;dragon',
  'solid oak, 2 m',
  'Rar! says the dog',
  'RIFF and WAVE',
  'OggS',
  'fLaC',
  '#!important',
  '<3 thank you',
  'From: me\nTo: you\nhello',
];

export const benignFiles: readonly BenignFile[] = [
  ...encodings.map(([about, bytes]) => ({ about: `a table in ${about}`, name: 'orders.csv', bytes, type: 'text/csv' })),
  ...beginnings.flatMap((beginning) => [
    {
      about: `a text that begins with ${beginning}`,
      name: 'note.txt',
      bytes: Buffer.from(`${beginning}\n2;3\n`),
      type: 'text/plain',
    },
    {
      about: `a table that begins with ${beginning}`,
      name: 'rows.csv',
      bytes: Buffer.from(`${beginning}\n2;3\n`),
      type: 'text/csv',
    },
  ]),
  { about: 'an invitation', name: 'visit.ics', bytes: Buffer.from(invitation), type: 'text/calendar' },
  {
    about: 'an invitation without a name',
    name: 'invite',
    bytes: Buffer.from(invitation),
    type: 'text/calendar',
    keptAs: 'invite.ics',
  },
  { about: 'a contact card', name: 'contact.vcf', bytes: Buffer.from(card), type: 'text/vcard' },
  {
    about: 'a contact card in UTF-16',
    name: 'contact.vcf',
    bytes: Buffer.from(`\ufeff${card}`, 'utf16le'),
    type: 'text/vcard',
  },
  { about: 'a saved email', name: 'order.eml', bytes: Buffer.from(mail), type: 'message/rfc822' },
  {
    about: 'a saved email with 8-bit text',
    name: 'order.eml',
    bytes: Buffer.from(`${mail}Größe`, 'latin1'),
    type: 'message/rfc822',
  },
  { about: 'a photo of an iPhone', name: 'IMG_0001.HEIC', bytes: heic('heic'), type: 'image/heic' },
  { about: 'a photo in HEIF', name: 'IMG_0001.heif', bytes: heic('mif1'), type: 'image/heif' },
];
