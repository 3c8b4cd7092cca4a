import * as absenceRoutes from '@parley/contracts/routes/absences';
import * as shiftRoutes from '@parley/contracts/routes/shifts';
import * as routes from '@parley/contracts/routes/users';
import { addAbsence, deleteAbsence, listAbsences, updateAbsence } from '@parley/core/users/absences';
import { addShift, deleteShift, listShifts, updateShift } from '@parley/core/users/shifts';
import { invite, listInvitations, resendInvitation, revokeInvitation } from '@parley/core/users/invitations';
import {
  changeAccess,
  changePassword,
  listRepresentatives,
  setAvailability,
  updateProfile,
} from '@parley/core/users/users';
import {
  cancelEmailChange,
  confirmEmailChange,
  readEmailChange,
  resendConfirmation,
} from '@parley/core/users/email-change';
import { updateUserRouting } from '@parley/core/users/routing';
import { addressOf, limiterWithHeaders } from '../plugins/rate-limits.ts';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';
import { markDevice } from './session.ts';

export const userRoutes: RegisterRoutes = (app, { context, limiter, sessionCache }) => {
  handleRoute(app, routes.listRepresentatives, async ({ caller }) => listRepresentatives(context, caller));

  handleRoute(app, routes.setAvailability, async ({ params, body, caller }) => {
    const user = await setAvailability(context, caller, params.id, body.status);
    sessionCache.forget(user.id);
    return user;
  });

  handleRoute(app, routes.updateUserRouting, async ({ params, body, caller }) =>
    updateUserRouting(context, caller, params.id, body),
  );

  handleRoute(app, absenceRoutes.listAbsences, async () => listAbsences(context));
  handleRoute(app, absenceRoutes.addAbsence, async ({ params, body, caller, reply }) => {
    const absence = await addAbsence(context, caller, params.id, body);
    reply.code(201);
    return absence;
  });
  handleRoute(app, absenceRoutes.updateAbsence, async ({ params, body, caller }) =>
    updateAbsence(context, caller, params, body),
  );
  handleRoute(app, absenceRoutes.deleteAbsence, async ({ params, caller }) => deleteAbsence(context, caller, params));

  handleRoute(app, shiftRoutes.listShifts, async () => listShifts(context));
  handleRoute(app, shiftRoutes.addShift, async ({ params, body, caller, reply }) => {
    const shift = await addShift(context, caller, params.id, body);
    reply.code(201);
    return shift;
  });
  handleRoute(app, shiftRoutes.updateShift, async ({ params, body, caller }) =>
    updateShift(context, caller, params, body),
  );
  handleRoute(app, shiftRoutes.deleteShift, async ({ params, caller }) => deleteShift(context, caller, params));

  handleRoute(app, routes.updateUser, async ({ params, body, caller, reply }) => {
    const user = await updateProfile(context, caller, limiterWithHeaders(limiter, reply), params.id, body);
    sessionCache.forget(user.id);
    return user;
  });

  handleRoute(app, routes.emailChange, async ({ caller }) => readEmailChange(context, caller));

  handleRoute(app, routes.resendEmailConfirmation, async ({ caller, reply }) =>
    resendConfirmation(context, caller, limiterWithHeaders(limiter, reply)),
  );

  handleRoute(app, routes.cancelEmailChange, async ({ caller }) => cancelEmailChange(context, caller));

  handleRoute(app, routes.confirmEmail, async ({ body, request, reply }) => {
    const { userId, email } = await confirmEmailChange(context, limiterWithHeaders(limiter, reply), {
      token: body.token,
      address: addressOf(request),
    });
    sessionCache.forget(userId);
    return { email };
  });

  handleRoute(app, routes.changePassword, async ({ body, caller, request, reply }) => {
    const account = await changePassword(context, caller, limiterWithHeaders(limiter, reply), body);
    request.session.epoch = account.sessionEpoch;
    markDevice(context, request, reply, account);
    sessionCache.forget(caller.user.id);
  });

  handleRoute(app, routes.changeAccess, async ({ params, body, caller }) => {
    const user = await changeAccess(context, caller, params.id, body);
    sessionCache.forget(user.id);
    return user;
  });

  handleRoute(app, routes.listInvitations, async ({ caller }) => listInvitations(context, caller));
  handleRoute(app, routes.invite, async ({ body, caller }) => invite(context, caller, body ?? {}));
  handleRoute(app, routes.resendInvitation, async ({ params, caller }) => resendInvitation(context, caller, params.id));
  handleRoute(app, routes.revokeInvitation, async ({ params, caller }) => revokeInvitation(context, caller, params.id));
};
