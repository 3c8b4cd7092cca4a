import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { teamWords } from '../../i18n/en/team.ts';
import { rolesWords } from '../../i18n/en/roles.ts';

/** Returns a role's name: the team's own, or for built-in roles that of the dashboard's language. */
export function roleName({ builtIn, name }: Pick<RoleBundle, 'builtIn' | 'name'>): string {
  if (builtIn === null) return name;
  return builtIn === 'admin' || builtIn === 'representative' ? teamWords(builtIn) : rolesWords(names[builtIn]);
}

const names = { lead: 'lead', light: 'light', auditor: 'auditor' } as const;

const hints = {
  admin: 'adminHint',
  representative: 'representativeHint',
  lead: 'leadHint',
  light: 'lightHint',
  auditor: 'auditorHint',
} as const;

/** Returns the purpose of a built-in role. */
export const roleHint = ({ builtIn }: Pick<RoleBundle, 'builtIn'>): string | undefined =>
  builtIn === null ? undefined : rolesWords(hints[builtIn]);

const scopeKeys = { everything: 'everything', teams: 'ofTeams', mine: 'mine' } as const;

/** Returns the conversations of a scope, in words. */
export const scopeName = (scope: RoleBundle['scope']): string => rolesWords(scopeKeys[scope]);
