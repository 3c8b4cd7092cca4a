/** Calls that need a new proof of identity are repeated after it. One dialog asks, for all calls that wait. */
import { CallError } from './call-error.ts';

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Sets the dialog that asks users; returns the function that removes it. */
export function askWith(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

/** Calls; if a proof is required, asks for it and calls once more. Without a proof it throws the refusal. */
export async function provenIfAsked<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const isAsked = error instanceof CallError && error.code === 'step_up_required';
    if (!isAsked || !(await ask?.())) throw error;
    return attempt();
  }
}
