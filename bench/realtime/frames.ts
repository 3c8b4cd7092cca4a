/** Frame that every contender sends for a message: the same bytes, so that only the gateways differ. */
import type { Conversation, Message } from '@parley/contracts/entities';

export function messageOf(conversationId: string, seq: number, content: string, clientMessageId: string): Message {
  return {
    id: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11',
    conversationId,
    seq,
    content,
    senderType: 'customer',
    senderId: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e12',
    senderName: null,
    messageType: 'text',
    createdAt: new Date().toISOString(),
    clientMessageId,
  };
}

/** The list entry that goes to every representative's inbox. */
export function conversationOf(message: Message): Conversation {
  const { conversationId: id, seq, createdAt } = message;
  return {
    id,
    status: 'active',
    customerEmail: 'customer@example.com',
    customerName: null,
    delivery: 'none',
    createdAt,
    updatedAt: createdAt,
    visitorId: message.senderId,
    websiteId: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e13',
    website: 'localhost',
    pagePath: '/',
    channel: 'widget',
    representative: null,
    assignedRepresentativeId: null,
    isAiAssisted: true,
    lastSeq: seq,
    unreadCount: 1,
    waitingSince: null,
    handOffSummary: null,
    handOffReason: null,
    tagIds: [],
    priority: 'normal',
    rating: 'none',
    isToFollowUp: false,
    isSpam: false,
    snoozedUntil: null,
    wakesOnReply: true,
    customerDeliveredSeq: 0,
    customerReadSeq: 0,
    staffDeliveredSeq: 0,
    staffReadSeq: 0,
    lastMessage: message,
    messages: [],
  };
}

export interface Asked {
  type: 'join_conversation' | 'join_inbox' | 'send_message' | 'ping';
  conversationId: string;
  content: string;
  clientMessageId: string;
}

const seqs = new Map<string, number>();

/** The frames a stored message causes: to its conversation, and to the inbox. */
export function framesOf({ conversationId, content, clientMessageId }: Asked) {
  const seq = (seqs.get(conversationId) ?? 0) + 1;
  seqs.set(conversationId, seq);
  const message = messageOf(conversationId, seq, content, clientMessageId);
  return {
    message,
    toConversation: { type: 'new_message', conversationId, message } as const,
    toInbox: { type: 'conversation_updated', conversation: conversationOf(message) } as const,
  };
}
