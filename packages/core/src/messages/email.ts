/** Decides what is stored of an email beside the message that was made of it. */
import type { NewMessageEmail } from '@parley/db/mail/message-emails';

/** An email as it arrived. */
export interface ArrivedEmail {
  /** The whole text, earlier messages included. */
  text: string;
  /** The end of the text is missing. */
  isCut: boolean;
  /** Lines of the text that the message leaves out, `from` up to, and without, `until`. */
  folded: { from: number; until: number } | null;
  /** The lines left out are the writer's signature. */
  isSignature: boolean;
  /** The HTML half, safe to be shown. */
  html: {
    html: string;
    isRich: boolean;
    hasRemotePictures: boolean;
    trackingPixels: number;
    isCut: boolean;
  } | null;
}

/**
 * Returns the email to store; undefined if the message contains everything. `text` is its whole text without the codes
 * that prove an identity, and `isShortened` is true if the message's own text was cut.
 */
export function emailToStore(email: ArrivedEmail, text: string, isShortened: boolean): NewMessageEmail | undefined {
  const folded = isShortened ? { from: 0, until: text.split('\n').length } : email.folded;
  // In the HTML a code may be split by tags.
  const html = text === email.text ? email.html : null;
  if (folded === null && html === null) return undefined;
  return {
    text,
    foldedFrom: folded?.from ?? null,
    foldedUntil: folded?.until ?? null,
    isSignature: !isShortened && email.isSignature,
    html: html?.html ?? null,
    isRich: html?.isRich ?? false,
    hasRemotePictures: html?.hasRemotePictures ?? false,
    trackingPixels: html?.trackingPixels ?? 0,
    isCut: email.isCut || (html?.isCut ?? false),
  };
}
