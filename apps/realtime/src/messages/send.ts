/** Sending a message over the socket. */
import { randomUUID } from 'node:crypto';
import type { ClientFrameOf } from '@parley/contracts/frames';
import { Problem } from '@parley/contracts/problems';
import { postOfCustomer } from '@parley/core/messages/answer-form';
import type { Posted } from '@parley/core/messages/post';
import { sendMessage as sendStaffMessage } from '@parley/core/messages/send';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/**
 * Stores a message and acknowledges it, after commit and publish. Sent again with the same clientMessageId it is
 * acknowledged again and stored once.
 *
 * @throws Problem as `postMessage`
 */
export async function sendMessage(
  gateway: Gateway,
  connection: Connection,
  frame: ClientFrameOf<'send_message'>,
): Promise<void> {
  const { message } = await post(gateway, connection, frame);
  connection.send({ type: 'message_ack', clientMessageId: frame.clientMessageId ?? null, message });
}

async function post(
  { context }: Gateway,
  { caller, network }: Connection,
  frame: ClientFrameOf<'send_message'>,
): Promise<Posted> {
  const {
    conversationId,
    clientConversationId,
    proactive,
    content,
    attachments,
    clientMessageId,
    basedOnSeq,
    macro,
    original,
    markdown,
    replyTo,
    blocks,
    response,
    recipients,
  } = frame;
  if (caller.kind === 'visitor') {
    if (macro) throw new Problem('forbidden', 'Macros are the team’s.');
    if (original) throw new Problem('forbidden', 'Translating is the team’s.');
    if (recipients) throw new Problem('forbidden', 'Recipients are the team’s.');
    if (markdown !== undefined) throw new Problem('forbidden', 'Formatting is the team’s.');
    if (blocks) throw new Problem('forbidden', 'Buttons, cards and forms are the team’s.');
    const id = clientMessageId ?? randomUUID();
    const draft = { content, attachments, replyTo, response, proactive, clientMessageId: id };
    return postOfCustomer(context, { ...caller, network }, { own: { conversationId, clientConversationId } }, draft);
  }
  if (response) throw new Problem('forbidden', 'Only visitors answer buttons and forms.');
  if (clientConversationId !== undefined || proactive)
    throw new Problem('forbidden', 'Only visitors start a conversation like this.');
  if (conversationId === undefined) throw new Problem('malformed', 'Say which conversation the message is for.');
  return sendStaffMessage(context, caller, {
    conversationId,
    content,
    attachments,
    clientMessageId,
    basedOnSeq,
    macro,
    original,
    markdown,
    replyTo,
    blocks,
    recipients,
  });
}
