import { type AuditAction, auditActions } from '@parley/contracts/audit/audit-actions';
import { t } from '../../i18n/server-text.ts';

/** Actions of a later release have no text here yet. */
const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

export const actionName = (action: string): string =>
  isAction(action) ? t({ code: action, values: {} }, auditActions[action]) : action;
