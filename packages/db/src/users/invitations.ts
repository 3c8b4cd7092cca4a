import type { Invitation, Role } from '@parley/contracts/entities';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { InvitationsTable } from '../tables/users.ts';

export interface NewInvitation {
  /** Hash of the token in the link: the token itself is stored nowhere. */
  tokenHash: string;
  role: Role;
  roleId?: string | null;
  /** Address that it is mailed to. */
  email?: string | null;
  createdBy: string;
  expiresAt: Date;
}

/** Stores an invitation by the hash of its link and returns its id. */
export async function insertInvitation(db: Database, invitation: NewInvitation): Promise<string> {
  const { id } = await db.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The newest invitations that were not taken back, used ones included. */
export async function listInvitations(db: Database, limit = 100): Promise<Invitation[]> {
  const { rows } = await sql<
    Pick<
      Selectable<InvitationsTable>,
      'id' | 'role' | 'roleId' | 'email' | 'mailedAt' | 'createdAt' | 'expiresAt' | 'usedAt'
    > & {
      name: string | null;
      usedBy: string | null;
    }
  >`
    select invitations.id, invitations.role, invitations.role_id, invitations.email, mailed_at, invitations.created_at, expires_at, used_at, users.name,
      coalesce(takers.name, takers.username) as used_by
    from invitations left join users on users.id = invitations.created_by
    left join users takers on takers.id = invitations.used_by
    where revoked_at is null
    order by invitations.id desc limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    ...(row.roleId !== null && { roleId: row.roleId }),
    email: row.email,
    mailedAt: row.mailedAt?.toISOString() ?? null,
    createdBy: row.name,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
    usedBy: row.usedBy,
  }));
}

/**
 * Uses up an invitation: of two registrations with the same link only one succeeds. Returns the role it grants;
 * undefined when it is unknown, used, expired or revoked. Must run in one transaction with `insertUser` (then
 * `markInvitationUsedBy`).
 */
export async function useInvitation(
  db: Database,
  tokenHash: string,
): Promise<{ id: string; role: Role; roleId: string | null } | undefined> {
  return db
    .updateTable('invitations')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['id', 'role', 'roleId'])
    .executeTakeFirst();
}

/** Records who registered with an invitation. */
export async function markInvitationUsedBy(db: Database, id: string, userId: string): Promise<void> {
  await db.updateTable('invitations').set({ usedBy: userId }).where('id', '=', id).execute();
}

/** Gives an open invitation a new link, for which the previous one ends; undefined if there is no such invitation. */
export async function renewInvitation(
  db: Database,
  id: string,
  { tokenHash, expiresAt, createdBy }: Pick<NewInvitation, 'tokenHash' | 'expiresAt' | 'createdBy'>,
): Promise<{ role: Role; roleId: string | null; email: string | null } | undefined> {
  return db
    .updateTable('invitations')
    .set({ tokenHash, expiresAt, createdBy, mailedAt: null })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning(['role', 'roleId', 'email'])
    .executeTakeFirst();
}

/** Returns the address that an open invitation with this link is mailed to; undefined if there is none. */
export async function addressOfInvitation(db: Database, id: string, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.email ?? undefined;
}

/** Records that an invitation was mailed with this link. */
export async function markInvitationMailed(db: Database, id: string, tokenHash: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ mailedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** False when there is no such open invitation. */
export async function revokeInvitation(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes every open invitation that a user created. */
export async function revokeInvitationsOf(db: Database, createdBy: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ revokedAt: sql<Date>`now()` })
    .where('createdBy', '=', createdBy)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
}
