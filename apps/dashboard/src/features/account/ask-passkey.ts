/** Asking the browser for passkeys. The library comes when somebody uses one. */
import type { PasskeyAnswer, PasskeyCreated, PasskeyCreation, PasskeyRequest } from '@parley/contracts/passkeys';
import { accessWords } from '../../i18n/en/access.ts';

/** Whether this browser has any. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

const library = () => import('@simplewebauthn/browser');

/** Whoever closes the browser's own dialog is told in our words, not in its. */
const unused = (cause: unknown): Error => new Error(accessWords('passkeyUnused'), { cause });

/** Has a passkey sign what the server asks. @throws Error in words for people */
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

/** Has an authenticator make a passkey. @throws Error in words for people */
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

/** Where it is, in one of the two words of the standard. */
function attachment(value: string | null | undefined): Pick<PasskeyAnswer, 'authenticatorAttachment'> {
  if (value === 'platform') return { authenticatorAttachment: 'platform' };
  return value === 'cross-platform' ? { authenticatorAttachment: 'cross-platform' } : {};
}
