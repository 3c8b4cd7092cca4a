import type { Conversation } from '@parley/contracts/entities';
import { conversation as example } from '@parley/contracts/examples';

/** A conversation of nobody in particular, but for what is said of it. */
export const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  ...example,
  id,
  customerEmail: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  visitorId: null,
  websiteId: null,
  website: null,
  pagePath: null,
  representative: null,
  assignedRepresentativeId: null,
  isAiAssisted: true,
  lastSeq: 1,
  lastActivityNo: 0,
  customerDeliveredSeq: 0,
  staffDeliveredSeq: 0,
  staffReadSeq: 0,
  customerReadSeq: 0,
  lastMessage: null,
  ...more,
});
