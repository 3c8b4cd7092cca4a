import * as routes from '@parley/contracts/routes/people';
import { invite, listInvitations, revokeInvitation } from '@parley/core/people/invitations';
import {
  changeAccess,
  changePassword,
  listRepresentatives,
  setAvailability,
  updateProfile,
} from '@parley/core/people/users';
import { tellingLimiter } from '../plugins/rate-limits.ts';
import { handle } from '../register.ts';
import type { RegisterRoutes } from '../routes.ts';
import { markDevice } from './session.ts';

export const peopleRoutes: RegisterRoutes = (app, { context, limiter, recogniser }) => {
  handle(app, routes.listRepresentatives, async ({ caller }) => listRepresentatives(context, caller));

  handle(app, routes.setAvailability, async ({ params, body, caller }) => {
    const user = await setAvailability(context, caller, params.id, body.status);
    recogniser.forget(user.id);
    return user;
  });

  handle(app, routes.updateUser, async ({ params, body, caller, reply }) => {
    const user = await updateProfile(context, tellingLimiter(limiter, reply), caller, params.id, body);
    recogniser.forget(user.id);
    return user;
  });

  handle(app, routes.changePassword, async ({ body, caller, request, reply }) => {
    const account = await changePassword(context, tellingLimiter(limiter, reply), caller, body);
    request.session.epoch = account.sessionEpoch;
    markDevice(context, request, reply, account);
    recogniser.forget(caller.user.id);
  });

  handle(app, routes.changeAccess, async ({ params, body, caller }) => {
    const user = await changeAccess(context, caller, params.id, body);
    recogniser.forget(user.id);
    return user;
  });

  handle(app, routes.listInvitations, async () => listInvitations(context));
  handle(app, routes.invite, async ({ body, caller }) => invite(context, caller, body?.role ?? 'representative'));
  handle(app, routes.revokeInvitation, async ({ params, caller }) => revokeInvitation(context, caller, params.id));
};
