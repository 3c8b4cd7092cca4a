/**
 * Recognises the lines that mail programs write around quotations. Every pattern is bounded by `longestMark`, so each
 * line takes constant time.
 */

/** Lines that announce a quotation or begin a signature are shorter. */
const longestMark = 400;

const isMark = (pattern: RegExp, line: string): boolean => line.length <= longestMark && pattern.test(line);

const forwardedLine =
  /^(?:-{2,}\s{0,3})?(?:forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message (?:transféré|réexpédié)|début du message réexpédié|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|wiadomość przekazana|iletilen (?:mesaj|ileti)|転送されたメッセージ|转发的邮件|转发邮件)\s{0,3}:?\s{0,3}-*$/i;

/** The names of the fields above a quoted mail, in the languages of the common programs. */
const fieldNames = {
  from: 'from|von|de|da|van|od|kimden|från|fra|lähettäjä|差出人|送信者|发件人|寄件者|من|от|보낸 사람',
  date: 'sent|date|gesendet|datum|envoyé|enviado(?: el| em)?|fecha|data|inviato(?: il)?|verzonden|wysłano|gönderilme(?: tarihi)?|gönderildi|tarih|skickat|sendt|lähetetty|送信日時|日付|日時|发送时间|日期|تاريخ الإرسال|تم الإرسال|التاريخ|отправлено|дата|보낸 날짜',
  to: 'to|an|à|para|a|aan|do|kime|till|til|vastaanottaja|宛先|收件人|إلى|кому|받는 사람',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|konu|ämne|emne|aihe|件名|主题|主旨|الموضوع|тема|제목',
} as const;
type Field = keyof typeof fieldNames;
const fieldLines = (Object.keys(fieldNames) as Field[]).map((field) => ({
  field,
  pattern: new RegExp(`^\\*?(?:${fieldNames[field]})\\*?\\s?[:：]\\*?\\s{0,20}(\\S.*)?$`, 'iu'),
}));

/** The fields of each line: Italian and Portuguese use `da` and `de`, `data` and `a` for several. */
const fieldsOf = (line: string): { field: Field; value: string }[] =>
  line.length > longestMark
    ? []
    : fieldLines.flatMap(({ field, pattern }) => {
        const found = pattern.exec(line);
        return found ? [{ field, value: found[1] ?? '' }] : [];
      });

/** Matches a line that announces the quotation below it, in the wordings of the common programs; may be wrapped. */
const introLine =
  /^(?:-{1,12}\s?)?(?:on\s.{6,200}\swrote|am\s.{6,200}\sschrieb(?:\s.{1,120})?|le\s.{6,200}\sa\sécrit|el\s.{6,200}\sescribió|em\s.{6,200}\sescreveu|il\s.{6,200}\sha\sscritto|op\s.{6,200}\s(?:schreef|het volgende geschreven)(?:\s.{1,120})?|(?:dnia|w dniu)\s.{6,200}\s(?:napisał|napisała|pisze)(?:\(a\))?|.{6,200}\snapisał\(a\)|den\s.{6,200}\sskrev(?:\s.{1,120})?|(?:ma|ti|ke|to|pe|la|su)\s.{6,200}\skirjoitti|.{6,200}\starihinde\s.{0,120}yazdı|.{2,120}\s<[^<>]{3,120}>\s(?:schrieb|wrote|a écrit|escribió|escreveu|ha scritto|schreef|napisał)|\d{4}年.{4,160}(?:[:：]|のメール|写道)|\d{4}[./].{4,160}(?:のメッセージ|작성)|在.{4,160}写道|.{4,200}写道|في\s.{6,200}(?:كتب|كتبت|تمت كتابة ما يلي بواسطة).{0,120}|.{2,20}\sг\.\sв\s.{4,160}>)\s?[:：]?(?:\s?-{1,12})?$/iu;
const introStart = /^(?:-{1,12}\s?)?(?:on|am|le|el|em|il|op|dnia|w dniu|den|في)\s/iu;
const address = /[^\s<>@]{1,64}@[^\s<>@]{2,100}/;
const time = /\p{Nd}{1,2}\s?[:.h時点]\s?\p{Nd}{2}/u;
const year = /(?:19|20)\d\d|[٠-٩]{4}/;

