/** Who is asking. Made from a session or a visitor token at the door, never from what a body or frame claims. */
import type { User } from '@parley/contracts/entities';
import type { VisitorIdentity } from '@parley/service/secrets';

export interface StaffCaller {
  kind: 'staff';
  user: User;
  sessionId: string;
  /** When password, passkey or code of theirs were last right in this session, in epoch milliseconds. */
  provenAt?: number;
  /** Where the call came from, for the audit log. */
  address?: string;
}

/** As their token names them. */
export interface VisitorCaller extends VisitorIdentity {
  kind: 'visitor';
}

export type Caller = StaffCaller | VisitorCaller;
