/** Who is asking. Made from a session or a visitor token at the door, never from what a body or frame claims. */
import type { ApiKey, ApiKeyPermission } from '@parley/contracts/api-keys';
import type { User } from '@parley/contracts/entities';
import type { Rights } from '@parley/contracts/rights';
import type { VisitorIdentity } from '@parley/service/secrets';

export interface StaffCaller {
  kind: 'staff';
  user: User;
  sessionId: string;
  /** What they may do, as the session has it; read where it is needed without. */
  rights?: Rights;
  /** When password, passkey or code of theirs were last right in this session, in epoch milliseconds. */
  provenAt?: number;
  /** Where the call came from, for the audit log. */
  address?: string;
  /** The API key that is used in the place of a browser; `rights` are what it leaves of those of its person. */
  key?: CallingKey;
}

export interface CallingKey {
  id: string;
  kind: ApiKey['kind'];
  name: string;
  permissions: readonly ApiKeyPermission[];
  callsPerMinute: number;
}

/** As their token names them. */
export interface VisitorCaller extends VisitorIdentity {
  kind: 'visitor';
}

export type Caller = StaffCaller | VisitorCaller;
