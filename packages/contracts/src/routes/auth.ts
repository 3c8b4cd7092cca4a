import * as Type from 'typebox';
import { emailMaxLength, nameMaxLength, passwordMaxLength, passwordMinLength } from '../users/limits.ts';
import { route } from '../route.ts';
import { Id, Name, NoContent, Strict, unseen } from '../schema.ts';
import { SecondStep, SignedInUser } from '../users/sign-in.ts';

export const Email = Type.String({ format: 'email', maxLength: emailMaxLength, examples: ['ada@example.com'] });
export const UserName = Name({ maxLength: nameMaxLength });
export const NewPassword = Type.String({
  minLength: passwordMinLength,
  maxLength: passwordMaxLength,
  examples: ['correct horse battery'],
});
export const accountTag = { name: 'Account', description: 'Signing in and out, registering, and who is signed in.' };
const tag = accountTag;

/** A service to sign in by, as the sign-in page shows it. */
export const SignInProvider = Type.Object({ id: Id, name: Type.String() });
export type SignInProvider = Type.Static<typeof SignInProvider>;

export const currentUser = route({
  method: 'GET',
  path: '/api/user',
  access: 'anyone',
  teamNetwork: true,
  tag,
  summary: 'Get the signed-in user; 401 when signed out',
  accepts: ['session', 'apiKey'],
  refusals: ['signed_out', 'key_refused'],
  responses: { 200: SignedInUser },
});

export const registration = route({
  method: 'GET',
  path: '/api/registration',
  access: 'anyone',
  teamNetwork: true,
  tag,
  summary: 'Get what the sign-in page needs: whether the next account is the first one, which becomes admin',
  responses: {
    200: Type.Object({
      isFirst: Type.Boolean(),
      /** Whether links to a new password can be mailed. */
      mailsPasswordLinks: Type.Boolean(),
      /** Services to sign in by, by name. */
      providers: Type.Array(SignInProvider),
      /** False if users sign in with identity providers only. */
      passwords: Type.Boolean(),
    }),
  },
});

export const login = route({
  method: 'POST',
  path: '/api/login',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Sign in; 202 when a second step is required before the user is signed in',
  refusals: ['wrong_credentials'],
  body: Strict({
    email: Type.String({ minLength: 1, maxLength: emailMaxLength, examples: ['ada@example.com'] }),
    password: Type.String({ minLength: 1, maxLength: passwordMaxLength }),
  }),
  responses: { 200: SignedInUser, 202: SecondStep },
});

export const register = route({
  method: 'POST',
  path: '/api/register',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Register; the first account becomes admin, later ones may need an invitation',
  refusals: ['invitation_required', 'conflict'],
  body: Strict({
    email: Email,
    password: NewPassword,
    name: UserName,
    username: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: `^[^\\s@/${unseen}]+$`,
      examples: ['ada'],
    }),
    invitation: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: { 201: SignedInUser },
});

export const logout = route({
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Sign out; also succeeds when signed out. Returns the provider’s sign-out address, if there is one',
  accepts: ['none', 'session'],
  responses: {
    200: Type.Object({ url: Type.String() }),
    204: NoContent,
  },
});
