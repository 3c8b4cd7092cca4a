import * as Type from 'typebox';
import { Availability, EmailChangeState, Invitation, Representative, Role, User } from '../entities.ts';
import { languageCodes } from '../text/languages.ts';
import { imageMaxBytes, passwordMaxLength } from '../limits.ts';
import { route } from '../route.ts';
import { SendDelay } from '../conversations/scheduled.ts';
import { expected, Id, IdParam, NoContent, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { Email, NewPassword, UserName } from './auth.ts';

const tag = { name: 'People', description: 'The team: availability, accounts, access, invitations and pictures.' };
const params = Strict({ id: IdParam });
/** Base64 adds a third; the rest is the JSON around it. */
export const imageBodyLimit = Math.ceil((imageMaxBytes * 4) / 3) + 64 * 1024;

/** A data URL as the browser reads it, an address under /api/images/, or nothing. */
export const ImageInput = Type.String({
  maxLength: imageBodyLimit,
  examples: ['data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
});

export const listRepresentatives = route({
  method: 'GET',
  path: '/api/representatives',
  access: 'staff',
  permission: 'signed_in',
  tag,
  summary: 'The team with its workload',
  responses: { 200: Type.Array(Representative) },
});

export const setAvailability = route({
  method: 'PATCH',
  path: '/api/representatives/:id/status',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Set the availability of a user: one’s own, or any as an admin',
  params,
  body: Strict({ status: Availability }),
  responses: { 200: User },
});

export const updateUser = route({
  method: 'PATCH',
  path: '/api/users/:id',
  access: 'self',
  permission: 'people.update',
  byKey: false,
  tag,
  summary:
    'Change name, email, picture, language, how long messages are held back or whether others’ languages are translated; another email asks for a proof of the caller, and one’s own is in effect once its mailbox has confirmed it',
  refusals: ['conflict', 'step_up_required'],
  params,
  body: Strict(
    {
      profileImageUrl: Type.Optional(Nullable(ImageInput)),
      name: Type.Optional(UserName),
      email: Type.Optional(Email),
      language: Type.Optional(Nullable(OneOf(languageCodes))),
      sendDelaySeconds: Type.Optional(SendDelay),
      readTranslated: Type.Optional(Type.Boolean()),
      currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: passwordMaxLength })),
      ...expected({
        profileImageUrl: User.properties.profileImageUrl,
        name: User.properties.name,
        email: User.properties.email,
        language: User.properties.language,
        sendDelaySeconds: SendDelay,
        readTranslated: Type.Boolean(),
      }),
    },
    { minProperties: 1 },
  ),
  bodyLimit: imageBodyLimit,
  responses: { 200: User },
});

export const emailChange = route({
  method: 'GET',
  path: '/api/profile/email-change',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'The address that waits for the caller’s confirmation, and whether their present one has been confirmed',
  responses: { 200: EmailChangeState },
});

export const resendEmailConfirmation = route({
  method: 'POST',
  path: '/api/profile/email-change/resend',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'Mail the confirmation again, or one of the present address where nobody has confirmed that',
  refusals: ['not_found', 'not_configured'],
  responses: { 204: NoContent },
});

export const cancelEmailChange = route({
  method: 'DELETE',
  path: '/api/profile/email-change',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'Forget the address that waits for its confirmation, and end its link',
  responses: { 204: NoContent },
});

export const confirmEmail = route({
  method: 'POST',
  path: '/api/email-changes/confirm',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Confirm a sign-in address by the link that was mailed to it; it works once',
  refusals: ['forbidden', 'conflict'],
  body: Strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  responses: { 200: Type.Object({ email: Type.String() }) },
});

export const changePassword = route({
  method: 'POST',
  path: '/api/users/:id/password',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Change one’s own password; ends every other session',
  params,
  body: Strict({
    currentPassword: Type.String({ minLength: 1, maxLength: passwordMaxLength }),
    newPassword: NewPassword,
  }),
  responses: { 204: NoContent },
});

export const changeAccess = route({
  method: 'PATCH',
  path: '/api/users/:id/access',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Change a role, deactivate or reactivate; ends that user’s sessions',
  refusals: ['conflict'],
  params,
  body: Strict(
    {
      role: Type.Optional(Role),
      /** Any role, those two among them; not together with `role`. */
      roleId: Type.Optional(Id),
      isActive: Type.Optional(Type.Boolean()),
      ...expected({ roleId: Id, isActive: Type.Boolean() }),
    },
    { minProperties: 1 },
  ),
  responses: { 200: User },
});

export const listInvitations = route({
  method: 'GET',
  path: '/api/invitations',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Open and used invitations, newest first',
  responses: { 200: Type.Array(Invitation) },
});

export const invite = route({
  method: 'POST',
  path: '/api/invitations',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Make a single-use invitation link, valid for 7 days',
  body: Type.Optional(Strict({ role: Type.Optional(Role), roleId: Type.Optional(Id) })),
  responses: { 201: Type.Object({ url: Type.String(), expiresAt: Timestamp }) },
});

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/api/invitations/:id',
  access: 'staff',
  permission: 'access.manage',
  stepUp: false,
  tag,
  summary: 'Take an open invitation back',
  params,
  responses: { 204: NoContent },
});

export const getImage = route({
  method: 'GET',
  path: '/api/images/:name',
  access: 'anyone',
  tag,
  summary: 'A stored picture; its name is the hash of its content, so it is cached for ever',
  params: Strict({
    name: Type.String({
      pattern: '^[0-9a-f]{64}\\.(png|jpg|gif|webp)$',
      description: 'The hash of its content, and its kind.',
    }),
  }),
  responses: { 200: Type.Unknown() },
  raw: true,
});
