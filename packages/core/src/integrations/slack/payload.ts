/** Payloads of deliveries to Slack, and of replies from there. */
import { Seq } from '@parley/contracts/schema';
import * as Type from 'typebox';

/** A message of the conversation. */
export const ThreadMessage = Type.Object({ kind: Type.Literal('thread_message'), seq: Seq });
export type ThreadMessage = Type.Static<typeof ThreadMessage>;

/** A message that was changed, or removed. */
export const ThreadEdit = Type.Object({ kind: Type.Literal('thread_edit'), seq: Seq });
export type ThreadEdit = Type.Static<typeof ThreadEdit>;

/** A line of ours, in Slack's formatting. */
export const ThreadLine = Type.Object({ kind: Type.Literal('thread_line'), text: Type.String() });
export type ThreadLine = Type.Static<typeof ThreadLine>;

/** A file that was sent with a reply. */
const SlackFile = Type.Object({ name: Type.String(), size: Type.Integer(), url: Type.String() });

/** A colleague's message in a thread, or its edit or removal, as Slack has told. */
export const ThreadReply = Type.Object({
  kind: Type.Literal('thread_reply'),
  what: Type.Union([Type.Literal('written'), Type.Literal('edited'), Type.Literal('removed')]),
  /** Slack's id of its author. */
  user: Type.String(),
  /** Slack's id of the message. */
  ts: Type.String(),
  content: Type.String(),
  markdown: Type.Optional(Type.String()),
  files: Type.Array(SlackFile),
});
export type ThreadReply = Type.Static<typeof ThreadReply>;
