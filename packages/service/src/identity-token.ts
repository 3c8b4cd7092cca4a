/** Verified identity as a token: the website's own server signs who its visitor is, and for how long it says so. */
import { jwtVerify } from 'jose';

export interface IdentityClaims {
  email: string;
  name: string | undefined;
  /** As they were signed: to be checked. */
  attributes: unknown;
}

const clockToleranceSeconds = 60;

/**
 * What a JWT (HS256 with the website's secret) says; undefined for one that is forged, has expired, does not say when it
 * will, or would be good for more than `maxHours`.
 */
export async function verifyIdentityToken(
  secret: string,
  token: string,
  maxHours: number,
): Promise<IdentityClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'email'],
      clockTolerance: clockToleranceSeconds,
    });
    const { email, name, attributes, exp = Infinity } = payload;
    const isTooLong = exp > Date.now() / 1000 + maxHours * 3600 + clockToleranceSeconds;
    if (typeof email !== 'string' || isTooLong) return undefined;
    return { email, name: typeof name === 'string' ? name : undefined, attributes };
  } catch {
    // Forged, expired, or no token at all: nobody is vouched for.
    return undefined;
  }
}
