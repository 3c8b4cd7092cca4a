/** Verified identity as a token: the website's own server signs who its visitor is, and for how long it says so. */
import { createVerifier } from 'fast-jwt';

export interface IdentityClaims {
  email: string;
  name: string | undefined;
  /** The customer's id in the website's own system. As it was signed, like what follows: to be checked. */
  sub: unknown;
  phone: unknown;
  attributes: unknown;
}

const clockToleranceSeconds = 60;

/**
 * Returns the claims of a JWT (HS256 with the website's secret); undefined if it is forged or expired, has no expiry,
 * or is valid for more than `maxHours`.
 */
export function verifyIdentityToken(secret: string, token: string, maxHours: number): IdentityClaims | undefined {
  const verify = createVerifier<string>({
    key: secret,
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'email'],
    clockTolerance: clockToleranceSeconds * 1000,
  });
  try {
    const { email, name, sub, phone, attributes, exp }: Record<string, unknown> = verify(token);
    const isTooLong = typeof exp !== 'number' || exp > Date.now() / 1000 + maxHours * 3600 + clockToleranceSeconds;
    if (typeof email !== 'string' || isTooLong) return undefined;
    return { email, name: typeof name === 'string' ? name : undefined, sub, phone, attributes };
  } catch {
    // Forged, expired, or no token at all: nobody is vouched for.
    return undefined;
  }
}
