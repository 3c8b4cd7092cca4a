/** Payloads of deliveries to threads, and of replies from there. */
import { Seq } from '@parley/contracts/schema';
import * as Type from 'typebox';

/** A message of the conversation. */
export const ThreadMessage = Type.Object({ kind: Type.Literal('thread_message'), seq: Seq });
export type ThreadMessage = Type.Static<typeof ThreadMessage>;

/** A message that was changed, or removed. */
export const ThreadEdit = Type.Object({ kind: Type.Literal('thread_edit'), seq: Seq });
export type ThreadEdit = Type.Static<typeof ThreadEdit>;

/** A line of ours, in the product's formatting. */
export const ThreadLine = Type.Object({ kind: Type.Literal('thread_line'), text: Type.String() });
export type ThreadLine = Type.Static<typeof ThreadLine>;

/** A file that was sent with a reply; `size` in bytes is 0 if unknown. */
const ReplyFile = Type.Object({ name: Type.String(), size: Type.Integer(), url: Type.String() });
export type ReplyFile = Type.Static<typeof ReplyFile>;

/** A colleague's message in a thread, or its edit or removal, as the product has told. */
export const ThreadReply = Type.Object({
  kind: Type.Literal('thread_reply'),
  what: Type.Union([Type.Literal('written'), Type.Literal('edited'), Type.Literal('removed')]),
  /** The product's id of its author. */
  user: Type.String(),
  /** The product's id of the message. */
  messageId: Type.String(),
  /** When it happened there, in epoch milliseconds. */
  at: Type.Integer(),
  content: Type.String(),
  markdown: Type.Optional(Type.String()),
  files: Type.Array(ReplyFile),
  /** Files that we can't fetch and only the team can open. */
  elsewhere: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
});
export type ThreadReply = Type.Static<typeof ThreadReply>;
