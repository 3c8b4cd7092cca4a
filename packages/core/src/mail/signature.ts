/** Chooses the signature of a reply by mail and fills in its variables. */
import { fillTemplate, markdownValues, type ReplyValues } from '@parley/contracts/messages/reply-template';
import { readRichText, wordsOf } from '@parley/contracts/text/rich-text';

export interface SignatureInput {
  /** Signature of the representative who wrote last; empty for none. */
  own: string;
  /** Signature of the mailbox. */
  mailbox: string;
  values: ReplyValues;
  /** Text above it. */
  written: string;
}

/**
 * Returns the signature as Markdown: the representative's own, else that of the mailbox; empty where the text above ends
 * with it already, because its writer typed it.
 */
export function signatureFor({ own, mailbox, values, written }: SignatureInput): string {
  const template = own.trim() === '' ? mailbox : own;
  const signature = filledSignature(template, values);
  const letters = lettersOf(wordsOf(readRichText(signature)));
  return letters !== '' && lettersOf(written).endsWith(letters) ? '' : signature;
}

/** Fills in the variables; unknown ones leave nothing. Values are text, whatever signs of Markdown they have. */
export const filledSignature = (template: string, values: ReplyValues): string =>
  fillTemplate(template, markdownValues(values))
    .replaceAll(/\{\{\?[^{}\n]{1,300}\}\}/g, '')
    .trim();

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

/** Returns the signature, or another text in Markdown, as a part of a mail; none for an empty one. */
export const signaturePart = (signature: string): { text: string; markdown: string }[] =>
  signature.trim() === '' ? [] : [{ text: wordsOf(readRichText(signature)), markdown: signature }];
