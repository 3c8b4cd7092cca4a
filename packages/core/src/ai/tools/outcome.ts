/** How a call ends, whatever it was made by. */
import type { ToolProblem } from '@parley/contracts/assistant/tools';
import { OutboundError, type OutboundCode } from '@parley/service/outbound-errors';

export interface ToolAnswer {
  /** Part of the answer that the model may see. */
  text: string;
  responseStatus: number | null;
  /** The chosen part of the answer as it came, secrets included. */
  value: unknown;
}

/** A call without a result. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
  readonly problem: ToolProblem;
  readonly responseStatus: number | null;
  /** True if the other side may have done it all the same. */
  readonly mayBeDone: boolean;

  constructor(
    problem: ToolProblem,
    message: string,
    { responseStatus = null, mayBeDone = false }: { responseStatus?: number | null; mayBeDone?: boolean } = {},
  ) {
    super(message);
    this.problem = problem;
    this.responseStatus = responseStatus;
    this.mayBeDone = mayBeDone;
  }
}

const problems: Record<OutboundCode, ToolProblem> = {
  refused: 'refused',
  timeout: 'timeout',
  too_large: 'too_large',
  too_many_redirects: 'redirected',
  unreachable: 'unreachable',
};

/** Converts any failure of a call; an unknown one may have been accepted. */
export function asToolFailed(error: unknown): ToolFailed {
  if (error instanceof ToolFailed) return error;
  if (error instanceof OutboundError)
    return new ToolFailed(problems[error.code], error.message, { mayBeDone: !error.neverArrived });
  return new ToolFailed('unreachable', 'The call failed.', { mayBeDone: true });
}
