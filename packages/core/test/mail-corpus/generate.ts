/**
 * Makes answers to one mail as the common clients write them, in eight languages and in four manners. Each line carries a
 * mark of its own: `N1 …` is new, `Q1 …` is quoted.
 */

export interface CorpusMail {
  name: string;
  raw: string;
  newLines: string[];
  oldLines: string[];
  /** What we wrote in the mail that it answers. */
  sent: string;
}

interface Wording {
  /** What the person writes, first the line above everything, then one answer to each question. */
  written: string[];
  /** What we asked. */
  questions: string[];
  wrote: (date: string, sender: string) => string;
  head: [from: string, date: string, to: string, subject: string];
  original: string;
  device: string;
  greeting: string;
}

const sender = 'Shop Support';
const address = 'support@shop.example';

const wordings: Record<string, Wording> = {
  en: {
    written: ['Hello, thank you for the quick answer.', 'It says 42 on the box.', 'Please send it to Harbour Road 7.'],
    questions: ['Which size did you order last week?', 'Where would you like us to send the pair?'],
    wrote: (date, who) => `On ${date}, ${who} wrote:`,
    head: ['From', 'Sent', 'To', 'Subject'],
    original: '-----Original Message-----',
    device: 'Sent from my iPhone',
    greeting: 'Kind regards',
  },
  de: {
    written: [
      'Guten Tag, danke für die schnelle Antwort.',
      'Auf der Schachtel steht 42.',
      'Bitte an die Hafenstraße 7.',
    ],
    questions: ['Welche Größe haben Sie bestellt?', 'Wohin dürfen wir das Paar schicken?'],
    wrote: (date, who) => `Am ${date} schrieb ${who}:`,
    head: ['Von', 'Gesendet', 'An', 'Betreff'],
    original: '-----Ursprüngliche Nachricht-----',
    device: 'Von meinem iPhone gesendet',
    greeting: 'Mit freundlichen Grüßen',
  },
  fr: {
    written: ['Bonjour, merci pour votre réponse.', 'La boîte indique 42.', 'Au 7 rue du Port, merci.'],
    questions: ['Quelle pointure avez-vous commandée ?', 'Où devons-nous envoyer la paire ?'],
    wrote: (date, who) => `Le ${date}, ${who} a écrit :`,
    head: ['De', 'Envoyé', 'À', 'Objet'],
    original: "-----Message d'origine-----",
    device: 'Envoyé de mon iPhone',
    greeting: 'Cordialement',
  },
  es: {
    written: ['Hola, gracias por la respuesta.', 'En la caja pone 42.', 'A la calle del Puerto 7, por favor.'],
    questions: ['¿Qué talla pidió la semana pasada?', '¿Adónde le enviamos el par?'],
    wrote: (date, who) => `El ${date}, ${who} escribió:`,
    head: ['De', 'Enviado', 'Para', 'Asunto'],
    original: '-----Mensaje original-----',
    device: 'Enviado desde mi iPhone',
    greeting: 'Un saludo',
  },
  it: {
    written: ['Buongiorno, grazie della risposta.', 'Sulla scatola c’è scritto 42.', 'In via del Porto 7, grazie.'],
    questions: ['Che numero ha ordinato?', 'Dove possiamo spedire il paio?'],
    wrote: (date, who) => `Il giorno ${date} ${who} ha scritto:`,
    head: ['Da', 'Inviato', 'A', 'Oggetto'],
    original: '-----Messaggio originale-----',
    device: 'Inviato da iPhone',
    greeting: 'Cordiali saluti',
  },
  pt: {
    written: ['Olá, obrigado pela resposta.', 'Na caixa está 42.', 'Para a Rua do Porto 7, por favor.'],
    questions: ['Que tamanho encomendou?', 'Para onde enviamos o par?'],
    wrote: (date, who) => `Em ${date}, ${who} escreveu:`,
    head: ['De', 'Enviado', 'Para', 'Assunto'],
    original: '-----Mensagem original-----',
    device: 'Enviado do meu iPhone',
    greeting: 'Com os melhores cumprimentos',
  },
  nl: {
    written: ['Hallo, bedankt voor het antwoord.', 'Op de doos staat 42.', 'Graag naar de Havenweg 7.'],
    questions: ['Welke maat heeft u besteld?', 'Waar mogen wij het paar naartoe sturen?'],
    wrote: (date, who) => `Op ${date} schreef ${who}:`,
    head: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    original: '-----Oorspronkelijk bericht-----',
    device: 'Verstuurd vanaf mijn iPhone',
    greeting: 'Met vriendelijke groet',
  },
  pl: {
    written: ['Dzień dobry, dziękuję za odpowiedź.', 'Na pudełku jest 42.', 'Proszę na ul. Portową 7.'],
    questions: ['Jaki rozmiar Pan zamówił?', 'Dokąd mamy wysłać parę?'],
    wrote: (date, who) => `${date} ${who} napisał(a):`,
    head: ['Od', 'Wysłano', 'Do', 'Temat'],
    original: '-----Wiadomość oryginalna-----',
    device: 'Wysłane z iPhone’a',
    greeting: 'Pozdrawiam',
  },
  tr: {
    written: ['Merhaba, yanıtınız için teşekkürler.', 'Kutuda 42 yazıyor.', 'Liman Caddesi 7 lütfen.'],
    questions: ['Hangi bedeni sipariş ettiniz?', 'Çifti nereye gönderelim?'],
    wrote: (date, who) => `${who}, ${date} tarihinde şunu yazdı:`,
    head: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
    original: '-----Orijinal Mesaj-----',
    device: 'iPhone’umdan gönderildi',
    greeting: 'Saygılarımla',
  },
  ja: {
    written: ['ご返信ありがとうございます。', '箱には四十二と書いてあります。', '港通り七番地にお願いします。'],
    questions: ['どのサイズをご注文されましたか。', 'どちらにお送りすればよろしいですか。'],
    wrote: (date, who) => `${date} ${who}:`,
    head: ['差出人', '送信日時', '宛先', '件名'],
    original: '-----元のメッセージ-----',
    device: 'iPhoneから送信',
    greeting: 'よろしくお願いいたします',
  },
  zh: {
    written: ['您好，谢谢您的回复。', '盒子上写的是四十二码。', '请寄到港口路七号。'],
    questions: ['您订购的是哪个尺码？', '我们应该寄到哪里？'],
    wrote: (date, who) => `${who} 于${date}写道：`,
    head: ['发件人', '发送时间', '收件人', '主题'],
    original: '-----原始邮件-----',
    device: '发自我的iPhone',
    greeting: '此致敬礼',
  },
  ar: {
    written: ['مرحبا، شكرا على الرد السريع.', 'مكتوب على العلبة ٤٢.', 'أرسلوه إلى شارع الميناء رقم ٧.'],
    questions: ['ما المقاس الذي طلبته؟', 'إلى أين نرسل الزوج؟'],
    wrote: (date, who) => `في ${date} تمت كتابة ما يلي بواسطة ${who}:`,
    head: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
    original: '-----الرسالة الأصلية-----',
    device: 'أُرسلت من الـ iPhone',
    greeting: 'مع أطيب التحيات',
  },
};