const originalMessage =
  /^-{1,12}\s{0,3}(?:original message|original appointment|ursprüngliche nachricht|message d['’]origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig besked|ursprungligt meddelande|wiadomość oryginalna|original ileti|orijinal mesaj|元のメッセージ|原始邮件|الرسالة الأصلية)\s{0,3}-{0,12}$/i;

/** Matches lines that phones and programs add below a text. */
const deviceLine =
  /^(?:(?:sent|get outlook) (?:from|for|via|with) .{2,60}|von meinem .{2,40} gesendet|gesendet (?:von|mit) .{2,60}|envoyé (?:de|depuis|à partir de|avec) .{2,60}|télécharger outlook pour .{2,60}|enviado (?:desde|do|de|a partir do) .{2,60}|inviato da(?:l mio)? .{2,40}|(?:verstuurd|verzonden) (?:vanaf|met) .{2,60}|sendt fra .{2,40}|wysłan[oe] z .{2,40}|.{2,40} (?:telefonumdan|cihazımdan|'?[dt][ae]n) gönderildi|iphoneから送信|.{2,40}から送信|发自我的.{2,20}|أُ?رسلت من .{2,40})[.。]?$/iu;
const deviceName =
  /iphone|ipad|ipod|galaxy|samsung|android|outlook|yahoo|gmail|proton|blackberry|huawei|xiaomi|redmi|pixel|nokia|motorola|\bmail\b|mail\.|gmx|web\.de|handy|smartphone|tablet|mobil|phone|telefon|móvil|telemóvel|cellulare|携帯|手机|手機|هاتف|cihaz|notes|thunderbird|aquamail|spark|windows/iu;

/** Phrases that announce answers within the quoted mail. */
const answersBelow =
  /\b(?:in ?line|see below|below in|(?:answers?|comments?|replies) (?:are )?(?:\w+ )?below|mail below|in (?:red|blue|green)|between (?:your|the) lines|siehe unten|s\. ?u\.|unten im text|im text unten|in (?:rot|blau|grün)|zwischen (?:den|ihren|deinen) zeilen|ci-dessous|plus bas|en (?:rouge|bleu|vert)|entre (?:vos|les) lignes|más abajo|en (?:rojo|azul|verde)|entre (?:sus|tus|las) líneas|qui sotto|vedi sotto|in (?:rosso|blu|verde)|abaixo|em (?:vermelho|azul|verde)|hieronder|zie onder|in (?:het )?(?:rood|blauw|groen)|poniżej|na (?:czerwono|niebiesko|zielono)|aşağıda|kırmızı)|以下に|下記に|赤字|文中に|红色|红字|下面|见下|أدناه|بالأحمر/iu;

const ruleLine = /^(?:[-_=*—–]\s?){3,200}$/;
const postscript = /^p\.?\s?s\.?\s?[:.–—-]?\s|^p\.?s\.?:?$|^(?:n\.?b\.?|追伸|又及)[:：\s]/i;

export const isForwardedLine = (line: string): boolean => isMark(forwardedLine, line);
export const isOriginalMessage = (line: string): boolean => isMark(originalMessage, line);
export const isRule = (line: string): boolean => isMark(ruleLine, line);
export const isPostscript = (line: string): boolean => postscript.test(line.slice(0, longestMark));
/** Returns true if a line was added by a phone or program: it names one, unlike a sentence that begins alike. */
export const isDeviceLine = (line: string): boolean => isMark(deviceLine, line) && deviceName.test(line);
export const announcesAnswersBelow = (text: string): boolean => answersBelow.test(text.slice(0, 5 * longestMark));

/** Whether a line announces the quotation that follows it. */
export const announces = (line: string): boolean =>
  line.length <= longestMark &&
  (introLine.test(line) || (/[:：]\s?(?:-{1,12})?$/.test(line) && (time.test(line) || address.test(line))));

/** Whether a line announces an old mail even where the lines below it carry no mark. */
export const announcesUnmarked = (line: string): boolean =>
  line.length <= longestMark &&
  (introLine.test(line) || (/[:：]$/.test(line) && address.test(line))) &&
  (address.test(line)
    ? time.test(line) || year.test(line) || introLine.test(line)
    : time.test(line) && year.test(line));

/** Whether a line is the first half of an announcement that is wrapped. */
export const beginsAnnouncement = (line: string): boolean =>
  line.length <= longestMark &&
  !/[.!?。！？]$/.test(line) &&
  ((introStart.test(line) && /\p{Nd}/u.test(line)) || (time.test(line) && year.test(line)));

/** Returns the part of a subject that stays the same in an answer. */
const bareSubject = (subject: string): string =>
  subject
    .slice(0, longestMark)
    .toLowerCase()
    .replaceAll(/\[[^\]]{0,100}\]|^\s{0,5}(?:\p{L}{1,5}\s?[:：]\s?){1,6}/gu, '')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');

/**
 * Returns the number of lines of a quoted mail's head from `at` on, or 0. A head has a sender, a subject and another
 * field; only the mail's own subject distinguishes it from the same words in the author's own text.
 */
export function headLength(lines: readonly string[], at: number, subject: string): number {
  const first = fieldsOf(lines[at]?.trim() ?? '');
  if (first.length === 0) return 0;
  const found = new Set<Field>();
  const subjects: string[] = [];
  let end = at;
  for (let next = at, others = 0; next < Math.min(lines.length, at + 10) && others <= 2; next += 1) {
    const line = lines[next]?.trim() ?? '';
    const fields = fieldsOf(line);
    if (fields.length === 0) {
      if (line !== '' || found.size >= 3) others += 1;
      continue;
    }
    for (const { field, value } of fields) {
      found.add(field);
      if (field === 'subject') subjects.push(bareSubject(value));
    }
    end = next + 1;
  }
  if (!found.has('from') || !found.has('subject') || found.size < 3) return 0;
  const own = bareSubject(subject);
  const isSame = subjects.some((each) => own === '' || each === '' || own.includes(each) || each.includes(own));
  return isSame ? end - at : 0;
}
