/**
 * What a person actually wrote: without the quoted mail below it and without the signature. Line by line, each looked at
 * once and only when it is short: every pattern here is bounded by `longestMark`.
 */
import { messageMaxLength } from '@parley/contracts/limits';
import { wholeStart } from '@parley/contracts/clean-line';
import { type HtmlText, textOfHtml } from './html-text.ts';
import type { ParsedMail } from './parse.ts';
import { type SentFile, sentFiles } from './attachments.ts';
import { answerAboveMark } from './translations.ts';

/** As much is read of a mail: ten times what is kept, for what is written below a long quotation. */
const readLength = 10 * messageMaxLength;
/** Lines that announce a quotation or begin a signature are shorter. */
const longestMark = 400;

const forwardedLine =
  /^(?:-{2,}\s{0,3})?(?:forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message (?:transféré|réexpédié)|début du message réexpédié|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|wiadomość przekazana|iletilen (?:mesaj|ileti)|転送されたメッセージ|转发的邮件|转发邮件)\s{0,3}:?\s{0,3}-*$/i;

/** The head of a quoted mail in plain text: three or more such lines one after the other. */
const headLine =
  /^[>*\s]{0,20}(?:from|sent|to|date|subject|cc|von|gesendet|an|datum|betreff|de|envoyé|à|objet|enviado(?: el)?|para|asunto|assunto|fecha|data|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|od|wysłano|do|temat|kimden|gönderilme|kime|konu|差出人|送信日時|宛先|件名|发件人|发送时间|收件人|主题)\*?\s?[:：]\*?\s{0,20}\S/i;

/** One line that announces the quotation below it, in the wordings of the common programs; may be wrapped once. */
const introLine =
  /^(?:-{1,12}\s?)?(?:on\s.{6,200}\swrote|am\s.{6,200}\sschrieb(?:\s.{1,120})?|le\s.{6,200}\sa\sécrit|el\s.{6,200}\sescribió|em\s.{6,200}\sescreveu|il\s.{6,200}\sha\sscritto|op\s.{6,200}\s(?:schreef|het volgende geschreven)(?:\s.{1,120})?|(?:dnia|w dniu)\s.{6,200}\s(?:napisał|napisała|pisze)(?:\(a\))?|den\s.{6,200}\sskrev(?:\s.{1,120})?|(?:ma|ti|ke|to|pe|la|su)\s.{6,200}\skirjoitti|.{6,200}\starihinde\s.{0,120}yazdı|.{2,120}\s<[^<>]{3,120}>\s(?:schrieb|wrote|a écrit)|\d{4}年.{4,160}(?:[:：]|のメール|写道)|\d{4}[./].{4,160}(?:のメッセージ|작성)|在.{4,160}写道|.{2,20}\sг\.\sв\s.{4,160}>)\s?[:：]?(?:\s?-{1,12})?$/iu;
const introStart = /^(?:on|am|le|el|em|il|op|dnia|w dniu|den)\s/i;

const originalMessage =
  /^-{1,12}\s{0,3}(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|oprindelig besked|wiadomość oryginalna|original ileti)\s{0,3}-{0,12}$/i;

/** What phones and programs put below: a signature wherever it stands. */
const deviceLine =
  /^(?:(?:sent|get outlook) (?:from|for) (?:my )?.{2,60}|von meinem .{2,40} gesendet|gesendet (?:von|mit) .{2,60}|envoyé (?:de|depuis|à partir de) .{2,60}|télécharger outlook pour .{2,60}|enviado desde .{2,60}|enviado do meu .{2,40}|inviato da(?:l mio)? .{2,40}|(?:verstuurd|verzonden) vanaf .{2,60}|sendt fra .{2,40}|wysłano z .{2,40}|.{2,40} (?:telefonumdan|cihazımdan) gönderildi|iPhoneから送信|发自我的.{2,20}|أُرسلت من .{2,40})$/iu;
/** Lines that part the signature from what is above it. */
const ruleLine = /^(?:-{2,4} ?|—+|_{2,}|\+{2,4}|={2,4})$/;

/** The farewells that business mails put above a name, in a line of their own. */
const closingLine =
  /^(?:cheers|best wishes|(?:\w{1,20} (?:and )?){0,2}regards|(?:\w{1,20} )?cordialement|bien à vous|bonne (?:journée|soirée))[,!.?！]{0,2}$/i;

const isMark = (pattern: RegExp, line: string): boolean => line.length <= longestMark && pattern.test(line);
const isQuoted = (line: string): boolean => line.trimStart().startsWith('>');
/** A line as it stands within a quotation. */
const withoutArrows = (line: string): string =>
  line
    .slice(0, 2 * longestMark)
    .replace(/^(?:>\s?)+/, '')
    .trim();

