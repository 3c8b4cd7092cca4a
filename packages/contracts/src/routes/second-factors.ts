/** Routes to set up second factors, and to list which users have them. */
import * as Type from 'typebox';
import { route } from '../route.ts';
import { Described, Id, IdParam, NoContent, Nullable, Strict } from '../schema.ts';
import { PasskeyCreated, PasskeyCreation } from '../users/passkeys.ts';
import { Passkey, PasskeyName, RecoveryCodes, SecondFactors, TeamFactor } from '../users/second-factors.ts';

const tag = {
  name: 'Second factor',
  description: 'What an account asks for beside its password, and who of the team has that.',
};
const params = Strict({ id: IdParam });
const passkeyParams = Strict({ id: IdParam, passkeyId: Described(Id, 'Which of their passkeys.') });

/** With the first factor come the recovery codes. */
const codes = Nullable(RecoveryCodes.properties.recoveryCodes);

export const getSecondFactors = route({
  method: 'GET',
  path: '/api/users/:id/second-factor',
  access: 'self',
  byKey: false,
  beforeSecondFactor: true,
  tag,
  summary: 'List one’s own second factors',
  params,
  responses: { 200: SecondFactors },
});

export const beginTotp = route({
  method: 'POST',
  path: '/api/users/:id/totp',
  access: 'self',
  byKey: false,
  stepUp: true,
  beforeSecondFactor: true,
  tag,
  summary: 'Start setting up an authenticator app (TOTP): returns its secret as text and as the address for a QR code',
  params,
  responses: { 200: Type.Object({ secret: Type.String(), uri: Type.String() }) },
});

export const confirmTotp = route({
  method: 'POST',
  path: '/api/users/:id/totp/confirm',
  access: 'self',
  byKey: false,
  stepUp: true,
  beforeSecondFactor: true,
  tag,
  summary: 'Finish the setup with the first code; the first factor returns recovery codes. Ends one’s other sessions',
  refusals: ['wrong_code'],
  params,
  body: Strict({ code: Type.String({ minLength: 6, maxLength: 20, examples: ['492039'] }) }),
  responses: { 200: Type.Object({ recoveryCodes: codes }) },
});

export const removeTotp = route({
  method: 'DELETE',
  path: '/api/users/:id/totp',
  access: 'self',
  byKey: false,
  stepUp: true,
  tag,
  summary: 'Remove one’s authenticator app',
  params,
  responses: { 204: NoContent },
});

export const beginPasskey = route({
  method: 'POST',
  path: '/api/users/:id/passkeys/request',
  access: 'self',
  byKey: false,
  stepUp: true,
  beforeSecondFactor: true,
  tag,
  summary: 'Get the options for creating a passkey',
  refusals: ['not_configured'],
  params,
  responses: { 200: PasskeyCreation },
});

export const addPasskey = route({
  method: 'POST',
  path: '/api/users/:id/passkeys',
  access: 'self',
  byKey: false,
  stepUp: true,
  beforeSecondFactor: true,
  tag,
  summary: 'Add a passkey; the first factor returns recovery codes. Ends one’s other sessions',
  refusals: ['wrong_code', 'conflict'],
  params,
  body: Strict({ name: PasskeyName, passkey: PasskeyCreated }),
  responses: { 201: Type.Object({ passkey: Passkey, recoveryCodes: codes }) },
});

export const renamePasskey = route({
  method: 'PATCH',
  path: '/api/users/:id/passkeys/:passkeyId',
  access: 'self',
  byKey: false,
  tag,
  summary: 'Rename a passkey',
  params: passkeyParams,
  body: Strict({ name: PasskeyName }),
  responses: { 200: Passkey },
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/users/:id/passkeys/:passkeyId',
  access: 'self',
  byKey: false,
  stepUp: true,
  tag,
  summary: 'Remove a passkey',
  params: passkeyParams,
  responses: { 204: NoContent },
});

export const makeRecoveryCodes = route({
  method: 'POST',
  path: '/api/users/:id/recovery-codes',
  access: 'self',
  byKey: false,
  stepUp: true,
  tag,
  summary: 'Create ten new recovery codes, which replace the earlier ones',
  refusals: ['conflict'],
  params,
  responses: { 201: RecoveryCodes },
});

export const resetSecondFactor = route({
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'Reset a colleague’s second factors and end their sessions; they are told by mail',
  params,
  responses: { 204: NoContent },
});

export const listTeamFactors = route({
  method: 'GET',
  path: '/api/second-factors',
  access: 'staff',
  permission: 'security.manage',
  tag,
  summary: 'List which users have a second factor, and which have to set one up',
  responses: { 200: Type.Array(TeamFactor) },
});
