/**
 * Some models think aloud before they answer, between `<think>` and `</think>`, and some servers pass that on as if it
 * were the answer. It is for nobody's eyes: it weighs the rules and the customer in plain words.
 */

const opening = '<think>';
const closing = '</think>';

/** Takes a stream's pieces; answers what of them belongs to the answer, without blanks before it. */
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
