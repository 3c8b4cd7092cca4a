/** What asks for a recent proof of who calls: the one list, from which `authorise`, the settings and OpenAPI derive it. */
import { forPeopleAlone, type Permission } from './permissions.ts';
import type { Route } from './route.ts';
import type { SettingsSection } from './settings.ts';

/** Every call that changes something and needs one of these asks for a proof, unless its route declares otherwise. */
const provenPermissions: ReadonlySet<Permission> = new Set<Permission>([
  ...forPeopleAlone,
  'tools.manage',
  'webhooks.manage',
  'privacy.manage',
  'conversations.delete_all',
]);

/** Whether a route asks for a proof. */
export function asksForProof({ method, permission, stepUp }: Pick<Route, 'method' | 'permission' | 'stepUp'>): boolean {
  if (stepUp !== undefined) return stepUp;
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead && permission !== undefined && permission !== 'signed_in' && provenPermissions.has(permission);
}

/**
 * Sections of the settings of which every change asks for a proof and none is made by an API key. Single fields elsewhere
 * are `Guarded`.
 */
export const provenSections: readonly SettingsSection[] = [
  'securityConfig',
  'signInConfig',
  'dataConfig',
  'representativesMay',
  'auditConfig',
  'networkConfig',
];
