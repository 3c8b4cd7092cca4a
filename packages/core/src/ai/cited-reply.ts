/** Has the model write an answer with sources: asks once, and once more if a sentence is not supported. */
import { answerGate, type CheckedAnswer } from './grounding/answer.ts';
import type { GivenPassage, CitableSources } from './grounding/check.ts';
import { ModelFailed } from './model.ts';
import { PromptLeak, type ReplyFilter } from './reply-filter.ts';
import type { Run } from './run.ts';

export interface CitedReply<P> {
  /** Not written down yet. */
  run: Run;
  answer: CheckedAnswer<P>;
}

export interface Writing<P extends GivenPassage> {
  citable: CitableSources<P>;
  newFilter: () => ReplyFilter;
  /** Called with the text that the customer may see while it is written: only checked sentences. */
  show: (text: string) => void;
  /** Whether there is time for another attempt. */
  mayAskAgain: () => boolean;
  /** Asks the model; `unsupported` are the sentences of its last answer that did not pass. */
  ask: (unsupported: readonly string[], stop: AbortSignal, onText: (piece: string) => void) => Promise<Run>;
}

/**
 * Returns the answer, with checked sentences only. Unsupported sentences of the first attempt are passed to the model
 * once; those of the second are left out.
 *
 * @throws PromptLeak, and what `ask` does
 */
export async function writeCited<P extends GivenPassage>(writing: Writing<P>): Promise<CitedReply<P>> {
  const first = await attempt(writing, [], writing.show);
  const { unsupported } = first.answer;
  if (unsupported.length === 0 || first.run.answer.toolCall || !writing.mayAskAgain()) return first;
  const second = await attempt(writing, unsupported, () => undefined).catch((error: unknown) => {
    if (error instanceof ModelFailed && first.answer.isWorthSending) return undefined;
    throw error;
  });
  if (!second) return first;
  const isBetter = second.answer.isWorthSending || second.run.answer.toolCall !== null || !first.answer.isWorthSending;
  await (isBetter ? first : second).run.record('unsupported');
  return isBetter ? second : first;
}

async function attempt<P extends GivenPassage>(
  { citable, newFilter, ask }: Writing<P>,
  unsupported: readonly string[],
  show: (text: string) => void,
): Promise<CitedReply<P>> {
  const filter = newFilter();
  const gate = answerGate(citable);
  const stop = new AbortController();
  let leak: PromptLeak | undefined;
  const run = await ask(unsupported, stop.signal, (piece) => {
    try {
      show(gate.push(filter.push(piece)));
    } catch (error) {
      if (!(error instanceof PromptLeak)) throw error;
      leak = error;
      stop.abort(error);
    }
  });
  if (leak) throw leak;
  show(gate.push(filter.end()));
  show(gate.end());
  return { run, answer: gate.answer };
}