export const languages = Object.keys(wordings);

/** Where people write their answer. */
const manners = ['above', 'below', 'between', 'above and between'] as const;
type Manner = (typeof manners)[number];

/** New and old lines in the order of the mail. */
type Piece = { isNew: boolean; lines: string[] };

function piecesOf({ written, questions, greeting }: Wording, manner: Manner): Piece[] {
  const [hello = '', first = '', second = ''] = written;
  const [one = '', two = ''] = questions;
  const old = (...lines: string[]): Piece => ({ isNew: false, lines });
  const own = (...lines: string[]): Piece => ({ isNew: true, lines });
  const bye = ['', greeting, 'Jane'];
  switch (manner) {
    case 'above':
      return [own(hello, '', `${first} ${second}`, ...bye), old(one, '', two)];
    case 'below':
      return [old(one, '', two), own(hello, '', `${first} ${second}`, ...bye)];
    case 'between':
      return [old(one), own(first), old(two), own(second, ...bye)];
    case 'above and between':
      return [own(hello), old(one), own(first), old(two), own(second, ...bye)];
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const divs = (lines: readonly string[]): string =>
  lines.map((line) => `<div>${line === '' ? '<br>' : escaped(line)}</div>`).join('');

interface Client {
  name: string;
  /** Null where it can't be answered in this manner. */
  plain?: (parts: Parts) => string;
  html?: (parts: Parts) => string;
  manners: readonly Manner[];
}

interface Parts {
  wording: Wording;
  above: string[];
  /** From the first quoted line on. */
  rest: Piece[];
  subject: string;
}

const dates = {
  short: '11.05.2026, 16:02',
  long: 'Mon, May 11, 2026 at 4:02 PM',
};

const arrows = ({ rest }: Parts): string[] =>
  rest.flatMap(({ isNew, lines }) => (isNew ? ['', ...lines, ''] : lines.map((line) => `> ${line}`.trimEnd())));
const block =
  (open: string) =>
  ({ rest }: Parts): string =>
    rest.map(({ isNew, lines }) => (isNew ? divs(lines) : `${open}${divs(lines)}</blockquote>`)).join('');
const headOf = ({ wording: { head }, subject }: Parts): string[] => [
  `${head[0]}: ${sender} <${address}>`,
  `${head[1]}: 11.05.2026 16:02`,
  `${head[2]}: Jane Doe <jane.doe@customer.example>`,
  `${head[3]}: ${subject}`,
];
const flat = ({ rest }: Parts): string[] => rest.flatMap(({ lines }) => [...lines, '']);
const htmlHead = (parts: Parts): string =>
  headOf(parts)
    .map((line) => escaped(line).replace(/^([^:]+:)/, '<b>$1</b>'))
    .join('<br>');
/** The answers in red, as people write them into Outlook's old mail. */
const inked = ({ rest }: Parts): string =>
  rest
    .map(({ isNew, lines }) =>
      isNew && rest.length > 2
        ? lines.map((line) => `<div><span style="color:#ff0000">${escaped(line) || '<br>'}</span></div>`).join('')
        : divs(lines),
    )
    .join('');

const intro = ({ wording }: Parts, date = dates.short, who = `${sender} <${address}>`): string =>
  wording.wrote(date, who);
const unmarked: readonly Manner[] = ['above', 'below', 'above and between'];

const clients: readonly Client[] = [
  {
    name: 'Gmail',
    manners,
    plain: (parts) => [...parts.above, '', intro(parts), '', ...arrows(parts)].join('\n'),
    html: (parts) =>
      `<div dir="ltr">${divs(parts.above)}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(intro(parts))}<br></div>${block('<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">')(parts)}</div></div>`,
  },
  {
    name: 'Gmail for Android',
    manners: ['above'],
    html: (parts) =>
      `<div dir="auto">${divs(parts.above)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped(intro(parts))}<br></div>${block('<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">')(parts)}</div>`,
  },
  {
    name: 'Outlook on the web',
    manners: unmarked,
    html: (parts) =>
      `<html><body dir="ltr"><div class="elementToProof">${divs(parts.above)}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" color="#000000">${htmlHead(parts)}</font><div>&nbsp;</div></div>${inked(parts)}</body></html>`,
  },
  {
    name: 'Outlook for Windows',
    manners: unmarked,
    html: (parts) =>
      `<div class="WordSection1">${divs(parts.above)}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${htmlHead(parts)}</p></div>${inked(parts)}</div>`,
  },
  {
    name: 'Outlook as plain text',
    manners: ['above', 'below'],
    plain: (parts) => [...parts.above, '', parts.wording.original, ...headOf(parts), '', ...flat(parts)].join('\n'),
  },
  {
    name: 'Outlook for iOS',
    manners: ['above'],
    html: (parts) =>
      `<html><body><div dir="ltr">${divs(parts.above)}</div><div id="ms-outlook-mobile-signature"><div>${escaped(parts.wording.device)}</div></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">${htmlHead(parts)}</div>${inked(parts)}</body></html>`,
  },
  {
    name: 'Apple Mail',
    manners,
    plain: (parts) => [...parts.above, '', intro(parts), '', ...arrows(parts)].join('\n'),
    html: (parts) =>
      `<html><body>${divs(parts.above)}<br><blockquote type="cite"><div>${escaped(intro(parts))}</div></blockquote><br>${block('<blockquote type="cite">')(parts)}</body></html>`,
  },
  {
    name: 'iPhone',
    manners: ['above', 'below'],
    plain: (parts) => [...parts.above, '', parts.wording.device, '', intro(parts), '', ...arrows(parts)].join('\n'),
  },
  {
    name: 'Yahoo',
    manners: ['above', 'below'],
    plain: (parts) => [...parts.above, '', `    ${intro(parts)}`, ' ', ...flat(parts)].join('\n'),
    html: (parts) =>
      `<div class="ydp1yahoo-style-wrap">${divs(parts.above)}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>${escaped(intro(parts))}</div>${divs(flat(parts))}</div>`,
  },
  {
    name: 'Thunderbird',
    manners,
    plain: (parts) => [...parts.above, '', intro(parts, dates.short, sender), ...arrows(parts)].join('\n'),
  },
  {
    name: 'Thunderbird in HTML',
    manners,
    html: (parts) =>
      `<body>${divs(parts.above)}<div class="moz-cite-prefix">${escaped(intro(parts, dates.short, sender))}<br></div>${block('<blockquote type="cite" cite="mid:1@shop.example">')(parts)}</body>`,
  },
  {
    name: 'Notes',
    manners: ['above', 'below'],
    plain: (parts) =>
      [
        ...parts.above,
        '',
        `-----${sender} <${address}> wrote: -----`,
        '',
        `${parts.wording.head[2]}: Jane Doe/Customer@Customer`,
        `${parts.wording.head[0]}: ${sender} <${address}>`,
        `${parts.wording.head[1]}: 05/11/2026 04:02PM`,
        `${parts.wording.head[3]}: ${parts.subject}`,
        '',
        ...flat(parts),
      ].join('\n'),
  },
  {
    name: 'Samsung',
    manners: ['above'],
    html: (parts) =>
      `<div dir="auto">${divs(parts.above)}</div><div id="composer_signature" dir="auto"><div>${escaped(parts.wording.device.replace('iPhone', 'Galaxy'))}</div></div><div><div>-------- Original message --------</div>${divs(headOf(parts))}</div>${divs(flat(parts))}`,
  },
  {
    name: 'Proton',
    manners,
    html: (parts) =>
      `<div>${divs(parts.above)}</div><div class="protonmail_signature_block protonmail_signature_block-empty"></div><div class="protonmail_quote">${escaped(intro(parts))}<br>${block('<blockquote class="protonmail_quote" type="cite">')(parts)}</div>`,
  },
  {
    name: 'GMX',
    manners: ['above', 'between'],
    html: (parts) =>
      `<div>${divs(parts.above)}<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div>${headOf(parts).map(escaped).join('<br>')}</div></div>${block('<blockquote type="cite">')(parts)}</div>`,
  },
  {
    name: 'K-9',
    manners,
    plain: (parts) => [...parts.above, '', intro(parts, dates.long), ...arrows(parts)].join('\n'),
  },
];

function mailOf(client: Client, language: string, wording: Wording, manner: Manner): CorpusMail {
  const pieces = piecesOf(wording, manner);
  const [top] = pieces;
  const subject = 'Re: [Parley] Your conversation with shop.example';
  const parts: Parts = {
    wording,
    above: top?.isNew ? top.lines : [],
    rest: top?.isNew ? pieces.slice(1) : pieces,
    subject: subject.slice(4),
  };
  const written = (isNew: boolean): string[] =>
    pieces.flatMap((piece) => (piece.isNew === isNew ? piece.lines.filter((line) => line !== '') : []));
  const half = (type: string, text: string): string =>
    `--b\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString('base64')}\r\n`;
  const halves = [
    ...(client.plain ? [half('plain', client.plain(parts))] : []),
    ...(client.html ? [half('html', client.html(parts))] : []),
  ];
  return {
    name: `${client.name}, ${language}, ${manner}`,
    raw: `From: Jane Doe <jane.doe@customer.example>\r\nTo: ${address}\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n${halves.join('')}--b--\r\n`,
    newLines: written(true),
    oldLines: written(false),
    sent: wording.questions.join('\n\n'),
  };
}

export const clientNames: readonly string[] = clients.map(({ name }) => name);

export const generatedMails = (): CorpusMail[] =>
  clients.flatMap((client) =>
    Object.entries(wordings).flatMap(([language, wording]) =>
      client.manners.map((manner) => mailOf(client, language, wording, manner)),
    ),
  );
