import { isObject } from '@parley/contracts/json';
import type { InTheWay } from '@parley/contracts/conversations/activities';
import type { FieldError } from '@parley/contracts/problems';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { ui } from '../i18n/en/ui.ts';
import { locale, translated } from '../i18n/language.ts';
import { fill } from '@parley/contracts/i18n/messages';
import { t, isLocalizedText } from '../i18n/server-text.ts';

/** A refused call. Its message is `"{status}: {detail}"` (docs/product.md#calls); toasts show `detail`. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly detail: string;
  /** The problem's code, when the answer was a problem document. */
  readonly code: string | undefined;
  /** Message key of `detail`. */
  readonly localized: LocalizedText | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** Conflicting change of another user. */
  readonly inTheWay: InTheWay | undefined;

  constructor(
    status: number,
    detail: string,
    more: {
      code?: string | undefined;
      localized?: LocalizedText | undefined;
      fields?: readonly FieldError[];
      retryAfterSeconds?: number | undefined;
      inTheWay?: InTheWay | undefined;
    } = {},
  ) {
    super(`${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.code = more.code;
    this.localized = more.localized;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.inTheWay = more.inTheWay;
  }
}

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) &&
  typeof value.path === 'string' &&
  typeof value.message === 'string' &&
  (value.localized === undefined || isLocalizedText(value.localized));

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
      localized: isLocalizedText(body.localized) ? body.localized : undefined,
      fields: Array.isArray(body.errors) ? body.errors.filter(isFieldError) : [],
      retryAfterSeconds,
      inTheWay: isObject(body.inTheWay) ? body.inTheWay : undefined,
    });
  return new CallError(response.status, text || response.statusText, { retryAfterSeconds });
}

/** Returns a refusal in the dashboard's language if its code has a text, otherwise the server's English one. */
export function refusalWords(code: string | undefined, detail: string, retryAfterSeconds = 1): string {
  const message = translated('problems')?.[code ?? ''];
  return message === undefined ? detail : fill(message, { count: retryAfterSeconds }, locale());
}

const fieldWords = ({ message, localized }: FieldError): string => t(localized, message);

/** Returns the error of one field of a refused form, by its whole path or the end of it. */
export function faultOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const found = error.fields.find(
    ({ path }) => path === field || path.endsWith(`.${field}`) || path.endsWith(`/${field}`),
  );
  return found && fieldWords(found);
}

/** Returns the message for a failure: why it was refused, or that the server could not be reached or did not answer. */
export function wordsOf(error: unknown): string {
  if (error instanceof CallError) {
    const { detail, fields } = error;
    const others = fields.filter(({ message }) => !detail.includes(message)).map(fieldWords);
    // A field's error is part of the detail, behind the field's name.
    const reworded = fields.reduce((text, field) => text.replace(field.message, () => fieldWords(field)), detail);
    const words = error.localized
      ? t(error.localized, detail)
      : refusalWords(error.code, reworded, error.retryAfterSeconds);
    return [words, ...others].join(' ');
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return ui('noAnswer');
  if (error instanceof TypeError) return ui('notReached');
  return error instanceof Error ? error.message : String(error);
}

/** Whether what an address names is not there: unknown, or no id at all. */
export const isOfNothing = (error: unknown): boolean =>
  error instanceof CallError && [404, 422, 400].includes(error.status);
