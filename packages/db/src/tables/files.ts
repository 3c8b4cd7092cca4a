import type { ActiveContent, AttachmentState, FileKind, RefusalReason } from '@parley/contracts/attachments';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { Defaulted, DefaultedInstant, Json } from './columns.ts';

export interface FilesTable {
  id: Defaulted<string>;
  /** Who has uploaded it: one of the two, or neither once they are gone. */
  visitorId: string | null;
  userId: string | null;
  /** The message that brings it. With a seq, but without its conversation, that one is gone. */
  conversationId: Defaulted<string | null>;
  seq: Defaulted<number | null>;
  /** The note that brings it, of its conversation. */
  actNo: Defaulted<number | null>;
  /** What it waits with. */
  scheduledId: Defaulted<string | null>;
  cannedReplyId: Defaulted<string | null>;
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
  source: Json<FileSource | null>;
  /** Bytes that have come, or are on their way. */
  received: Defaulted<string | number>;
  /** Of the visitor who announced it, as a hash; null for everybody else. */
  network: Defaulted<string | null>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** A file that a channel keeps for us, by the name it has there; or the installation that is copied from, by its id. */
export interface FileSource {
  channel: CustomerChannel | 'sync';
  reference: string;
}

export interface Thumbnails {
  small: { width: number; height: number };
  large: { width: number; height: number };
}

export interface FileTables {
  files: FilesTable;
}
