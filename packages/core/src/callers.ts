/** Who is asking. Made from a session or a visitor token at the door, never from what a body or frame claims. */
import type { User } from '@parley/contracts/entities';

export interface StaffCaller {
  kind: 'staff';
  user: User;
  sessionId: string;
  /** Where the call came from, for the audit log. */
  address?: string;
}

export interface VisitorCaller {
  kind: 'visitor';
  visitorId: string;
  websiteId: string;
}

export type Caller = StaffCaller | VisitorCaller;
