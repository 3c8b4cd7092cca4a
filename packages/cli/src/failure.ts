/** Failures, each with the exit code that a script decides by. */
import { ParleyError } from '@parley/sdk';

export const exitCodes = {
  /** The server refused the call, or a check found a fault. */
  refused: 1,
  /** The command line is wrong. */
  usage: 2,
  /** There is no key, or the server doesn't accept it. */
  signedOut: 3,
  /** The server did not answer. */
  unreachable: 4,
} as const;

/** A failure with a sentence for the user of the terminal. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, reason: keyof typeof exitCodes = 'refused') {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

export const usageFailure = (message: string): Failure => new Failure(`${message} See: parley help`, 'usage');

/** Returns what to print of an error, and how the program ends. */
export function failureOf(error: unknown): { message: string; code: string; exitCode: number } {
  if (error instanceof Failure) return { message: error.message, code: 'failed', exitCode: error.exitCode };
  if (!(error instanceof ParleyError)) throw error;
  const { message, code, fields } = error;
  const reason = code === 'unreachable' ? code : error.status === 401 ? 'signedOut' : 'refused';
  const details = fields.filter((field) => !message.includes(field.message));
  const lines = [message, ...details.map((field) => `${field.path}: ${field.message}`)];
  return { message: lines.join('\n'), code, exitCode: exitCodes[reason] };
}
