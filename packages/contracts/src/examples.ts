/** Data of the one conversation in the examples of the frames. */
import type { Attachment } from './messages/attachments.ts';
import type { Activity } from './conversations/activities.ts';
import type { Batch } from './conversations/bulk.ts';
import type { Conversation, Message, User } from './entities.ts';
import type { Notification } from './notifications/notification.ts';
import type { VisitorConversation } from './visitors/widget.ts';

export const ids = {
  conversation: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11',
  visitor: '01960d2c-4be0-7d02-8c1f-6a9b3e5d2f40',
  contact: '01960d2c-4be0-7d02-8c1f-7b2c4d6e8f51',
  website: '01960a11-0c52-7b9e-a3d4-91c7e0f8b265',
  representative: '01960a10-7f3e-7a68-b0c9-5d2e8f41a37c',
  sentByVisitor: '7b7e1c5e-3f0a-4a63-9d52-0f1e2d3c4b5a',
  sentByStaff: '2f1d8a90-6c47-4e0b-8b1e-93a5c7d60e12',
} as const;

export const question: Message = {
  id: '01960d2c-5f3b-7e10-8a2d-3c4b5a69788f',
  conversationId: ids.conversation,
  seq: 1,
  content: 'Hello, is the blue one in stock?',
  senderType: 'customer',
  senderId: ids.visitor,
  senderName: null,
  messageType: 'text',
  createdAt: '2026-11-21T09:30:00.000Z',
  clientMessageId: ids.sentByVisitor,
};

export const answer: Message = {
  id: '01960d2c-9a41-7f2c-9b3e-4d5c6b7a8990',
  conversationId: ids.conversation,
  seq: 2,
  content: 'Yes, three of them.',
  senderType: 'representative',
  senderId: ids.representative,
  senderName: 'Ada Byron',
  messageType: 'text',
  createdAt: '2026-11-21T09:30:15.000Z',
  clientMessageId: ids.sentByStaff,
};

export const attachment: Attachment = {
  id: '01960d2c-4e1f-7b30-8c42-9d0e1f2a3b4c',
  state: 'ready',
  reason: null,
  name: 'screenshot.png',
  type: 'image/png',
  kind: 'picture',
  size: 48_211,
  width: 1440,
  height: 900,
  alt: 'The error message',
  thumbnails: { small: { width: 320, height: 200 }, large: { width: 1280, height: 800 } },
};

export const representative: User = {
  id: ids.representative,
  name: 'Ada Byron',
  email: 'ada@example.com',
  username: 'ada',
  role: 'admin',
  status: 'online',
  profileImageUrl: null,
  language: null,
  timeZone: null,
  dateFormat: null,
  hourFormat: null,
  sendDelaySeconds: 0,
  readTranslated: false,
  mailSignature: '',
  createdAt: '2026-11-01T08:00:00.000Z',
};

/** Taken over and answered. */
export const conversation: Conversation = {
  id: ids.conversation,
  status: 'active',
  customerEmail: 'customer@example.com',
  customerName: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:15.000Z',
  visitorId: ids.visitor,
  websiteId: ids.website,
  website: 'shop.example.com',
  channel: 'widget',
  pagePath: '/pricing',
  representative: 'Ada Byron',
  assignedRepresentativeId: ids.representative,
  isAiAssisted: false,
  lastSeq: 2,
  lastActivityNo: 1,
  unreadCount: 0,
  waitingSince: null,
  handOffSummary: null,
  handOffReason: null,
  tagIds: [],
  delivery: 'none',
  priority: 'normal',
  rating: 'none',
  isToFollowUp: false,
  isSpam: false,
  snoozedUntil: null,
  wakesOnReply: true,
  customerDeliveredSeq: 1,
  customerReadSeq: 1,
  staffDeliveredSeq: 2,
  staffReadSeq: 2,
  lastMessage: answer,
  messages: [],
};

/** The visitor's view of `conversation`. */
export const visitorConversation: VisitorConversation = {
  id: ids.conversation,
  status: 'active',
  isAiAssisted: false,
  representative: { id: ids.representative, name: 'Ada Byron', profileImageUrl: null },
  lastSeq: 2,
  staffDeliveredSeq: 2,
  staffReadSeq: 2,
  customerReadSeq: 1,
  customerEmail: 'customer@example.com',
  messages: [],
};

export const takenOver: Activity = {
  conversationId: ids.conversation,
  activityNo: 1,
  afterSeq: 1,
  kind: 'taken_over',
  cause: { by: 'representative', userId: ids.representative },
  actorName: 'Ada Byron',
  before: { assignedRepresentativeId: null, representative: null, isAiAssisted: true },
  after: { assignedRepresentativeId: ids.representative, representative: 'Ada Byron', isAiAssisted: false },
  body: null,
  note: null,
  batchId: null,
  undoOf: null,
  createdAt: '2026-11-21T09:30:10.000Z',
};

export const noted: Activity = {
  ...takenOver,
  activityNo: 2,
  afterSeq: 2,
  kind: 'noted',
  before: {},
  after: {},
  body: '@Grace Hopper do we have more of these?',
  note: { activityNo: 2, editedAt: null, mentions: ['01960a10-8a51-7c20-9d3e-6b1f4e2a90d7'] },
  createdAt: '2026-11-21T09:31:00.000Z',
};

/** Batch over 312 conversations, one of them closed already. */
export const batch: Batch = {
  id: '01960d2e-1c20-7d11-b0a4-7e6f5d4c3b2a',
  actorId: ids.representative,
  commands: [{ type: 'close' }],
  undoOf: null,
  isUndo: false,
  status: 'done',
  total: 312,
  changed: 311,
  unchanged: 0,
  refused: 1,
  refusals: [
    {
      conversationId: ids.conversation,
      customer: 'customer@example.com',
      reason: 'This conversation is closed.',
      localized: { code: 'is_closed', values: {} },
    },
  ],
  createdAt: '2026-11-21T09:32:00.000Z',
  finishedAt: '2026-11-21T09:32:04.000Z',
};

export const notification: Notification = {
  id: '01960d2c-9a41-7f2c-9b3e-5e6f7a8b9c0d',
  kind: 'message',
  conversationId: ids.conversation,
  subjectId: null,
  count: 1,
  actor: null,
  customer: { name: 'Jane Doe', email: 'jane@example.com', visitorId: ids.visitor },
  excerpt: question.content,
  details: {},
  activityNo: null,
  seq: 1,
  firstAt: '2026-11-21T09:30:00.000Z',
  lastAt: '2026-11-21T09:30:00.000Z',
  seenAt: null,
  readAt: null,
};
