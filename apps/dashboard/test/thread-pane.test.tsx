/** The open conversation as its representative writes in it: replies, notes, and what others send at the same time. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ThreadPane } from '../src/features/thread/thread-pane.tsx';
import { conversation } from './conversation.ts';
import { type Call, layOut, refusal, show, SilentLive } from './screen.tsx';
import { answered, ben, id, note, mine, openThread, reply } from './thread.tsx';

beforeEach(layOut);

const notes = `POST /api/conversations/${id}/notes`;

it('Escape leaves a half-written note where it is, and nothing that is typed afterwards goes into a reply', async () => {
  const { user } = await openThread();
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
  const { user } = await openThread({ [notes]: { activityNo: 1 } });
  await user.keyboard('o');
  await user.keyboard('call them{Enter}');
  await screen.findByRole('textbox', { name: 'Message' });
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('qq');
  expect(reply().value).toBe('');
});

it('a note that could not be stored stays in its field', async () => {
  const { user } = await openThread({ [notes]: () => refusal('unavailable', 'Try again.') });
  await user.keyboard('o');
  await user.keyboard('call them{Enter}');
  await screen.findByText('Note not saved');
  expect(note().value).toBe('call them');
});

it('a second note that was begun while the first was being stored keeps its field', async () => {
  let store = (): void => undefined;
  const { user } = await openThread({
    [notes]: () => new Promise((stored) => (store = () => stored({ activityNo: 1 }))),
  });
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
  const { user, benAnswers, replies } = await openThread();
  await user.type(reply(), 'On its w');
  await benAnswers();
  await user.type(reply(), 'ay{Enter}', { skipClick: true });
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'On its way', basedOnSeq: 1 }]));
});

it('a reply that its writer comes back to answers what was in view then', async () => {
  const { user, benAnswers, replies } = await openThread();
  await user.type(reply(), 'On its way');
  await benAnswers();
  await user.keyboard('{Escape}');
  await user.keyboard('r');
  await waitFor(() => expect(document.activeElement).toBe(reply()));
  await user.keyboard(' too{Enter}');
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'On its way too', basedOnSeq: 2 }]));
});

it('a reply begun in an emptied field answers all that is there', async () => {
  const { user, benAnswers, replies } = await openThread();
  await user.type(reply(), 'On its way');
  await benAnswers();
  await user.clear(reply());
  await user.type(reply(), 'Anything else?{Enter}', { skipClick: true });
  await waitFor(() => expect(replies()).toMatchObject([{ content: 'Anything else?', basedOnSeq: 2 }]));
});

const log = () => screen.getByRole('log');

it('a colleague’s note is in the thread, changes in its place, and disappears when it is removed', async () => {
  const { receive, benAnswers } = await openThread();
  await within(log()).findByText('Hello, is the blue one in stock?');
  await benAnswers();
  await within(log()).findByText('Answer 2');
  const edited = { ...answered(2), content: 'Answer two', editNo: 1, editedAt: '2026-01-01T00:01:00.000Z' };
  receive({ type: 'message_updated', conversationId: id, message: edited });
  await within(log()).findByText('Answer two');
  expect(within(log()).queryByText('Answer 2')).toBe(null);
  const removed = { ...edited, content: '', editNo: 2, removedAt: '2026-01-01T00:02:00.000Z' };
  receive({ type: 'message_updated', conversationId: id, message: removed });
  await waitFor(() => expect(within(log()).queryByText('Answer two')).toBe(null));
});

it('a message that comes after a gap is shown once what is between has been asked for', async () => {
  const queries: string[] = [];
  const { receive } = await openThread({
    [`GET /api/conversations/${id}/messages`]: ({ query }: Call) => {
      queries.push(query);
      return [answered(2), answered(3)];
    },
  });
  receive({ type: 'new_message', conversationId: id, message: answered(3) });
  expect(within(log()).queryByText('Answer 3')).toBe(null);
  await within(log()).findByText('Answer 3');
  await within(log()).findByText('Answer 2');
  expect(queries).toEqual([expect.stringContaining('after=1')]);
});

it('nobody is said to be writing in a conversation that is closed, whatever still arrives of it', async () => {
  const { receive } = await openThread();
  const typing = { type: 'typing', conversationId: id, senderType: 'customer', isTyping: true } as const;
  const visitor = { isOnline: true, since: null, pageUrl: null, pageTitle: null };
  const viewers = [{ userId: ben.id, name: ben.name, isDrafting: true }];
  const arrive = () => {
    receive({ ...typing, senderId: null, senderName: null });
    receive({ type: 'presence', conversationId: id, viewers, visitor });
  };
  arrive();
  receive({ type: 'ai_delta', conversationId: id, replyId: crypto.randomUUID(), at: 0, text: 'You are wel' });
  await screen.findByText('Customer is typing…');
  await screen.findByText('You are wel');
  await screen.findByText('Ben Okafor is writing a reply');
  const closed = { status: 'closed', updatedAt: '2026-01-02T00:00:00.000Z' } as const;
  receive({ type: 'conversation_updated', conversation: conversation(id, { ...mine, ...closed }) });
  await screen.findByText('This conversation is closed.', { exact: false });
  arrive();
  await screen.findByText('Ben Okafor is viewing');
  expect(screen.queryByText(/is typing…/)).toBe(null);
  expect(screen.queryByText('You are wel')).toBe(null);
});

it('a conversation that is gone shows that, and offers nothing that would not help', async () => {
  await show(
    <SilentLive>
      <ThreadPane conversationId={id} openAt={null} backTo="/conversations" />
    </SilentLive>,
  );
  await screen.findByText('Conversation not found');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null);
  expect(screen.queryByRole('textbox')).toBe(null);
});
