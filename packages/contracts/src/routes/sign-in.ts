/** Routes of the second sign-in step and of resetting a password. */
import * as Type from 'typebox';
import { emailMaxLength, passwordMaxLength } from '../users/limits.ts';
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
  summary: 'Get what the sign-in in progress still requires',
  responses: { 200: SecondStep },
});

export const finishLogin = route({
  method: 'POST',
  path: '/api/login/second-step',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Finish a sign-in in progress, by code, recovery code or passkey',
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
  summary: 'Get the options for signing with a passkey: for the second step, or to sign in without a password',
  responses: { 200: PasskeyRequest },
});

export const passkeyLogin = route({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Sign in with a passkey, without a password',
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
  summary: 'Mail a single-use password reset link; the answer is the same whether the account exists or not',
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
  summary: 'Set a new password with a reset link; ends all sessions and signs in, including the second step',
  body: Strict({ token: Type.String({ minLength: 1, maxLength: 200 }), newPassword: NewPassword }),
  responses: { 200: SignedInUser, 202: SecondStep },
});

export const makePasswordLink = route({
  method: 'POST',
  path: '/api/users/:id/password-link',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Create a single-use password reset link for a colleague, to be handed over',
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
  summary: 'Prove one’s identity again by password, code or passkey, where `step_up_required` asks for it',
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
  summary: 'Get the address for proving one’s identity by signing in again at the provider of the session',
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
  summary: 'Get the options for proving one’s identity with a passkey',
  responses: { 200: PasskeyRequest },
});
