/** What asks for a proof again is called again once it was given. One dialog asks, for all calls that wait. */
import { CallError } from './call-error.ts';

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Says who asks people; answers how to stop. */
export function askWith(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Calls; where a proof is asked for, has it asked, and calls once more. Without one, the refusal stands. */
export async function provenIfAsked<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isAsked = error instanceof CallError && error.code === 'step_up_required';
    if (!isAsked || !(await ask?.())) throw error;
    return attempt();
  }
}
