/**
 * Removes the reasoning of models that think aloud between `<think>` and `</think>`, if their server passes it on as
 * part of the answer. It must not be shown: it discusses the rules and the customer openly.
 */

const opening = '<think>';
const closing = '</think>';

/** Takes a stream's pieces; returns the part that belongs to the answer, without blanks before it. */
export function stripReasoning(): (piece: string) => string {
  let state: 'start' | 'thinking' | 'thought' | 'answering' = 'start';
  let held = '';
  return (piece) => {
    if (state === 'answering') return piece;
    held = (held + piece).trimStart();
    if (state === 'start') {
      if (held.length < opening.length && opening.startsWith(held)) return '';
      state = held.startsWith(opening) ? 'thinking' : 'answering';
    }
    if (state === 'thinking') {
      const end = held.indexOf(closing);
      if (end < 0) return '';
      held = held.slice(end + closing.length).trimStart();
      state = 'thought';
    }
    if (held !== '') state = 'answering';
    return held;
  };
}
