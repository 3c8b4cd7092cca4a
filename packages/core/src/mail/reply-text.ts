/**
 * Separates a mail's new text from quotations and the signature, line by line. Nothing is removed from the whole text,
 * and a doubtful line counts as new.
 */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { wholeStart } from '@parley/contracts/text/clean-line';
import { type SentFile, sentFiles } from './attachments.ts';
import { type HtmlText, textOfHtml } from '../text/html-text.ts';
import type { MailLine } from '../text/mail-line.ts';
import type { ParsedMail } from './parse.ts';
import { lengthOf, type Sender, type SentText, sendersOf } from './sent-text.ts';
import {
  announces,
  announcesUnmarked,
  beginsAnnouncement,
  headLength,
  isDeviceLine,
  isForwardedLine,
  isOriginalMessage,
  isPostscript,
  isRule,
  announcesAnswersBelow,
} from './quotation-lines.ts';
import { answerAboveMark } from './answer-above.ts';

/** Maximum length of a mail's text; the rest is dropped. */
export const mailTextMaxLength = 20 * messageMaxLength;

/** The text of a mail, line by line. */
export interface MailText {
  lines: MailLine[];
  subject: string;
  /** Its end is missing. */
  isCut: boolean;
}

/** The lines from `from` up to, and without, `until`. */
export interface LineRange {
  from: number;
  until: number;
}

/** New part of a mail's text. */
export interface NewText {
  /** Empty if the mail has only a signature and earlier messages. */
  text: string;
  /** The lines of the whole text that are shown on request: those that `text` leaves out, or all where it leaves out several pieces. */
  folded: LineRange | null;
  /** Whether `folded` is only a signature. */
  isSignature: boolean;
}

/** Text of a mail and the files sent with it. */
export interface Reply {
  mailText: MailText;
  files: SentFile[];
}

/**
 * Returns the new text of a mail and the files sent with it. A forwarded mail is new as a whole: it was sent to be
 * read.
 */
export function replyOf(mail: Pick<ParsedMail, 'text' | 'html' | 'files'> & { subject?: string }): Reply {
  const html = mail.html ? textOfHtml(mail.html) : null;
  const ofHtml = html ? tidy(html.lines) : nothing;
  // The HTML half marks quotations; the plain half allows only guesses.
  const text = ofHtml.lines.length > 0 ? ofHtml : tidy(linesOfPlain(mail.text ?? ''));
  return {
    mailText: { ...text, subject: mail.subject ?? '' },
    files: sentFiles(mail.files, html && picturesOf(html)),
  };
}

/** Returns the whole text as it is stored; `folded` counts its lines. */
export const wholeText = ({ lines, isCut }: Pick<MailText, 'lines' | 'isCut'>): string =>
  [...lines.map(({ text }) => text.trimEnd()), ...(isCut ? ['…'] : [])].join('\n').toWellFormed();

const picturesOf = ({ pictures, oldPictures }: HtmlText) => ({
  own: { pictures },
  whole: { pictures: [...pictures, ...oldPictures] },
});

const linesOfPlain = (text: string): MailLine[] =>
  text
    // An extra character shows that there is more.
    .slice(0, mailTextMaxLength + 1)
    .split('\n')
    .map((line) => ({
      text: line,
      quote: line.trimStart().startsWith('>') ? 'perhaps' : null,
      part: null,
      begins: null,
      isColoured: false,
    }));

const nothing: Pick<MailText, 'lines' | 'isCut'> = { lines: [], isCut: false };

