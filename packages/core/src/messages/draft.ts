/** Parameters of `postMessage`: the sender, the target and the draft. */
import type { MessageSource } from '@parley/contracts/assistant/answers';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { BlocksDraft, ResponseDraft } from '@parley/contracts/messages/blocks';
import type { SentTemplate } from '@parley/contracts/messages/message-templates';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import type { Original } from '@parley/contracts/assistant/copilot';
import type { ConversationToOpen } from '@parley/db/conversations/find-or-create';
import type { StaffCaller } from '../callers.ts';
import type { ArrivedEmail } from './email.ts';

/** Author of a message. Comes from the session, the visitor token or the worker, never from a body. */
export type Sender =
  | StaffCaller
  /**
   * `network` is the one that the call came from: mails to unproven addresses are limited by it. `visitorId` is null for a customer by mail with no other data left; `name` defaults to the customer's name there.
   */
  | { kind: 'visitor'; visitorId: string | null; name?: string | null; teamId?: string; network?: string }
  /**
   * `epoch` is the conversation's `ai_epoch` when the reply was begun: the reply is stored only while it still holds.
   * `isAnswer: false` marks a notice (a hand-off) that leaves the customer waiting.
   */
  | { kind: 'assistant'; epoch?: number; isAnswer?: boolean };

/** Id of one of the visitor's own conversations. */
export interface OwnConversation {
  /** Their newest without it; not found if it isn't theirs. */
  conversationId?: string | undefined;
  /** Id that their client chose for a conversation: the first message with it starts one. */
  clientConversationId?: string | undefined;
}

/**
 * A conversation, one of the visitor's own (the newest, which the first message opens, or the one they name), or one
 * that this message opens.
 */
export type Target = { conversationId: string } | 'newest' | { own: OwnConversation } | { opens: ConversationToOpen };

export interface Draft {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  /** Staff: the text with formatting, which `content` is derived from then. */
  markdown?: string | undefined;
  /** Uploads of the writer's own that no message has brought yet. */
  attachments?: AttachmentInputs | undefined;
  /** Makes sending repeatable: the same id, by the same side of the same conversation, is stored once. */
  clientMessageId?: string | undefined;
  /** Stored only while this is the last message. */
  onlyIfLastSeq?: number | undefined;
  /** Staff: the newest seq the writer has seen; an answer by another representative after it holds the message back. */
  basedOnSeq?: number | undefined;
  /** Staff: the author's own text, if `content` is a translation of it. */
  original?: Original | undefined;
  /** Message of the conversation that this one quotes. */
  replyTo?: string | undefined;
  /** Staff and assistant: buttons, cards or a form below the text, which may be left out then. */
  blocks?: BlocksDraft | undefined;
  /** Staff: the approved template that it is, checked by its caller. It reaches the customer at any time. */
  template?: SentTemplate | undefined;
  /** Customers: the button or form that it answers; the text may be left out then. */
  response?: ResponseDraft | undefined;
  /** Assistant: public sources that its answer cites. */
  sources?: MessageSource[] | undefined;
  /** Assistant: answers to its question whether to run an action (`ai/tools/confirmation.ts`), or whether it helped. */
  choices?: string[] | undefined;
  /** Customers: the proactive message that a new conversation begins with, or after. */
  proactive?: ProactiveOrigin | undefined;
  /** Customers: where they have written; the widget by default. */
  via?: ConversationChannel | 'email' | undefined;
  /** Customers: names of files that aren't attached, added below the text; a long text is cut, not refused, to fit. */
  fileNames?: readonly string[] | undefined;
  /** Customers: the email that it arrived in. */
  email?: ArrivedEmail | undefined;
  /** Customers: no automatic answer may follow; a closed conversation reopens as waiting. */
  refusesAutoReply?: boolean | undefined;
}
