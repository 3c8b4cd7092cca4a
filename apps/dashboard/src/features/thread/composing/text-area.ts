/** The text area that a reply is written in until something is formatted. */

export const growsByItself = CSS.supports('field-sizing', 'content');

/** For browsers with text areas that do not grow by themselves. */
export function growToContent(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}

/** Text areas in which a word is being composed, as Japanese is typed. */
const composing = new WeakSet<HTMLTextAreaElement>();

export const beginComposing = (area: HTMLTextAreaElement): void => void composing.add(area);
export const endComposing = (area: HTMLTextAreaElement): void => void composing.delete(area);

/** Resolves once no word is being composed in the field any more: taking the field away would lose it. */
export const composed = (area: HTMLTextAreaElement): Promise<void> =>
  new Promise((resolve) => {
    if (!composing.has(area)) resolve();
    else area.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });
