import type { FieldError } from '@parley/contracts/problems';

/** A refused call. Its message is `"{status}: {detail}"` (docs/product.md#calls); toasts show `detail`. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly detail: string;
  /** The problem's code, when the answer was a problem document. */
  readonly code: string | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    detail: string,
    more: { code?: string | undefined; fields?: readonly FieldError[]; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(`${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.code = more.code;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.path === 'string' && typeof value.message === 'string';

/** Reads a refusal: a problem document's detail, otherwise the body's text, otherwise the status text. */
export async function callErrorFrom(response: Response): Promise<CallError> {
  const text = await response.text();
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (isObject(body) && typeof body.detail === 'string')
    return new CallError(response.status, body.detail, {
      code: typeof body.code === 'string' ? body.code : undefined,
      fields: Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
      retryAfterSeconds,
    });
  return new CallError(response.status, text || response.statusText, { retryAfterSeconds });
}

/** What to tell a person about a failure: the server's own words, or that it could not be reached or did not answer. */
export function wordsOf(error: unknown): string {
  if (error instanceof CallError) {
    const fields = error.fields.map((field) => field.message).filter((message) => !error.detail.includes(message));
    return [error.detail, ...fields].join(' ');
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The server did not answer in time. Check your connection and try again.';
  if (error instanceof TypeError) return 'The server cannot be reached. Check your connection and try again.';
  return error instanceof Error ? error.message : String(error);
}
