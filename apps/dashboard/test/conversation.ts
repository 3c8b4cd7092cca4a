import type { Conversation } from '@parley/contracts/entities';

/** A conversation of nobody in particular, but for what is said of it. */
export const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  status: 'active',
  customerEmail: null,
  customerName: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  visitorId: null,
  websiteId: null,
  website: null,
  channel: 'widget',
  representative: null,
  assignedRepresentativeId: null,
  isAiAssisted: true,
  lastSeq: 1,
  unreadCount: 0,
  waitingSince: null,
  handOffReason: null,
  customerDeliveredSeq: 0,
  customerReadSeq: 0,
  staffDeliveredSeq: 0,
  staffReadSeq: 0,
  lastMessage: null,
  messages: [],
  ...more,
});
