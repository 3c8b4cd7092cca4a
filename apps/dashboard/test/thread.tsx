/** An open conversation before a server that is made of answers and frames. */
import type { Conversation, Message } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { question } from '@parley/contracts/examples';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { ThreadPane } from '../src/features/thread/thread-pane.tsx';
import { LiveProvider } from '../src/live/live.tsx';
import { conversation } from './conversation.ts';
import { ada, type Answers, settingsAnswers, show } from './screen.tsx';

export const id = '0199a000-0000-7000-8000-00000000000a';
export const ben = { id: '0199a000-0000-7000-8000-000000000002', name: 'Ben Okafor' };
const asked: Message = { ...question, conversationId: id };
export const answered = (seq: number): Message => ({
  ...asked,
  id: String(seq),
  seq,
  content: `Answer ${seq}`,
  senderType: 'representative',
  senderId: ben.id,
  senderName: ben.name,
  clientMessageId: null,
});

/** For rows on which nothing is quoted or reacted to. */
export const noTools = { mayReact: false, mayQuote: false, onJump: () => undefined };

/** Ada's own conversation. */
export const mine = { assignedRepresentativeId: ada.id, representative: ada.name, isAiAssisted: false };

/** A server over which frames come, and which notes what it is sent. */
function liveServer() {
  const sent: { type: string; basedOnSeq?: number; content?: string; seq?: number; replyTo?: string }[] = [];
  const sockets: EventTarget[] = [];
  class OpenSocket extends EventTarget {
    readonly readyState = 1;
    constructor() {
      super();
      sockets.push(this);
      setTimeout(() => this.dispatchEvent(new Event('open')));
    }
    send(frame: string): void {
      sent.push(JSON.parse(frame));
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', OpenSocket);
  const receive = (frame: ServerFrame) =>
    act(() => {
      for (const socket of sockets) socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    });
  return { sent, receive, replies: () => sent.filter(({ type }) => type === 'send_message') };
}

/** Shows the conversation to Ada, by default its assignee. */
export async function openThread(answers: Answers = {}, more: Partial<Conversation> = {}) {
  const server = liveServer();
  const shown = conversation(id, { ...mine, messages: [asked], ...more });
  const drawn = await show(
    <LiveProvider>
      <ThreadPane conversationId={id} openAt={null} backTo="/conversations" />
    </LiveProvider>,
    {
      ...settingsAnswers(),
      [`GET /api/conversations/${id}`]: shown,
      [`GET /api/conversations/${id}/activities`]: [],
      [`GET /api/conversations/${id}/scheduled`]: [],
      'GET /api/copilot': { features: [], exceptWebsiteIds: [] },
      'GET /api/tags': [],
      'GET /api/drafts': [],
      'GET /api/representatives': [],
      'GET /api/following': { conversationIds: [] },
      ...answers,
    },
  );
  await screen.findByRole('textbox', { name: 'Message' });
  const { receive, sent } = server;
  const { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq } = shown;
  const cursors = { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq };
  receive({ type: 'joined', conversationId: id, messages: [], lastSeq: 1, lastActivityNo: 0, ...cursors });
  const isRead = (seq: number) => waitFor(() => expect(sent).toContainEqual({ type: 'read', conversationId: id, seq }));
  /** A colleague answers, and it is in view. */
  const benAnswers = async () => {
    receive({ type: 'new_message', conversationId: id, message: answered(2) });
    await isRead(2);
  };
  return { ...drawn, ...server, benAnswers };
}

export const reply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
export const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
