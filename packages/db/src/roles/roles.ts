/** Roles as they are stored. */
import { builtInPermissions, permissions, type Permission } from '@parley/contracts/permissions/permissions';
import type { Scope } from '@parley/contracts/permissions/rights';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { type Selectable, sql } from 'kysely';
import { type Database, isForeignKeyViolation, isUniqueViolation } from '../database.ts';
import type { RolesTable } from '../tables/users.ts';

type RoleRow = Omit<Selectable<RolesTable>, 'createdAt'>;
const columns = ['id', 'name', 'builtIn', 'permissions', 'scope', 'updatedAt'] as const;

const toRole = ({ updatedAt, ...row }: RoleRow): RoleBundle => ({
  ...row,
  permissions: row.builtIn
    ? [...builtInPermissions[row.builtIn]]
    : permissions.filter((each) => row.permissions.includes(each)),
  updatedAt: updatedAt.toISOString(),
});

/** Returns the built-in roles first, then the others by name. */
export async function listRoles(db: Database): Promise<RoleBundle[]> {
  const rows = await db
    .selectFrom('roles')
    .select(columns)
    .orderBy(sql`built_in is null`)
    .orderBy(sql`case when built_in is not null then id end`)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toRole);
}

/** Undefined when unknown. In a transaction it is locked until the end. */
export async function findRole(db: Database, id: string): Promise<RoleBundle | undefined> {
  const query = db.selectFrom('roles').select(columns).where('id', '=', id);
  const row = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst();
  return row && toRole(row);
}

interface RoleFields {
  name: string;
  permissions: readonly Permission[];
  scope: Scope;
}

/** Adds a role while there are fewer than `max` of the installation's own. */
export async function insertRole(
  db: Database,
  { name, permissions: given, scope, max }: RoleFields & { max: number },
): Promise<RoleBundle | 'taken' | 'full'> {
  const row = await db
    .insertInto('roles')
    .columns(['name', 'permissions', 'scope'])
    .expression(
      sql`select ${name}::text, ${[...given]}::text[], ${scope}::text
        where (select count(*) from roles where built_in is null) < ${max}`,
    )
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' ? row : row ? toRole(row) : 'full';
}

/** Changes one of the installation's own; undefined when there is none. */
export async function updateRole(
  db: Database,
  id: string,
  { permissions: given, ...change }: Partial<RoleFields>,
): Promise<RoleBundle | 'taken' | undefined> {
  const row = await db
    .updateTable('roles')
    .set({ ...change, ...(given && { permissions: [...given] }), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('builtIn', 'is', null)
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' ? row : row && toRole(row);
}

/** Removes a custom role; returns `in_use` while any user has it. */
export async function deleteRole(db: Database, id: string): Promise<'deleted' | 'in_use' | undefined> {
  try {
    const { numDeletedRows } = await db
      .deleteFrom('roles')
      .where('id', '=', id)
      .where('builtIn', 'is', null)
      .executeTakeFirst();
    return numDeletedRows > 0n ? 'deleted' : undefined;
  } catch (error) {
    if (isForeignKeyViolation(error)) return 'in_use';
    throw error;
  }
}

function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'roles_name')) return 'taken';
  throw error;
}
