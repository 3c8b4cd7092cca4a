/** Identity of a caller. It comes from a session or a visitor token at the entry point, never from a body or frame. */
import type { ApiKey, ApiKeyPermission } from '@parley/contracts/users/api-keys';
import type { User } from '@parley/contracts/entities';
import type { Rights } from '@parley/contracts/permissions/rights';
import type { VisitorIdentity } from '@parley/service/secrets';

/** The session of callers who have none: of tasks that run later. */
export const noSession = 'none';

export interface StaffCaller {
  kind: 'staff';
  user: User;
  /** The session's id, `noSession`, or one made of the API key's id. */
  sessionId: string;
  /** Rights as the session has them; read from the database if undefined. */
  rights?: Rights;
  /** When password, passkey or code of theirs were last right in this session, in epoch milliseconds. */
  provenAt?: number;
  /** IP address of the call, for the audit log. */
  address?: string;
  /** API key used instead of a browser; `rights` are then limited to the key's. */
  key?: CallingKey;
}

export interface CallingKey {
  id: string;
  kind: ApiKey['kind'];
  name: string;
  permissions: readonly ApiKeyPermission[];
  callsPerMinute: number;
}

/** Visitor as identified by their token. */
export interface VisitorCaller extends VisitorIdentity {
  kind: 'visitor';
}

export type Caller = StaffCaller | VisitorCaller;
