/** How a directory is refused: RFC 7644, section 3.12. */
import type { Problem } from '@parley/contracts/problems';
import { type ScimError, type ScimErrorType, scimSchemas } from '@parley/contracts/users/scim';

/** Refusal in the protocol's format. */
export class ScimProblem extends Error {
  override readonly name = 'ScimProblem';
  readonly status: number;
  readonly scimType: ScimErrorType;

  constructor(scimType: ScimErrorType, detail: string) {
    super(detail);
    this.status = scimType === 'uniqueness' ? 409 : 400;
    this.scimType = scimType;
  }
}

/** The protocol has no 422: an invalid value is a 400. */
const own: Partial<Record<Problem['code'], { status: number; scimType: ScimErrorType }>> = {
  invalid: { status: 400, scimType: 'invalidValue' },
  malformed: { status: 400, scimType: 'invalidSyntax' },
};

/** The status and the body of any refusal. */
export function scimRefusal(refusal: Problem | ScimProblem): { status: number; body: ScimError } {
  const { status, scimType } =
    refusal instanceof Error && 'scimType' in refusal
      ? refusal
      : (own[refusal.code] ?? { status: refusal.status, scimType: undefined });
  return {
    status,
    body: {
      schemas: [scimSchemas.error],
      status: String(status),
      ...(scimType && { scimType }),
      detail: refusal.message,
    },
  };
}
