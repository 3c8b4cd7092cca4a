import { type AuditAction, auditActions } from '@parley/contracts/audit-actions';
import { inWords } from '../../i18n/said.ts';

/** One of a later release has no words here yet. */
const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

/** What was done, in words. */
export const actionName = (action: string): string =>
  isAction(action) ? inWords({ code: action, values: {} }, auditActions[action]) : action;
