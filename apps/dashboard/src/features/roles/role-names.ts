import type { RoleBundle } from '@parley/contracts/roles';
import { teamWords } from '../../i18n/en/team.ts';
import { rolesWords } from '../../i18n/en/roles.ts';

/** As the team calls it: of those that come with the product the language has words. */
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

/** What one that comes with the product is for. */
export const roleHint = ({ builtIn }: Pick<RoleBundle, 'builtIn'>): string | undefined =>
  builtIn === null ? undefined : rolesWords(hints[builtIn]);

const scopeKeys = { everything: 'everything', teams: 'ofTeams', mine: 'mine' } as const;

/** Which conversations somebody with a scope sees. */
export const scopeName = (scope: RoleBundle['scope']): string => rolesWords(scopeKeys[scope]);
