/** Chat as the visitor sees and uses it; behind it is a live conversation or a preview. */
import type { MessageSource } from '@parley/contracts/assistant/answers';
import type { FollowedState, Typist } from '@parley/client/follow';
import type { LiveState } from '@parley/client/live';
import type { PendingMessage } from '@parley/client/outbox';
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { ConversationStatus } from '@parley/contracts/conversations/conversation-fields';
import type { Message, QuotedMessage, Reaction, SenderType } from '@parley/contracts/entities';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import type { Visitor } from './visitor.ts';

/**
 * How far an own message has come: `waiting` for the network or for a limit to pass, `sending`, stored by the server
 * (`sent`), arrived with the team, read by it, or refused for good.
 */
export type Progress = 'waiting' | 'sending' | 'sent' | 'delivered' | 'seen' | 'failed';

export interface TalkMessage {
  /** Stays the same from writing to seen. */
  key: string;
  content: string;
  /** Text with formatting, if it has any. */
  markdown?: string | undefined;
  senderType: SenderType;
  senderId: string | null;
  senderName: string | null;
  /** ISO instant. */
  createdAt: string;
  /** Own messages only. */
  progress?: Progress | undefined;
  /** ISO instants: when the team last changed it, and when it was removed, since when it is empty. */
  editedAt?: string | undefined;
  /** Text by its author, when `content` is its translation. */
  original?: Message['original'];
  removedAt?: string | undefined;
  /** Conversation that it was split off into, where it is shown. */
  movedTo?: string | undefined;
  /** Files; for an own message being sent only their IDs, or placeholders (`awaitsFiles`). */
  attachments?: readonly TalkFile[] | undefined;
  /** Public sources that the assistant's answer cites. */
  sources?: readonly MessageSource[] | undefined;
  /** Answers to the assistant's question, for one tap. */
  choices?: readonly string[] | undefined;
  /** Question that the choices answer, shown once the chat rests. */
  question?: string | undefined;
  /** Its files are not announced yet. */
  awaitsFiles?: boolean | undefined;
  /** Sequence number of a stored message. */
  seq?: number;
  id?: string;
  /** Message that it quotes. */
  replyTo?: QuotedMessage | undefined;
  reactions?: readonly Reaction[] | undefined;
  /** Buttons, cards or a form below the text. */
  blocks?: Message['blocks'];
  /** Button or form that an own message answers. */
  response?: Message['response'];
}

export type TalkFile = Pick<Attachment, 'id'> & Partial<Attachment>;

/** Parts of a message beside its text. */
export type Enclosed = Partial<Pick<PendingMessage, 'clientMessageId' | 'more' | 'awaitsFiles'>>;

export interface TalkState {
  /** `idle` before the visitor's first action: nothing is connected and nothing needs to be. */
  link: LiveState | 'idle' | 'failed';
  messages: readonly TalkMessage[];
  hasEarlier: boolean;
  /** Null before the first message. */
  status: ConversationStatus | null;
  isAiAssisted: boolean;
  representative: VisitorConversation['representative'];
  /** Team member who is writing; with a name if it is known. */
  typing: Typist | null;
  /** The assistant's reply as far as it has been written. */
  reply: FollowedState['aiReply'];
  /** Messages of the team that the visitor has not seen, in all of their conversations. */
  unread: number;
  email: string | null;
  /** The team wants to hear nothing more. */
  isBlocked?: boolean;
  /** The visitor asked for a person in this talk. */
  personAsked: boolean;
  /** Question how satisfied the visitor is with the closed conversation. */
  rating?: VisitorConversation['rating'];
  /** Unread messages of the team in the visitor's other conversations. */
  unreadElsewhere?: number | undefined;
}

export interface Talk {
  readonly state: TalkState;
  /** Called after every change of `state`. */
  onChange(listener: () => void): void;
  /** Called once for each message that is new to the visitor. */
  onMessage(listener: (message: TalkMessage) => void): void;
  /** The visitor opened the chat. */
  begin(): void;
  send: (content: string, enclosed?: Enclosed) => void;
  /** Names the files that an own message awaits; without any it is not sent. */
  complete(key: string, attachments?: AttachmentInputs): void;
  /** The conversation that is shown, as the query of a path; empty before it is stored. */
  readonly query: string;
  /** The conversation that is shown; null before it is stored. */
  readonly conversationId: string | null;
  /** Shows another conversation; null shows a new one. */
  show(conversation: VisitorConversation | null): void;
  /** Visitor on the server; undefined in a preview. */
  readonly visitor?: Visitor;
  /** Sends a failed message again. */
  retry(key: string): void;
  /** Forgets a failed message. */
  discard(key: string): void;
  typing(isTyping: boolean): void;
  /** Everything shown has been read. */
  read(): void;
  requestPerson(): Promise<void>;
  /** Sets the address for answers while the visitor is away. False when the server refuses it. */
  leaveEmail(email: string): Promise<boolean>;
  showEarlier(): Promise<void>;
}

export const emptyTalk: TalkState = {
  link: 'idle',
  messages: [],
  hasEarlier: false,
  status: null,
  isAiAssisted: false,
  representative: null,
  typing: null,
  reply: null,
  unread: 0,
  email: null,
  personAsked: false,
};
