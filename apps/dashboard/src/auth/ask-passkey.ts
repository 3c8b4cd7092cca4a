/** Requests passkeys from the browser. The library loads at the first use. */
import type { PasskeyAnswer, PasskeyCreated, PasskeyCreation, PasskeyRequest } from '@parley/contracts/users/passkeys';
import { accessWords } from '../i18n/en/access.ts';

/** Whether this browser has any. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

const library = () => import('@simplewebauthn/browser');

/** Replaces the browser's error after its own dialog is closed with a message of the dashboard. */
const unused = (cause: unknown): Error => new Error(accessWords('passkeyUnused'), { cause });

/**
 * Signs the server's request with a passkey.
 *
 * @throws Error with a message for the user
 */
export async function askPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  const { id, rawId, type, response, authenticatorAttachment } = await startAuthentication({
    optionsJSON: request,
  }).catch((cause: unknown) => {
    throw unused(cause);
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    ...attachment(authenticatorAttachment),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
}

/**
 * Creates a passkey with an authenticator.
 *
 * @throws Error with a message for the user
 */
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyCreated> {
  const { startRegistration } = await library();
  const { id, rawId, type, response, authenticatorAttachment } = await startRegistration({
    optionsJSON: creation,
  }).catch((cause: unknown) => {
    throw unused(cause);
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type,
    ...attachment(authenticatorAttachment),
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Returns the authenticator's place in one of the two words of the standard. */
function attachment(value: string | null | undefined): Pick<PasskeyAnswer, 'authenticatorAttachment'> {
  if (value === 'platform') return { authenticatorAttachment: 'platform' };
  return value === 'cross-platform' ? { authenticatorAttachment: 'cross-platform' } : {};
}
