import type { ActiveContent, AttachmentState, FileKind, RefusalReason } from '@parley/contracts/messages/attachments';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { Defaulted, DefaultedInstant, Json } from './columns.ts';

export interface FilesTable {
  id: Defaulted<string>;
  /** Uploader: a visitor or a user; both are null once the uploader is deleted. */
  visitorId: string | null;
  userId: string | null;
  /** Message that the file is attached to. A seq without a conversation means that the conversation was deleted. */
  conversationId: Defaulted<string | null>;
  seq: Defaulted<number | null>;
  /** Note of the conversation that the file is attached to. */
  activityNo: Defaulted<number | null>;
  /** Scheduled message that the file is attached to. */
  scheduledId: Defaulted<string | null>;
  cannedReplyId: Defaulted<string | null>;
  bulkMessageId: Defaulted<string | null>;
  /** File that has the bytes, if it isn't this one. */
  bytesOf: Defaulted<string | null>;
  state: Defaulted<AttachmentState>;
  reason: Defaulted<RefusalReason | null>;
  name: string;
  /** In bytes; 64 bits wide, hence text. */
  size: string | number;
  type: Defaulted<string | null>;
  kind: Defaulted<FileKind | null>;
  width: Defaulted<number | null>;
  height: Defaulted<number | null>;
  alt: Defaulted<string | null>;
  thumbnails: Json<Thumbnails | null>;
  activeContent: Defaulted<ActiveContent[] | null>;
  /** Words of a voice note. */
  transcript: Defaulted<string | null>;
  source: Json<FileSource | null>;
  /** Bytes that have come, or are on their way. */
  received: Defaulted<string | number>;
  /** Hash of the network of the visitor who announced it; null for other senders. */
  network: Defaulted<string | null>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Names a file in a channel's storage, by its id in the installation that is copied from, or by its address. */
export interface FileSource {
  channel: CustomerChannel | 'sync' | 'import';
  reference: string;
}

export interface Thumbnails {
  small: { width: number; height: number };
  large: { width: number; height: number };
}

export interface FileTables {
  files: FilesTable;
}
