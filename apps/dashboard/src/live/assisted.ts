import type { Conversation } from '@parley/contracts/entities';

/** Whether the assistant answers in it: not while it waits for a representative, and not once it is closed. */
export const isAnsweredByAssistant = (
  { isAiAssisted, status }: Pick<Conversation, 'isAiAssisted' | 'status'>,
  assistantIsOn: boolean,
): boolean => assistantIsOn && isAiAssisted && status === 'active';
