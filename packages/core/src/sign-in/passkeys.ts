/**
 * Handles passkeys (WebAuthn). An authenticator signs our challenge, which is valid for one answer and one purpose, and
 * the page's address, which must be this installation's.
 */
import { randomBytes } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import type { PasskeyAnswer, PasskeyCreated, PasskeyCreation, PasskeyRequest } from '@parley/contracts/users/passkeys';
import {
  findPasskey,
  listPasskeys,
  type NewPasskey,
  type StoredPasskey,
  usePasskey,
} from '@parley/db/sign-in/second-factors';
import { keys } from '@parley/service/redis';
import type { User } from '@parley/contracts/entities';
import type { Context } from '../context.ts';
import { wrongCode } from './wrong-code.ts';

/**
 * Purpose of a challenge: signing in, with the user unknown yet; every other one belongs to one session of one user.
 */
export type PasskeyPurpose =
  | { kind: 'sign-in' }
  | { kind: 'second-step' | 'step-up' | 'register'; userId: string; sessionId: string };

type PasskeyContext = Pick<Context, 'db' | 'redis' | 'prefix' | 'publicUrl'>;

/** Contains readers of every kind of certificate, a seventh of the API's start time: loaded with the first passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** Time for a phone to be found. */
const timeoutMs = 5 * 60_000;

const challengeKey = ({ prefix }: Pick<Context, 'prefix'>, challenge: string): string =>
  keys(prefix).key('passkey-challenge', challenge);
const nameOf = (purpose: PasskeyPurpose): string =>
  purpose.kind === 'sign-in' ? purpose.kind : `${purpose.kind} ${purpose.userId} ${purpose.sessionId}`;

/** Passkeys belong to the host of the public address and answer to its pages alone. */
function relyingParty({ publicUrl }: Pick<Context, 'publicUrl'>): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(publicUrl);
  return { id, origin };
}

async function newChallenge(context: PasskeyContext, purpose: PasskeyPurpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await context.redis.set(challengeKey(context, challenge), nameOf(purpose), 'PX', timeoutMs);
  return challenge;
}

/** The challenge of an answer, used up. @throws Problem `wrong_code` unless it was given out for this */
async function takeChallenge(context: PasskeyContext, clientData: string, purpose: PasskeyPurpose): Promise<string> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) throw wrongCode();
  const given = await context.redis.getdel(challengeKey(context, challenge));
  if (given !== nameOf(purpose)) throw wrongCode();
  return challenge;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const asCredential = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});

/** Returns the request for the browser. Without a password first, the authenticator must verify its user. */
export async function requestPasskey(context: PasskeyContext, purpose: PasskeyPurpose): Promise<PasskeyRequest> {
  const known = purpose.kind === 'sign-in' ? [] : await listPasskeys(context.db, purpose.userId);
  return {
    challenge: await newChallenge(context, purpose),
    rpId: relyingParty(context).id,
    timeout: timeoutMs,
    userVerification: purpose.kind === 'sign-in' ? 'required' : 'preferred',
    allowCredentials: known.map(asCredential),
  };
}

/**
 * Verifies a passkey's answer and returns the id of its user.
 * @throws Problem `wrong_code` for an answer with another user, purpose or address, or one that was used before
 */
export async function provePasskey(
  context: PasskeyContext,
  answer: PasskeyAnswer,
  purpose: PasskeyPurpose,
): Promise<string> {
  const expectedChallenge = await takeChallenge(context, answer.response.clientDataJSON, purpose);
  const passkey = await findPasskey(context.db, answer.id);
  if (!passkey || (purpose.kind !== 'sign-in' && passkey.userId !== purpose.userId)) throw wrongCode();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { userHandle, ...response } = answer.response;
  // The authenticator's user handle must be that of the passkey's user.
  if (userHandle !== undefined && userHandle !== '' && userHandle !== handleOf(passkey.userId)) throw wrongCode();
  const { verifyAuthenticationResponse } = await webAuthn();
  const proof = await verifyAuthenticationResponse({
    response: { ...withoutExtensions(answer), response },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: purpose.kind === 'sign-in',
  }).catch((cause: unknown) => {
    throw wrongCode(cause);
  });
  if (!proof.verified || !(await usePasskey(context.db, passkey.id, proof.authenticationInfo.newCounter))) {
    throw wrongCode();
  }
  return passkey.userId;
}

/** Returns the options with which an authenticator creates a passkey. */
export async function requestNewPasskey(
  context: PasskeyContext,
  user: User,
  sessionId: string,
): Promise<PasskeyCreation> {
  const present = await listPasskeys(context.db, user.id);
  return {
    challenge: await newChallenge(context, { kind: 'register', userId: user.id, sessionId }),
    rp: { id: relyingParty(context).id, name: 'Parley' },
    user: { id: handleOf(user.id), name: user.email, displayName: user.name },
    // Ed25519, ECDSA and RSA, the best first.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: present.map(asCredential),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
  };
}

/** The passkey that an authenticator has made. @throws Problem `invalid` for one that is not made for this */
export async function readNewPasskey(
  context: PasskeyContext,
  created: PasskeyCreated,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Omit<NewPasskey, 'name'>> {
  const purpose = { kind: 'register', userId, sessionId } as const;
  const expectedChallenge = await takeChallenge(context, created.response.clientDataJSON, purpose);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...withoutExtensions(created), response: created.response },
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
  }).catch((cause: unknown) => {
    throw wrongCode(cause);
  });
  if (!verified) throw wrongCode();
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const { transports } = created.response;
  return { userId, credentialId, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Returns the user's id for an authenticator, which contains nothing personal. */
const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

function withoutExtensions({ id, rawId, type, authenticatorAttachment }: PasskeyAnswer | PasskeyCreated) {
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    ...(authenticatorAttachment && { authenticatorAttachment }),
  };
}

/** @throws Problem `not_configured` where passkeys can't work: browsers give none to an address that is no name */
export function refuseWithoutHost({ publicUrl }: Pick<Context, 'publicUrl'>): void {
  const { hostname, protocol } = new URL(publicUrl);
  const isName = !/^[\d.]+$|:|^\[/.test(hostname);
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  if (!isName || !isSafe)
    throw new Problem('not_configured', `Passkeys need a public address with a name and TLS, not ${publicUrl}.`);
}
