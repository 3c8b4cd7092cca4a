/** Routes of the second sign-in step and of resetting a password. */
import * as Type from 'typebox';
import { emailMaxLength, passwordMaxLength } from '../limits.ts';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict, Timestamp } from '../schema.ts';
import { PasskeyAnswer, PasskeyRequest } from '../users/passkeys.ts';
import { Proof } from '../users/second-factors.ts';
import { SecondStep, SignedInUser } from '../users/sign-in.ts';
import { NewPassword } from './auth.ts';
import { accountTag } from './auth.ts';

const tag = accountTag;

export const secondStep = route({
  method: 'GET',
  path: '/api/login/second-step',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'What the sign-in that was begun here still asks for',
  responses: { 200: SecondStep },
});

export const finishLogin = route({
  method: 'POST',
  path: '/api/login/second-step',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Finish a sign-in that was begun, by code, recovery code or passkey',
  refusals: ['signed_out', 'wrong_code'],
  body: Proof,
  responses: { 200: SignedInUser },
});

export const passkeyRequest = route({
  method: 'POST',
  path: '/api/login/passkey-request',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'What to ask a passkey to sign: for the second step that was begun, or to sign in without a password',
  responses: { 200: PasskeyRequest },
});

export const passkeyLogin = route({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Sign in by passkey, without a password',
  refusals: ['wrong_code'],
  body: PasskeyAnswer,
  responses: { 200: SignedInUser },
});

export const requestPasswordLink = route({
  method: 'POST',
  path: '/api/password-links',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Have a single-use link to a new password mailed; answered the same whether there is such an account or not',
  body: Strict({ email: Type.String({ minLength: 1, maxLength: emailMaxLength, examples: ['ada@example.com'] }) }),
  responses: { 204: NoContent },
});

export const setForgottenPassword = route({
  method: 'POST',
  path: '/api/password-links/use',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Set a new password by such a link; ends every session and signs in, second step included',
  body: Strict({ token: Type.String({ minLength: 1, maxLength: 200 }), newPassword: NewPassword }),
  responses: { 200: SignedInUser, 202: SecondStep },
});

export const makePasswordLink = route({
  method: 'POST',
  path: '/api/users/:id/password-link',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Make a single-use link to a new password for a colleague, to be handed over',
  params: Strict({ id: IdParam }),
  responses: { 201: Type.Object({ url: Type.String(), expiresAt: Timestamp }) },
});

export const stepUp = route({
  method: 'POST',
  path: '/api/step-up',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  beforeSecondFactor: true,
  tag,
  summary: 'Prove again who is signed in, by password, code or passkey, for what asks for it (`step_up_required`)',
  refusals: ['wrong_code'],
  body: Type.Union([
    Strict({ password: Type.String({ minLength: 1, maxLength: passwordMaxLength }) }),
    Strict({ code: Type.String({ minLength: 6, maxLength: 20, examples: ['492039'] }) }),
    Strict({ passkey: PasskeyAnswer }),
  ]),
  responses: { 204: NoContent },
});

export const stepUpAtProvider = route({
  method: 'POST',
  path: '/api/step-up/provider',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  beforeSecondFactor: true,
  tag,
  summary: 'Where to prove again who is signed in by signing in again, at the service that the session began at',
  refusals: ['not_found', 'other_side_failed'],
  responses: { 200: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }) },
});

export const stepUpPasskeyRequest = route({
  method: 'POST',
  path: '/api/step-up/passkey-request',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  beforeSecondFactor: true,
  tag,
  summary: 'What to ask a passkey to sign, to prove again who is signed in',
  responses: { 200: PasskeyRequest },
});
