/** Every way a call or a frame can be refused, by code. Bodies are RFC 9457 problem details. */
import * as Type from 'typebox';
import { InTheWay } from './conversations/activities.ts';
import { englishOf, localizedOf } from './i18n/server-texts.ts';
import { LocalizedText, type Text } from './i18n/localized-text.ts';
import { Nullable } from './schema.ts';

export const problems = {
  malformed: { status: 400, title: 'Malformed request' },
  signed_out: { status: 401, title: 'Signed out' },
  wrong_credentials: { status: 401, title: 'Wrong email or password' },
  key_refused: { status: 401, title: 'API key refused' },
  wrong_code: { status: 401, title: 'Wrong code' },
  blocked: { status: 403, title: 'Blocked' },
  forbidden: { status: 403, title: 'Not allowed' },
  second_factor_required: { status: 403, title: 'Second factor required' },
  step_up_required: { status: 403, title: 'Confirm your identity' },
  invitation_required: { status: 403, title: 'Invitation required' },
  network_not_allowed: { status: 403, title: 'Network not allowed' },
  session_required: { status: 403, title: 'Not available to API keys' },
  website_not_allowed: { status: 403, title: 'Website not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request took too long' },
  conflict: { status: 409, title: 'Conflict' },
  already_taken: { status: 409, title: 'Already taken over' },
  call_in_progress: { status: 409, title: 'Already in progress' },
  call_outcome_unknown: { status: 409, title: 'Outcome unknown' },
  conversation_closed: { status: 409, title: 'Conversation is closed' },
  attributes_missing: { status: 409, title: 'Required before closing' },
  conversation_moved: { status: 409, title: 'Answered in the meantime' },
  reply_window_closed: { status: 409, title: 'Too late to reply' },
  too_large: { status: 413, title: 'Too large' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  unsupported_type: { status: 415, title: 'Unsupported type' },
  invalid: { status: 422, title: 'Invalid' },
  blank_left: { status: 422, title: 'Blank not filled in' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key already used' },
  not_configured: { status: 422, title: 'Not configured' },
  // Not 502: monitoring of this service would count it as its fault. RFC 4918, section 11.4.
  other_side_failed: { status: 424, title: 'External service failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const;

export type ProblemCode = keyof typeof problems;

/** Codes of `error` frames: those of refused calls and one of the socket's own. */
export type ErrorCode = ProblemCode | 'unknown_type';
export const errorCodes: readonly ErrorCode[] = [...(Object.keys(problems) as ProblemCode[]), 'unknown_type'];

/** A refused field: `path` as in `smtpPort` or `monday.start`; `said` is the message key for `message`. */
export const FieldError = Type.Object({
  path: Type.String(),
  message: Type.String(),
  localized: Type.Optional(LocalizedText),
});
export type FieldError = Type.Static<typeof FieldError>;

/** A field, and what is wrong with it. */
export function fieldError(path: string, words: Text): FieldError {
  const localized = localizedOf(words);
  return { path, message: englishOf(words), ...(localized && { localized }) };
}

/** The body of every answer that is not a success, as `application/problem+json`. */
export const ProblemDetails = Type.Object(
  {
    type: Type.String({ examples: ['urn:parley:problem:not_found'] }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    /** Message key for `detail`; absent for texts that are not localized. */
    localized: Type.Optional(LocalizedText),
    code: Type.String(),
    errors: Type.Optional(Type.Array(FieldError)),
    /** Conflicting change, if another user's change was first. */
    inTheWay: Type.Optional(InTheWay),
    requestId: Type.Optional(Nullable(Type.String())),
  },
  { $id: 'Problem' },
);
export type ProblemDetails = Type.Static<typeof ProblemDetails>;

export interface ProblemOptions {
  errors?: FieldError[];
  /** With `rate_limited` and `unavailable`: when to try again. */
  retryAfterSeconds?: number;
  /** Conflicting change of another user; for staff only. */
  inTheWay?: InTheWay | undefined;
  cause?: unknown;
  /** English with more detail than the text has in other languages. */
  english?: string | undefined;
}

/**
 * A refusal with a code, thrown where a rule is broken and translated once per entry point: to problem details by the
 * API, to an `error` frame by the gateway. `detail` is a sentence for the caller; it never contains internals.
 *
 * @example throw new Problem('already_taken', `${winner.name} has taken over this conversation.`)
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly localized: LocalizedText | undefined;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly inTheWay: InTheWay | undefined;

  constructor(code: ProblemCode, detail: Text, options: ProblemOptions = {}) {
    super(options.english ?? englishOf(detail), { cause: options.cause });
    this.localized = localizedOf(detail);
    this.code = code;
    this.status = problems[code].status;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.inTheWay = options.inTheWay;
  }

  /** Text that the problem was created with, with its message key. */
  get words(): Text {
    return this.localized ?? this.message;
  }
}

/** Creates a refusal because of one field, with the error of that field. */
export const fieldProblem = (code: ProblemCode, path: string, words: Text, cause?: unknown): Problem =>
  new Problem(code, words, { errors: [fieldError(path, words)], cause });

/** Returns the response body of a refusal. */
export function problemDetails(problem: Problem, requestId?: string | null): ProblemDetails {
  return {
    type: `urn:parley:problem:${problem.code}`,
    title: problems[problem.code].title,
    status: problem.status,
    detail: problem.message,
    ...(problem.localized && { localized: problem.localized }),
    code: problem.code,
    ...(problem.errors ? { errors: problem.errors } : {}),
    ...(problem.inTheWay ? { inTheWay: problem.inTheWay } : {}),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
