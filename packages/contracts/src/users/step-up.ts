/** Calls that need a recent proof of identity: the one list for `authorise`, the settings and OpenAPI. */
import { forUsersOnly, type Permission } from '../permissions/permissions.ts';
import type { Route } from '../route.ts';
import type { SettingsSection } from '../settings/settings.ts';
import { stepUpMinutes } from './limits.ts';

/** Every call that changes something and needs one of these asks for a proof, unless its route declares otherwise. */
const provenPermissions: ReadonlySet<Permission> = new Set<Permission>([
  ...forUsersOnly,
  'tools.manage',
  'webhooks.manage',
  'privacy.manage',
  'conversations.delete_all',
  'data.import',
]);

/** Names the proof, for the descriptions of routes. */
export const recentProof = `a proof of who calls that is at most ${stepUpMinutes} minutes old`;

/** Whether a route asks for a proof. */
export function asksForProof({ method, permission, stepUp }: Pick<Route, 'method' | 'permission' | 'stepUp'>): boolean {
  if (stepUp !== undefined) return stepUp;
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead && permission !== undefined && permission !== 'signed_in' && provenPermissions.has(permission);
}

/**
 * Sections of the settings that change only with a proof and never through an API key. Single fields elsewhere
 * are `Guarded`.
 */
export const provenSections: readonly SettingsSection[] = [
  'securityConfig',
  'signInConfig',
  'dataConfig',
  'representativesMay',
  'auditConfig',
  'networkConfig',
  'mailOauthConfig',
];
