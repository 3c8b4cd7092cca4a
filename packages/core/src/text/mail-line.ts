/** Line of a mail, with its markup. */
export interface MailLine {
  /** Text as it is shown: a quoted line begins with `>`. */
  text: string;
  /** Whether it is quoted: `perhaps` also covers the writer's own quotations. */
  quote: 'surely' | 'perhaps' | null;
  /** The part of the mail that the HTML names. `old mail` is quoted without a mark on each line. */
  part: 'old mail' | 'announcement' | 'signature' | null;
  /** Whether an old mail begins here that goes on to the end. */
  begins: 'surely' | 'perhaps' | null;
  /** Whether the writer has chosen a colour for it. */
  isColoured: boolean;
}
