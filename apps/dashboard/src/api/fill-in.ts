/** A call that closes a conversation before it has what its team requires is repeated once that is filled in. */
import { CallError } from './call-error.ts';

type Ask = (conversationId: string, keys: readonly string[]) => Promise<boolean>;

let ask: Ask | undefined;

/** Sets the dialog that asks users; returns the function that removes it. */
export function fillInWith(asking: Ask): () => void {
  ask = asking;
  return () => {
    if (ask === asking) ask = undefined;
  };
}

const prefix = 'attributes.';

/**
 * Calls; if attributes of the conversation are missing, asks for them and calls once more. Throws the refusal if the
 * user leaves them empty.
 */
export async function filledInIfAsked<T>(conversationId: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'attributes_missing') throw error;
    const keys = error.fields.flatMap(({ path }) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));
    if (!(await ask?.(conversationId, keys))) throw error;
    return attempt();
  }
}
