/** Describes a program that conversations are threads in: Slack, Microsoft Teams. */
import type { ThreadChannel, ThreadProductId } from '@parley/contracts/channels/threads';
import type { ExternalContext } from '../../external/services.ts';
import type { Context } from '../../context.ts';
import type { ReplyFile } from './payload.ts';

export interface ThreadProduct {
  id: ThreadProductId;
  name: string;
  marks: Marks;
  /** Returns the channels of threads while they are on and complete. */
  channels: (context: Pick<Context, 'settings'>) => Promise<readonly ThreadChannel[] | null>;
  /** Opens its API with the present settings. */
  open: (context: ExternalContext) => Promise<ThreadApp>;
}

/** Writes the product's formatting. */
export interface Marks {
  /** Escapes a text, which shows as it is. */
  plain: (text: string) => string;
  /** Emphasises what is escaped. */
  strong: (escaped: string) => string;
  link: (url: string, words: string) => string;
  /** Shows a time in the reader's zone, where the product can. */
  time: (at: Date) => string;
}

/** A message by its author, shown without any formatting of its text, or a line of ours in the product's formatting. */
export type ThreadPost =
  | { author: string; text: string; files: readonly { name: string; url: string }[] }
  | { line: string };

/** Keeps a call from being made twice where the product can look for what is there. */
export interface Once {
  reference: string;
  /** Set if an interrupted call may have done it since then. */
  mayExistSince: Date | null;
}

export interface ThreadPlace {
  channelId: string;
  threadId: string;
}

export interface ThreadPerson {
  /** Null without one that the app may read. */
  email: string | null;
  /** Whether it is a person of the app's own organisation, no bot or guest. */
  isOwn: boolean;
}

/** The product's API. Its calls throw CallFailed and OutboundError. */
export interface ThreadApp {
  /** Begins a thread by a line of ours, and returns the product's id of it. */
  begin: (channelId: string, line: string, once: Once) => Promise<string>;
  /** Posts into a thread, and returns the product's id of the message. */
  post: (place: ThreadPlace, post: ThreadPost, once: Once) => Promise<string>;
  update: (place: ThreadPlace, messageId: string, post: ThreadPost) => Promise<void>;
  /** Tells one person alone. */
  hint: (place: ThreadPlace, userId: string, text: string) => Promise<void>;
  person: (place: ThreadPlace, userId: string) => Promise<ThreadPerson>;
  /** Returns the bytes of a file that came with a reply. */
  file: (file: ReplyFile, maxBytes: number) => Promise<Buffer>;
}