/** Three lines of a head in four make one. */
const beginsHead = (lines: readonly string[], at: number): boolean =>
  isMark(headLine, lines[at] ?? '') && lines.slice(at + 1, at + 4).filter((line) => isMark(headLine, line)).length >= 2;

/** Where a quotation or the signature begins: the number of its first line, or of none. */
function quotationStart(lines: readonly string[]): number {
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim();
    const bare = withoutArrows(raw);
    if (
      (at > 0 && beginsHead(lines, at)) ||
      line.includes(answerAboveMark) ||
      isMark(introLine, bare) ||
      (introStart.test(bare) && isMark(introLine, `${bare} ${lines[at + 1]?.slice(0, longestMark).trim() ?? ''}`)) ||
      isMark(originalMessage, line) ||
      isMark(deviceLine, line) ||
      (at > 0 && (isMark(ruleLine, line) || isMark(closingLine, line)))
    ) {
      return at;
    }
  }
  return lines.length;
}

/** Cuts at the first line that begins a quotation or a signature. */
function cutQuotation(text: string): string {
  const lines = text.split('\n');
  const at = quotationStart(lines);
  const own = lines.slice(0, at);
  // The line above our mark announces the quotation in wordings we may not know.
  const mark = lines[at]?.includes(answerAboveMark) ?? false;
  const last = own.findLastIndex((line) => line.trim() !== '');
  const isAnnouncement =
    mark && last > 0 && (own[last]?.length ?? 0) <= 200 && /[:：]$/.test(own[last]?.trimEnd() ?? '');
  return (isAnnouncement ? own.slice(0, last) : own).join('\n');
}

/** An answer written between or below the quoted lines: what is not quoted, up to the signature. */
function withoutQuotedLines(text: string): string {
  const lines = text.split('\n').filter((line) => !isQuoted(line) && !isMark(introLine, line.trim()));
  const signature = lines.findIndex(
    (line, at) => isMark(deviceLine, line.trim()) || (at > 0 && isMark(ruleLine, line.trim())),
  );
  return tidy((signature < 0 ? lines : lines.slice(0, signature)).join('\n'));
}

/** Without what can't be seen, without spaces at the ends of lines, and with one empty line at most between two. */
function tidy(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    // Control characters but for tab and line feed, and signs without a width.
    .replaceAll(/(?![\t\n])[\p{Cc}\u200B\u200E\u200F\u2060\uFEFF]/gu, '')
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();
}

/** What a person has written, and what they sent along. */
export interface Reply {
  text: string;
  files: SentFile[];
}

/**
 * What the person wrote in this mail, as one message, and what they sent along. A forwarded mail is kept whole: it was
 * sent to be read. Empty when there is nothing but quotations.
 */
export function replyOf(mail: Pick<ParsedMail, 'text' | 'html' | 'files'>): Reply {
  const html = mail.html
    ? { own: textOfHtml(mail.html, { withQuotes: false }), whole: textOfHtml(mail.html, { withQuotes: true }) }
    : null;
  return { text: withNames(ownText(mail.text ?? '', html), []), files: sentFiles(mail.files, html) };
}

function ownText(text: string, html: { own: HtmlText; whole: HtmlText } | null): string {
  const plain = tidy(text.slice(0, readLength));
  const whole = plain || tidy((html?.whole.text ?? '').slice(0, readLength));
  if (whole.split('\n').some((line) => isMark(forwardedLine, line.trim()))) return whole;
  // The HTML half says what is quoted; the plain half leaves it to guessing.
  const marked = html ? tidy(html.own.text.slice(0, readLength)) : plain;
  const own = cutQuotation(marked);
  const visible = withoutQuotedLines(own);
  // Where everything is a quotation the answer may have been written below it.
  return visible || withoutQuotedLines(own.trim() === '' ? marked : own);
}

/** Named in one message at most. */
const mostNames = 50;

/**
 * A text, and below it the names of what was sent along and is not kept, as one message; what is too long for one is
 * cut, and the names stay.
 */
export function withNames(text: string, names: readonly string[]): string {
  const lines = names.slice(0, mostNames).map((name) => `[${name}]`);
  if (names.length > mostNames) lines.push(`[+${names.length - mostNames}]`);
  const below = lines.length === 0 ? '' : `\n\n${lines.join('\n')}`;
  const room = messageMaxLength - below.length;
  return `${text.length > room ? `${wholeStart(text, room - 1)}…` : text}${below}`.trim();
}