/** Removes invisible characters and trailing spaces, and leaves at most one empty line in a row. */
function tidy(lines: readonly MailLine[]): Pick<MailText, 'lines' | 'isCut'> {
  let isCut = false;
  const tidied: MailLine[] = [];
  /** The mark of a line that is left out belongs to the next one. */
  let begins: MailLine['begins'] = null;
  let length = 0;
  for (const line of lines) {
    const visible = line.text
      // Control characters but for tab, and signs without a width.
      .replaceAll(/(?!\t)[\p{Cc}\u200B\u200E\u200F\u2060\uFEFF]/gu, '')
      .replaceAll('\u00A0', ' ');
    // With its space, this is the mark of RFC 3676; without, it may be a rule of the writer's own.
    const text = visible === '-- ' ? visible : visible.trimEnd();
    length += text.length + 1;
    isCut = length > mailTextMaxLength;
    if (isCut) {
      const room = text.length - (length - mailTextMaxLength);
      if (room > 0) tidied.push({ ...line, text: wholeStart(text, room), begins });
      break;
    }
    begins = line.begins === 'surely' || begins === 'surely' ? 'surely' : (line.begins ?? begins);
    if (text === '' && (tidied.length === 0 || tidied.at(-1)?.text === '')) continue;
    tidied.push({ ...line, text, begins });
    begins = null;
  }
  while (tidied.at(-1)?.text === '') tidied.pop();
  return { lines: tidied, isCut };
}

const textOf = (lines: readonly { text: string }[]): string =>
  lines
    .map(({ text }) => text.trimEnd())
    .filter((text, at, all) => text !== '' || (at > 0 && all[at - 1] !== ''))
    .join('\n')
    .trimEnd();

/**
 * - `new`: shown.
 * - `quoted`: old, with a mark on each line; text between such lines answers them.
 * - `frame`: announces or separates something old.
 * - `old mail`: within an old mail without marks on its lines.
 * - `signature`: the signature, or a line that a phone adds.
 * - `context`: an old line that is shown because the next new one answers it.
 */
type Role = 'new' | 'quoted' | 'frame' | 'old mail' | 'signature' | 'context';

/** Finds the new text. Earlier messages, if known, are separated from text written into them. */
export function newText({ lines, subject }: MailText, sent?: SentText): NewText {
  return new MailTextReading(lines, subject, sent).newText();
}

/** A line of ours with this length identifies a quotation of our mail. */
const shortestKnown = 16;
/** So much consecutive text of an earlier message is a quotation, even without a mark. */
const longEnoughToBeOld = 40;

/** Gives each line its role. Every step goes through the lines once. */
class MailTextReading {
  readonly #lines: readonly MailLine[];
  readonly #texts: readonly string[];
  readonly #subject: string;
  readonly #roles: Role[];
  /** Which side has sent each line before; all null where that is not known. */
  readonly #senders: readonly (Sender | null)[];
  /** New lines within a quotation of ours: they are shown without its mark. */
  readonly #typedWithin = new Set<number>();

  constructor(lines: readonly MailLine[], subject: string, sent?: SentText) {
    this.#lines = lines;
    this.#texts = lines.map(({ text }) => text.trim());
    this.#subject = subject;
    this.#roles = lines.map(() => 'new');
    this.#senders = sent ? sendersOf(this.#texts, sent) : lines.map(() => null);
  }

  newText(): NewText {
    const end = this.#findOldMail();
    this.#findQuotations(end);
    this.#foldSentText();
    const isNewOutside = this.#hasShown();
    const oldMail = this.#bodyOfOldMail();
    const isCompared = this.#findAnswersInSentText(oldMail, isNewOutside);
    this.#foldSignatures();
    if (!isCompared) this.#findAnswersInOldMail(oldMail, !this.#hasNew());
    if (!this.#hasNew()) this.#showQuoted();
    this.#keepContext();
    const text = textOf(
      this.#lines.flatMap((line, at) => {
        // A quotation that holds nothing but a picture leaves its mark.
        if (line.quote && /^[>\s]*$/.test(line.text)) return [];
        if (this.#typedWithin.has(at)) return [{ text: line.text.replace(/^\s*>\s?/, '') }];
        if (this.#roles[at] === 'new') return [line];
        if (this.#roles[at] !== 'context') return line.text === '' ? [line] : [];
        return [{ text: line.text.trimStart().startsWith('>') ? line.text : `> ${line.text}` }];
      }),
    ).replace(/^\n+/, '');
    const { folded, roles } = this.#folded();
    return { text, folded, isSignature: roles.size === 1 && roles.has('signature') };
  }

  /** The lines that are not shown, and their roles: those below or above everything that is, or all. */
  #folded(): { folded: LineRange | null; roles: ReadonlySet<Role | undefined> } {
    const written = [...this.#roles.keys()].filter((at) => /[^>\s]/.test(this.#text(at)));
    const isLeftOut = (at: number): boolean => this.#roles[at] !== 'new' && this.#roles[at] !== 'context';
    const leftOut = written.filter(isLeftOut);
    const [first, last] = [leftOut[0], leftOut.at(-1)];
    if (first === undefined || last === undefined) return { folded: null, roles: new Set() };
    const isInOnePiece = written.every((at) => at < first || at > last || isLeftOut(at));
    const isAtAnEnd = first === written[0] || last === written.at(-1);
    const isPart = isInOnePiece && isAtAnEnd;
    const shownOnRequest = isPart ? leftOut : written;
    return {
      folded: isPart ? { from: first, until: last + 1 } : { from: 0, until: this.#lines.length },
      roles: new Set(shownOnRequest.map((at) => this.#roles[at])),
    };
  }

  /** Marks our own earlier text as old where nothing else does: it is consecutive. */
  #foldSentText(): void {
    for (let at = 0; at < this.#lines.length; ) {
      const start = at;
      let length = 0;
      while (at < this.#lines.length && this.#roles[at] === 'new' && this.#isOurs(at)) {
        if (this.#senders[at] === 'ours') length += lengthOf(this.#text(at));
        at += 1;
      }
      if (length >= longEnoughToBeOld) this.#roles.fill('quoted', start, at);
      if (at === start) at += 1;
    }
  }

  #isOurs(at: number): boolean {
    return this.#senders[at] === 'ours' || this.#senders[at] === 'nothing';
  }

  /**
   * Shows text written into a quotation: its lines that no earlier message contains. Those above all of our text are
   * added by mail servers, if there is new text outside. Returns false if the quotation is unknown.
   */
  #findAnswersInSentText(oldMail: readonly number[], isNewOutside: boolean): boolean {
    const inOldMail = new Set(oldMail);
    const quoted = [...this.#roles.keys()].filter(
      (at) =>
        this.#text(at) !== '' && (inOldMail.has(at) || (this.#roles[at] === 'quoted' && !this.#isQuotedTwice(at))),
    );
    const ours = quoted.filter((at) => this.#senders[at] === 'ours');
    const first = ours[0];
    if (first === undefined || !ours.some((at) => lengthOf(this.#text(at)) >= shortestKnown)) return false;
    for (const at of quoted) {
      if (this.#senders[at] !== null || this.#isFrame(at)) continue;
      if (isNewOutside && at < first) continue;
      this.#roles[at] = 'new';
      this.#typedWithin.add(at);
    }
    return true;
  }

  #isQuotedTwice(at: number): boolean {
    return /^>\s?>/.test(this.#text(at));
  }

  /** Whether a quoted line only announces or parts something older. */
  #isFrame(at: number): boolean {
    const text = this.#text(at).replace(/^>\s?/, '');
    return (
      announces(text) || isOriginalMessage(text) || isRule(text) || isDeviceLine(text) || text.includes(answerAboveMark)
    );
  }

  /** Shows the whole text where all is marked as quoted, and something in it was never sent before. */
  #showQuoted(): void {
    const isUnknown = (at: number): boolean =>
      (this.#roles[at] === 'quoted' || this.#roles[at] === 'old mail') &&
      this.#senders[at] === null &&
      /[\p{L}\p{N}]/u.test(this.#text(at)) &&
      !this.#isFrame(at);
    if (![...this.#roles.keys()].some(isUnknown)) return;
    for (const [at, role] of this.#roles.entries()) if (role !== 'signature') this.#roles[at] = 'new';
  }

  #text(at: number): string {
    return this.#texts[at] ?? '';
  }

  /** Whether something is new that is more than a signature. */
  #hasShown(): boolean {
    return this.#roles.some((role, at) => role === 'new' && this.#isShown(at));
  }

  #hasNew(): boolean {
    return this.#roles.some((role, at) => role === 'new' && this.#text(at) !== '');
  }

  /** The next line from `at` on that is not empty, or the number of lines. */
  #nextWritten(at: number): number {
    let next = at;
    while (next < this.#lines.length && this.#text(next) === '') next += 1;
    return next;
  }

  #isQuoted(at: number): boolean {
    return Boolean(this.#lines[at]?.quote);
  }

  /** Marks the old mail that no line marks, and returns where it begins. */
  #findOldMail(): number {
    let end = this.#lines.length;
    for (let at = 0; at < this.#lines.length; at += 1) {
      const line = this.#lines[at];
      if (line?.part === 'old mail') {
        this.#roles[at] = 'old mail';
        continue;
      }
      // A forwarded mail is there to be read, with all that follows.
      if (!line?.quote && isForwardedLine(this.#text(at))) return this.#lines.length;
      if (this.#beginsOldMail(at)) {
        this.#roles.fill('old mail', at);
        end = at;
        break;
      }
    }
    if (end < this.#lines.length) this.#foldFrameAbove(end);
    return end;
  }

  #beginsOldMail(at: number): boolean {
    const line = this.#lines[at];
    const text = this.#text(at);
    if (line?.begins === 'surely') return true;
    if (line?.begins === 'perhaps' && this.#isHeadNear(at)) return true;
    if (text === '' || line?.quote) return false;
    if (text.includes(answerAboveMark) || isOriginalMessage(text)) return true;
    if (headLength(this.#texts, at, this.#subject) > 0) return true;
    if (line?.part === 'announcement') return false;
    const lines = announcesUnmarked(text)
      ? 1
      : beginsAnnouncement(text) && announcesUnmarked(`${text} ${this.#text(at + 1)}`)
        ? 2
        : 0;
    if (lines === 0) return false;
    const below = this.#nextWritten(at + lines);
    return below < this.#lines.length && !this.#isQuoted(below) && this.#lines[below]?.part !== 'old mail';
  }

  /** Whether one of the next written lines begins an old mail beyond doubt. */
  #isHeadNear(from: number): boolean {
    for (let at = from, seen = 0; at < this.#lines.length && seen < 4; at += 1) {
      if (this.#text(at) === '') continue;
      seen += 1;
      if (this.#lines[at]?.begins === 'surely') return true;
      if (isOriginalMessage(this.#text(at)) || announces(this.#text(at))) return true;
      if (headLength(this.#texts, at, '') > 0) return true;
    }
    return false;
  }

  /** Folds rules and an announcement right above old text. */
  #foldFrameAbove(at: number): void {
    let above = at - 1;
    while (above >= 0 && (this.#text(above) === '' || isRule(this.#text(above)))) above -= 1;
    const isOurMark = this.#text(at).includes(answerAboveMark);
    let from = this.#announcementAbove(above + 1);
    // The line above our mark announces the quotation in wordings we may not know.
    if (from > above && isOurMark && above > 0 && this.#text(above).length <= 200 && /[:：]$/.test(this.#text(above)))
      from = above;
    this.#roles.fill('frame', Math.min(from, above + 1), at);
  }

  /** Returns the start of the announcement that ends right before `end`; `end` if there is none. */
  #announcementAbove(end: number): number {
    let last = end - 1;
    while (last >= 0 && this.#text(last) === '') last -= 1;
    for (let from = last; from >= 0 && from > last - 3; from -= 1) {
      const text = this.#text(from);
      if (text === '' || this.#isQuoted(from) || this.#roles[from] !== 'new') break;
      const joined = this.#texts.slice(from, last + 1).join(' ');
      if (!announces(joined)) continue;
      // A wrapped one begins on the line above.
      return from > 0 && from > last - 2 && beginsAnnouncement(this.#text(from - 1)) ? from - 1 : from;
    }
    return end;
  }

  /** Marks quoted lines above `end`, and their announcements. */
  #findQuotations(end: number): void {
    /** True after an announcement, which marked lines belong to. */
    let isAnnounced = false;
    const unsure: number[] = [];
    for (let at = 0; at < end; at += 1) {
      const line = this.#lines[at];
      if (line?.part === 'announcement') {
        this.#roles[at] = 'frame';
        if (this.#text(at) !== '') isAnnounced = true;
      }
      if (!line?.quote || this.#roles[at] !== 'new') continue;
      if (at === 0 || !this.#isQuoted(at - 1)) {
        const from = this.#announcementAbove(at);
        if (from < at) {
          isAnnounced = true;
          this.#roles.fill('frame', from, at);
        }
      }
      if (line.quote === 'surely' || isAnnounced) this.#roles[at] = 'quoted';
      else unsure.push(at);
    }
    this.#decideUnsure(unsure);
  }

  /** Decides on lines marked as quotations without an announcement: the author's own, or of the answered mail. */
  #decideUnsure(unsure: readonly number[]): void {
    if (unsure.length === 0) return;
    const lastNew = this.#roles.findLastIndex((role, at) => role === 'new' && this.#isShown(at) && !this.#isQuoted(at));
    const last = unsure.filter((at) => at > lastNew);
    if (last.length === 0) return;
    // At the end a program has appended them, unless the author introduces them.
    if (lastNew >= 0 && /[:：]$/.test(this.#text(lastNew))) return;
    for (const at of last) this.#roles[at] = 'quoted';
  }

  #isShown(at: number): boolean {
    const text = this.#text(at);
    return text !== '' && !isDeviceLine(text) && this.#lines[at]?.part !== 'signature';
  }

  /** Folds signatures at the end of each run of new lines, as long as something else is new. */
  #foldSignatures(): void {
    for (let at = 0; at < this.#lines.length; ) {
      if (this.#roles[at] !== 'new') {
        at += 1;
        continue;
      }
      let end = at;
      while (end < this.#lines.length && this.#roles[end] === 'new') end += 1;
      this.#foldSignature(at, end);
      at = end;
    }
  }

  #foldSignature(start: number, end: number): void {
    for (let at = start; at < end; at += 1) if (this.#lines[at]?.part === 'signature') this.#foldNamed(at, end);
    let last = end - 1;
    // Phones add their lines at the end, each on its own.
    for (let seen = 0; last >= start && seen < 3; last -= 1) {
      const text = this.#text(last);
      if (text === '' || this.#roles[last] === 'signature') continue;
      const joined = `${this.#text(last - 1)} ${text}`;
      if (isDeviceLine(text)) this.#roles[last] = 'signature';
      else if (isRule(text) && this.#roles.slice(last, end).includes('signature')) this.#roles[last] = 'signature';
      else if (last > start && isDeviceLine(joined)) this.#roles.fill('signature', last - 1, last + 1);
      else break;
      seen += 1;
    }
    this.#foldMarked(start, last + 1);
  }

  /** Folds the lines below `-- `. */
  #foldMarked(start: number, end: number): void {
    const isMark = (at: number): boolean => /^-- ?$/.test(this.#lines[at]?.text ?? '');
    const marks: number[] = [];
    for (let at = start; at < end; at += 1) if (isMark(at)) marks.push(at);
    const at = marks.at(-1);
    if (at === undefined) return;
    const isSure = this.#lines[at]?.text === '-- ';
    const isBelowQuotation = isSure && this.#roles.lastIndexOf('quoted', at) >= 0;
    if (!isBelowQuotation && !this.#isTextBetween(0, at)) return;
    if (!isSure && marks.length > 1) return;
    const below = this.#texts.slice(at + 1, end).filter((text) => text !== '');
    const isLong = below.length > (isSure ? 15 : 6);
    if (isLong || (!isSure && below.some((text) => text.length > 80 || /[?？:：]$/.test(text)))) return;
    this.#foldUntilPostscript(at, end);
  }

  /** Folds one line of a signature that the HTML names; one that people type into is shown when it holds sentences. */
  #foldNamed(at: number, end: number): void {
    if (at > 0 && this.#lines[at - 1]?.part === 'signature') return;
    let below = at;
    while (below < end && (this.#lines[below]?.part === 'signature' || this.#text(below) === '')) below += 1;
    const texts = this.#texts.slice(at, below);
    if (texts.length > 25 || texts.some((text) => text.length < 300 && /[?？]$/.test(text))) return;
    this.#foldUntilPostscript(at, below);
  }

  #foldUntilPostscript(from: number, end: number): void {
    const postscript = this.#texts.findIndex((text, at) => at >= from && at < end && isPostscript(text));
    this.#roles.fill('signature', from, postscript < 0 ? end : postscript);
  }

  #isTextBetween(start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (this.#roles[at] === 'new' && this.#text(at) !== '') return true;
    return false;
  }

  /** Shows text written into or below an old mail without marks on its lines. */
  #findAnswersInOldMail(body: readonly number[], isNothingNew: boolean): void {
    const written = body.filter((at) => this.#text(at) !== '');
    const coloured = written.filter((at) => this.#lines[at]?.isColoured);
    if (coloured.length > 0 && coloured.length < written.length) {
      for (const at of coloured) this.#roles[at] = 'new';
      return;
    }
    const isAnnounced = announcesAnswersBelow(
      this.#texts.filter((text, at) => this.#roles[at] === 'new' && text !== '').join('\n'),
    );
    if (isNothingNew || isAnnounced) for (const at of body) this.#roles[at] = 'new';
  }

  /** The lines of an old mail below its head, up to the next older mail. Marks the head. */
  #bodyOfOldMail(): number[] {
    const body: number[] = [];
    const start = this.#roles.indexOf('old mail');
    let isAtHead = true;
    for (let at = start; start >= 0 && at < this.#lines.length && this.#roles[at] === 'old mail'; ) {
      const head = this.#frameLength(at, isAtHead);
      if (head > 0 && !isAtHead) break;
      if (head > 0) {
        this.#roles.fill('frame', at, at + head);
        at += head;
        continue;
      }
      if (this.#text(at) !== '') isAtHead = false;
      body.push(at);
      at += 1;
    }
    return body;
  }

  #frameLength(at: number, isAtHead: boolean): number {
    const text = this.#text(at);
    if (text === '') return 0;
    const head = headLength(this.#texts, at, '');
    if (head > 0) return head;
    if (isOriginalMessage(text)) return 1;
    if (isAtHead && (text.includes(answerAboveMark) || isRule(text) || announces(text))) return 1;
    if (announcesUnmarked(text)) return 1;
    if (!beginsAnnouncement(text)) return 0;
    return announcesUnmarked(`${text} ${this.#text(at + 1)}`) ? 2 : 0;
  }

  /** Keeps the line above each answer that is between old lines. */
  #keepContext(): void {
    const written = [...this.#roles.keys()].filter((at) => this.#text(at) !== '' && this.#roles[at] !== 'signature');
    const isOld = (at: number | undefined): boolean =>
      at !== undefined && (this.#roles[at] === 'quoted' || this.#roles[at] === 'old mail');
    const answers = written.filter((at, index) => this.#roles[at] === 'new' && isOld(written[index - 1]));
    const lastOld = written.findLast(isOld) ?? -1;
    // A single answer below the whole quotation needs no context.
    if (answers.every((at) => at > lastOld) && answers.length < 2) return;
    for (const at of answers) {
      let above = at - 1;
      while (above >= 0 && this.#text(above) === '') above -= 1;
      while (above > 0 && isOld(above) && /^>?$/.test(this.#text(above))) above -= 1;
      for (let shown = 0; shown < 2 && above >= 0 && isOld(above); shown += 1, above -= 1) {
        if (/^>?$/.test(this.#text(above)) || /^>\s?>/.test(this.#text(above))) break;
        this.#roles[above] = 'context';
        if (this.#lines[above]?.quote === null) break;
      }
    }
  }
}
