/** The open conversation as its representative writes in it: replies, notes, and what others send at the same time. */
import type { Conversation, Message } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { question } from '@parley/contracts/examples';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ThreadPane } from '../src/features/thread/thread-pane.tsx';
import { LiveProvider } from '../src/live/live.tsx';
import { conversation } from './conversation.ts';
import { ada, type Answers, refusal, settingsAnswers, show } from './screen.tsx';

const id = '0199a000-0000-7000-8000-00000000000a';
const ben = { id: '0199a000-0000-7000-8000-000000000002', name: 'Ben Okafor' };
const asked: Message = { ...question, conversationId: id };
const answered = (seq: number): Message => ({
  ...asked,
  id: String(seq),
  seq,
  content: `Answer ${seq}`,
  senderType: 'representative',
  senderId: ben.id,
  senderName: ben.name,
  clientMessageId: null,
});

/** A server over which frames come, and which notes what it is sent. */
function liveServer() {
  const sent: { type: string; basedOnSeq?: number; content?: string; seq?: number }[] = [];
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
  const say = (frame: ServerFrame) =>
    act(() => {
      for (const socket of sockets) socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    });
  return { sent, say, replies: () => sent.filter(({ type }) => type === 'send_message') };
}

async function open(answers: Answers = {}, more: Partial<Conversation> = {}) {
  const server = liveServer();
  const mine = { assignedRepresentativeId: ada.id, representative: ada.name, isAiAssisted: false };
  const shown = conversation(id, { ...mine, messages: [asked], ...more });
  const drawn = await show(
    <LiveProvider>
      <ThreadPane conversationId={id} openAt={null} backTo="/conversations" />
    </LiveProvider>,
    {
      ...settingsAnswers(),
      [`GET /api/conversations/${id}`]: shown,
      [`GET /api/conversations/${id}/acts`]: [],
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
  const { say, sent } = server;
  const { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq } = shown;
  const cursors = { customerDeliveredSeq, customerReadSeq, staffDeliveredSeq, staffReadSeq };
  say({ type: 'joined', conversationId: id, messages: [], lastSeq: 1, lastActNo: 0, ...cursors });
  const isRead = (seq: number) => waitFor(() => expect(sent).toContainEqual({ type: 'read', conversationId: id, seq }));
  /** A colleague answers, and it is in view. */
  const benAnswers = async () => {
    say({ type: 'new_message', conversationId: id, message: answered(2) });
    await isRead(2);
  };
  return { ...drawn, ...server, benAnswers };
}

const reply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const notes = `POST /api/conversations/${id}/notes`;

it('Escape leaves a half-written note where it is, and nothing that is typed afterwards goes into a reply', async () => {
  const { user } = await open();
  await user.keyboard('o');
  await user.keyboard('call them{Escape}');
  expect(document.activeElement).toBe(document.body);
  expect(note().value).toBe('call them');
  await user.keyboard('o');
  expect(document.activeElement).toBe(note());
  await user.keyboard('{Escape}qq');
  expect(note().value).toBe('call them');
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBe(null);
});

it('a stored note gives the place back to the reply, without the caret in it', async () => {
  const { user } = await open({ [notes]: { actNo: 1 } });
  await user.keyboard('o');
  await user.keyboard('call them{Enter}');
  await screen.findByRole('textbox', { name: 'Message' });
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('qq');
  expect(reply().value).toBe('');
});

it('a note that could not be stored stays in its field', async () => {
  const { user } = await open({ [notes]: () => refusal('unavailable', 'Try again.') });
  await user.keyboard('o');
  await user.keyboard('call them{Enter}');
  await screen.findByText('Note not saved');
  expect(note().value).toBe('call them');
});

it('a second note that was begun while the first was being stored keeps its field', async () => {
  let store = (): void => undefined;
  const { user } = await open({ [notes]: () => new Promise((stored) => (store = () => stored({ actNo: 1 }))) });
  await user.keyboard('o');
  await user.keyboard('one{Enter}');
  await user.keyboard('o');
  await user.keyboard('two');
  act(() => store());
  await new Promise((later) => setTimeout(later, 50));
  expect(document.activeElement).toBe(note());
  expect(note().value).toBe('two');
});

it('a reply answers what was there when it was begun, not what came while it was written', async () => {
  const { user, benAnswers, replies } = await open();
  await user.type(reply(), 'On its w');
  await benAnswers();
  await user.type(reply(), 'ay{Enter}', { skipClick: true });
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'On its way', basedOnSeq: 1 }]));
});

it('a reply that its writer comes back to answers what was in view then', async () => {
  const { user, benAnswers, replies } = await open();
  await user.type(reply(), 'On its way');
  await benAnswers();
  await user.keyboard('{Escape}');
  await user.keyboard('r');
  await waitFor(() => expect(document.activeElement).toBe(reply()));
  await user.keyboard(' too{Enter}');
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'On its way too', basedOnSeq: 2 }]));
});

it('a reply begun in an emptied field answers all that is there', async () => {
  const { user, benAnswers, replies } = await open();
  await user.type(reply(), 'On its way');
  await benAnswers();
  await user.clear(reply());
  await user.type(reply(), 'Anything else?{Enter}', { skipClick: true });
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'Anything else?', basedOnSeq: 2 }]));
});
