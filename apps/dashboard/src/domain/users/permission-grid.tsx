import { Box, SimpleGrid, Stack } from '@chakra-ui/react';
import {
  type Permission,
  permissionGroups,
  type PermissionGroup,
  wholeInstallation,
} from '@parley/contracts/permissions/permissions';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { permissionWords } from './permission-words.ts';
import { SwitchField } from '../../ui/fields.tsx';

const groupKeys = {
  conversations: 'groupConversations',
  contacts: 'groupContacts',
  content: 'groupContent',
  reports: 'groupReports',
  installation: 'groupInstallation',
  people: 'groupUsers',
} as const satisfies Record<PermissionGroup, string>;

const nothing: ReadonlySet<Permission> = new Set();

interface PermissionGridProps {
  chosen: readonly Permission[];
  /** Whether they are about every conversation: without it some are worth nothing. */
  isWhole: boolean;
  /** Permissions that are not offered at all. */
  without?: ReadonlySet<Permission>;
  /** Left out if they are only shown. */
  onChange?: ((chosen: Permission[]) => void) | undefined;
  /** Whether a permission can be changed; all of them by default. */
  isChangeable?: (permission: Permission) => boolean;
}

/** Shows every permission in words, by group. Users cannot grant what they do not have. */
export function PermissionGrid({
  chosen,
  isWhole,
  without = nothing,
  onChange,
  isChangeable = () => true,
}: PermissionGridProps) {
  const me = useMe();
  const groups = Object.entries(permissionGroups) as [PermissionGroup, readonly Permission[]][];
  return (
    <Stack gap="4">
      {groups.map(([group, permissions]) => (
        <Box as="fieldset" key={group}>
          <Box as="legend" textStyle="xs" fontWeight="600" color="fg.muted" mb="2">
            {rolesWords(groupKeys[group])}
          </Box>
          <SimpleGrid columns={{ base: 1, md: 2 }} columnGap="8" rowGap="2.5">
            {permissions.map((permission) => {
              if (without.has(permission)) return null;
              const isBeyond = !isWhole && wholeInstallation.has(permission);
              return (
                <SwitchField
                  key={permission}
                  label={permissionWords(permission)}
                  hint={isBeyond && onChange ? rolesWords('needsEverything') : undefined}
                  checked={chosen.includes(permission) && !isBeyond}
                  disabled={!onChange || isBeyond || !isChangeable(permission) || !mayAlways(me, permission)}
                  onChange={(isOn) =>
                    onChange?.(isOn ? [...chosen, permission] : chosen.filter((each) => each !== permission))
                  }
                />
              );
            })}
          </SimpleGrid>
        </Box>
      ))}
    </Stack>
  );
}
