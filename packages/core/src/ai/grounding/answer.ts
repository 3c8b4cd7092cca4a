/** An answer on its way to the customer: each sentence is shown once it has passed the check, and only then. */
import { inTime, readingMs } from '../../processes/limited-time.ts';
import type { CitedSentence } from '../../text/sentences.ts';
import { sentenceStream } from '../../text/sentences.ts';
import { createCheck, type GivenPassage, type CitableSources, type Support, type Verdict } from './check.ts';

export interface PassedSentence<P> {
  text: string;
  by: Support<P>[];
}

export interface CheckedAnswer<P> {
  /** Text that passed the check, as it is sent. */
  text: string;
  sentences: PassedSentence<P>[];
  /** Sentences that failed the check. */
  unsupported: string[];
  /** True if a checked sentence is more than politeness, or nothing was held back. */
  isWorthSending: boolean;
}

export interface AnswerGate<P> {
  /** Takes a piece of the answer; returns the text that may be shown now. */
  push(piece: string): string;
  /** Returns the rest when the model has finished. */
  end(): string;
  readonly answer: CheckedAnswer<P>;
}

type Check<P> = (sentence: CitedSentence) => Verdict<P>;

/** Supports nothing that can't be checked in time: a text made to take long costs its writer the answer. */
function checkWithinTime<P extends GivenPassage>(citable: CitableSources<P>): Check<P> {
  const check = inTime(readingMs, () => createCheck(citable), undefined);
  return (sentence) =>
    (check && inTime(readingMs, () => check(sentence), undefined)) ?? { isSupported: false, why: 'no_source' };
}

/**
 * Checks an answer while it is written. Text after a rejected sentence is no longer shown, only stored. A draft that a
 * person reads before it is sent (`isDraft`) is checked for its facts alone: it may say more than the passages do.
 */
export function answerGate<P extends GivenPassage>(
  citable: CitableSources<P>,
  { isDraft = false } = {},
): AnswerGate<P> {
  const check = checkWithinTime(citable);
  const stream = sentenceStream();
  const passed: PassedSentence<P>[] = [];
  const unsupported: string[] = [];
  let isRelevant = false;

  function judge(sentences: readonly CitedSentence[]): string {
    let shown = '';
    for (const sentence of sentences) {
      const verdict = check(sentence);
      const isForPerson = isDraft && !verdict.isSupported && ['link', 'no_source'].includes(verdict.why);
      if (isForPerson) passed.push({ text: sentence.text, by: [] });
      else if (!verdict.isSupported) unsupported.push(sentence.text.trim());
      else {
        passed.push({ text: sentence.text, by: verdict.by });
        isRelevant ||= verdict.hasContent;
        if (unsupported.length === 0) shown += sentence.text;
      }
    }
    return shown;
  }
  return {
    push: (piece) => judge(stream.push(piece)),
    end: () => judge(stream.end()),
    get answer() {
      const text = passed
        .map((sentence) => sentence.text)
        .join('')
        .trim();
      return {
        text,
        sentences: passed,
        unsupported,
        isWorthSending: text !== '' && (isRelevant || unsupported.length === 0),
      };
    },
  };
}
