import * as Type from 'typebox';
import { Availability, EmailChangeState, Invitation, Representative, Role, User } from '../entities.ts';
import { languageCodes } from '../text/languages.ts';
import { imageMaxBytes, passwordMaxLength } from '../users/limits.ts';
import { route } from '../route.ts';
import { SendDelay } from '../conversations/scheduled.ts';
import { Capacity, UserLanguages, UserSkills } from '../users/routing.ts';
import { allOptional, expected, Id, IdParam, NoContent, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
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
  summary: 'List the team with its workload',
  responses: { 200: Type.Array(Representative) },
});

export const setAvailability = route({
  method: 'PATCH',
  path: '/api/representatives/:id/status',
  access: 'self',
  permission: 'people.status',
  tag,
  summary: 'Set the status of a user: one’s own, or any with the permission',
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
    'Update name, email, picture, language, formats of dates and times, the delay of messages, the signature, or automatic translation. A new email requires step-up and takes effect once its mailbox has confirmed it',
  refusals: ['conflict', 'step_up_required'],
  params,
  body: Strict(
    {
      profileImageUrl: Type.Optional(Nullable(ImageInput)),
      name: Type.Optional(UserName),
      email: Type.Optional(Email),
      language: Type.Optional(Nullable(OneOf(languageCodes))),
      timeZone: Type.Optional(User.properties.timeZone),
      dateFormat: Type.Optional(User.properties.dateFormat),
      hourFormat: Type.Optional(User.properties.hourFormat),
      sendDelaySeconds: Type.Optional(SendDelay),
      readTranslated: Type.Optional(Type.Boolean()),
      mailSignature: Type.Optional(User.properties.mailSignature),
      currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: passwordMaxLength })),
      ...expected({
        profileImageUrl: User.properties.profileImageUrl,
        name: User.properties.name,
        email: User.properties.email,
        language: User.properties.language,
        timeZone: User.properties.timeZone,
        dateFormat: User.properties.dateFormat,
        hourFormat: User.properties.hourFormat,
        sendDelaySeconds: SendDelay,
        readTranslated: Type.Boolean(),
        mailSignature: User.properties.mailSignature,
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
  summary: 'Get the caller’s unconfirmed new address, and whether the current one is confirmed',
  responses: { 200: EmailChangeState },
});

export const resendEmailConfirmation = route({
  method: 'POST',
  path: '/api/profile/email-change/resend',
  access: 'staff',
  permission: 'signed_in',
  byKey: false,
  tag,
  summary: 'Send the confirmation again, or one for an unconfirmed current address',
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
  summary: 'Discard the unconfirmed address and its link',
  responses: { 204: NoContent },
});

export const confirmEmail = route({
  method: 'POST',
  path: '/api/email-changes/confirm',
  access: 'anyone',
  teamNetwork: true,
  byKey: false,
  tag,
  summary: 'Confirm a sign-in address with the mailed link, once',
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
  summary: 'Change one’s own password; ends all other sessions',
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
  summary: 'Change a role, deactivate or reactivate a user; ends their sessions',
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

const InvitationLink = Type.Object({
  url: Type.String(),
  expiresAt: Timestamp,
  /** Whether it is being mailed; false without an address, or where mail isn't set up. */
  isMailed: Type.Boolean(),
});

export const listInvitations = route({
  method: 'GET',
  path: '/api/invitations',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'List open and used invitations, newest first',
  responses: { 200: Type.Array(Invitation) },
});

export const invite = route({
  method: 'POST',
  path: '/api/invitations',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Create a single-use invitation link, valid for 7 days, and mail it to `email` if mail is set up',
  body: Type.Optional(Strict({ role: Type.Optional(Role), roleId: Type.Optional(Id), email: Type.Optional(Email) })),
  responses: { 201: InvitationLink },
});

export const resendInvitation = route({
  method: 'POST',
  path: '/api/invitations/:id/resend',
  access: 'staff',
  permission: 'access.manage',
  tag,
  summary: 'Replace the link of an open invitation by a new one, and mail it again',
  refusals: ['not_found'],
  params,
  responses: { 200: InvitationLink },
});

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/api/invitations/:id',
  access: 'staff',
  permission: 'access.manage',
  stepUp: false,
  tag,
  summary: 'Revoke an open invitation',
  params,
  responses: { 204: NoContent },
});

export const getImage = route({
  method: 'GET',
  path: '/api/images/:name',
  access: 'anyone',
  tag,
  summary: 'Get a stored picture; it is named by the hash of its content and can be cached forever',
  params: Strict({
    name: Type.String({
      pattern: '^[0-9a-f]{64}\\.(png|jpg|gif|webp)$',
      description: 'The hash of its content, and its kind.',
    }),
  }),
  responses: { 200: Type.Unknown() },
  raw: true,
});

const routingFields = { capacity: Capacity, languages: UserLanguages, skills: UserSkills };

export const updateUserRouting = route({
  method: 'PATCH',
  path: '/api/users/:id/routing',
  access: 'staff',
  permission: 'people.update',
  tag,
  summary: 'Set what a user is assigned automatically: capacity, languages and skills',
  refusals: ['conflict'],
  params,
  body: Strict({ ...allOptional(routingFields), ...expected(routingFields) }, { minProperties: 1 }),
  responses: { 204: NoContent },
});
