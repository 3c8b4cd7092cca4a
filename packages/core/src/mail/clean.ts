/** What a person actually wrote: without the quoted mail below it and without the signature. */
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import type { ParsedMail } from './parse.ts';
import { answerAboveMark } from './words.ts';

const parser = new EmailReplyParser();

/** Where mail programs put what they quote and the signature. */
const quoteSelectors = [
  '.gmail_quote',
  '.gmail_extra',
  '.gmail_signature',
  '.yahoo_quoted',
  '.protonmail_quote',
  '.protonmail_signature_block',
  '.moz-cite-prefix',
  '.moz-signature',
  '.AppleMailSignature',
  '#AppleMailSignature',
  '#Signature',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
  'blockquote[type=cite]',
  'blockquote',
];
/** Outlook quotes with nothing around it: everything behind these marks is the old mail. */
const quoteStarts =
  /<div[^>]+id="?(?:[\w-]*divRplyFwdMsg|[\w-]*appendonsend|mail-editor-reference-message-container)|<div[^>]+style="[^"]*border-top:\s*solid\s*#(?:E1E1E1|B5C4DF)[^"]*"|<hr[^>]+(?:id="?stopSpelling|tabindex="-1")/i;

const forwardedLine =
  /^\s*(?:-{2,}\s*)?(?:forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message (?:transféré|réexpédié)|début du message réexpédié|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|wiadomość przekazana|iletilen (?:mesaj|ileti)|転送されたメッセージ|转发的邮件|转发邮件)\s*:?\s*-*\s*$/im;

/** The head of a quoted mail in plain text: two or more such lines one after the other. */
const headLine =
  /^[>*\s]*\*?(?:from|sent|to|date|subject|cc|von|gesendet|an|datum|betreff|de|envoyé|à|objet|enviado(?: el)?|para|asunto|assunto|fecha|data|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|od|wysłano|do|temat|kimden|gönderilme|kime|konu|差出人|送信日時|宛先|件名|发件人|发送时间|收件人|主题)\*?\s?[:：]\*?\s*\S/i;

/** One line that announces the quotation below it, in the wordings of the common programs; may be wrapped once. */
const introLine =
  /^(?:>*\s*)?(?:on\s.{6,200}\swrote|am\s.{6,200}\sschrieb(?:\s.{1,120})?|le\s.{6,200}\sa\sécrit|el\s.{6,200}\sescribió|em\s.{6,200}\sescreveu|il\s.{6,200}\sha\sscritto|op\s.{6,200}\s(?:schreef|het volgende geschreven)(?:\s.{1,120})?|(?:dnia|w dniu)\s.{6,200}\s(?:napisał|napisała|pisze)(?:\(a\))?|.{6,200}\starihinde\s.{0,120}yazdı|\d{4}年.{4,160}(?:[:：]|のメール|写道))\s?[:：]?\s*$/iu;

const signatureLine =
  /^(?:-- ?|—+|_{5,}|(?:sent|get outlook) (?:from|for) (?:my )?.{2,60}|von meinem .{2,40} gesendet|gesendet (?:von|mit) .{2,60}|envoyé (?:de|depuis) mon .{2,40}|enviado desde mi .{2,40}|enviado do meu .{2,40}|inviato da(?:l mio)? .{2,40}|verstuurd vanaf mijn .{2,40}|wysłano z .{2,40}|.{2,40} (?:telefonumdan|cihazımdan) gönderildi|iPhoneから送信|发自我的.{2,20}|أُرسلت من .{2,40})$/iu;

/** The text of an HTML mail; what its program marked as quotation or signature is left out. */
function textOfHtml(html: string, { withQuotes }: { withQuotes: boolean }): string {
  const start = withQuotes ? -1 : html.search(quoteStarts);
  return convert(start >= 0 ? html.slice(0, start) : html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 100, maxChildNodes: 20_000 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...(withQuotes ? [] : quoteSelectors.map((selector) => ({ selector, format: 'skip' }))),
    ],
  });
}

/** Cuts at the first line that begins a quotation or a signature. */
function cutQuotation(text: string): string {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const joined = `${line.trim()} ${lines[at + 1]?.trim() ?? ''}`;
    const heads = lines.slice(at, at + 4).filter((each) => headLine.test(each)).length;
    const isHead = headLine.test(line) && heads >= 3;
    if (
      line.includes(answerAboveMark) ||
      introLine.test(line.trim()) ||
      (/^(?:>*\s*)?(?:on|am|le|el|em|il|op|dnia|w dniu)\s/i.test(line) && introLine.test(joined)) ||
      /^-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|original ileti)\s*-{2,}$/i.test(
        line.trim(),
      ) ||
      (at > 0 && isHead) ||
      (at > 0 && signatureLine.test(line.trim()))
    ) {
      const own = lines.slice(0, at).join('\n');
      return line.includes(answerAboveMark) ? own.replace(announcement, '') : own;
    }
  }
  return text;
}

/** An answer written between or below the quoted lines: what is not quoted, up to the signature. */
function withoutQuotedLines(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*>/.test(line) && !introLine.test(line.trim()));
  const signature = lines.findIndex((line) => signatureLine.test(line.trim()));
  return tidy((signature < 0 ? lines : lines.slice(0, signature)).join('\n'));
}

/** The line above our mark that announces the quotation in wordings we don't know. */
const announcement = /\n[^\n]{1,200}[:：]\s*$/;

const tidy = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u200B\u200E\u200F\u2060\uFEFF\0]/g, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * What the person wrote in this mail, as one message. A forwarded mail is kept whole: it was sent to be read. Empty when
 * there is nothing but quotations and attachments.
 */
export function writtenText(mail: Pick<ParsedMail, 'text' | 'html' | 'attachmentNames'>): string {
  const plain = tidy(mail.text ?? '');
  const whole = plain || tidy(textOfHtml(mail.html ?? '', { withQuotes: true }));
  const names = mail.attachmentNames.map((name) => `[${name}]`).join('\n');
  if (forwardedLine.test(whole)) return tidy(`${whole}\n\n${names}`);
  // The HTML half says what is quoted; the plain half leaves it to guessing.
  const marked = mail.html !== null && mail.html !== '' ? tidy(textOfHtml(mail.html, { withQuotes: false })) : plain;
  const own = cutQuotation(marked);
  const visible = tidy(parser.read(own).getVisibleText());
  // A parser that finds everything to be a quotation may have met an answer written below it.
  const text = visible || withoutQuotedLines(own.trim() === '' ? marked : own);
  return tidy(`${text}\n\n${names}`);
}
