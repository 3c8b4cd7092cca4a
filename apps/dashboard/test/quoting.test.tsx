/** Quoting a message in the reply, and emoji on messages. */
import { question } from '@parley/contracts/examples';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answered, id, openThread, reply } from './thread.tsx';
import { ada, layOut } from './screen.tsx';

beforeEach(layOut);

const bar = () => screen.queryByRole('note', { name: 'Quoted in the reply' });

it('Shift+R quotes the customer’s last message above the reply, which is sent with it once', async () => {
  const { user, replies } = await openThread();
  await user.keyboard('{Shift>}R{/Shift}');
  expect(bar()?.textContent).toContain('Hello, is the blue one in stock?');
  await waitFor(() => expect(document.activeElement).toBe(reply()));
  await user.keyboard('In every size.{Enter}');
  await waitFor(() => expect(replies()).toHaveLength(1));
  expect(replies()[0]).toMatchObject({ content: 'In every size.', replyTo: question.id });
  expect(bar()).toBe(null);
});

it('the quote of a message can be removed before the reply is sent', async () => {
  const { user, replies } = await openThread();
  await user.click(screen.getByRole('button', { name: 'Quote in the reply' }));
  await user.click(within(bar() ?? document.body).getByRole('button', { name: 'Remove the quote' }));
  expect(bar()).toBe(null);
  await user.keyboard('Yes.{Enter}');
  await waitFor(() => expect(replies()[0]).toBeDefined());
  expect(replies()[0]).not.toHaveProperty('replyTo');
});

it('an answer shows what it quotes, and a removed original as removed', async () => {
  const { receive } = await openThread();
  const quoted = { id: question.id, seq: 1, senderType: 'customer', senderName: null } as const;
  const shown = { ...quoted, content: 'Hello, is the blue one in stock?', isRemoved: false };
  receive({ type: 'new_message', conversationId: id, message: { ...answered(2), replyTo: shown } });
  await screen.findByTitle('Show the quoted message');
  const gone = { ...quoted, content: '', isRemoved: true };
  receive({ type: 'new_message', conversationId: id, message: { ...answered(3), id: 'm3', replyTo: gone } });
  await waitFor(() =>
    expect(screen.getAllByTitle('Show the quoted message')[1]?.textContent).toContain('Message removed'),
  );
});

it('reactions are shown with their authors as they come, and one’s own is put and taken back', async () => {
  const reactions = `POST /api/conversations/${id}/messages/1/reactions`;
  const { user, receive, calls } = await openThread({ [reactions]: {} });
  const bodies = () => calls.filter(({ name }) => name === reactions).map(({ body }) => body);
  await user.click(screen.getByRole('button', { name: 'React' }));
  await user.click(screen.getByRole('button', { name: 'React with 🎉' }));
  await waitFor(() => expect(bodies()).toEqual([{ emoji: '🎉', isOn: true }]));
  const theirs = { emoji: '🎉', senderType: 'customer', senderId: 'v', senderName: null } as const;
  const ours = { emoji: '🎉', senderType: 'representative', senderId: ada.id, senderName: ada.name } as const;
  receive({ type: 'message_reactions', conversationId: id, seq: 1, reactionNo: 2, reactions: [theirs, ours] });
  // A late one changes nothing.
  receive({ type: 'message_reactions', conversationId: id, seq: 1, reactionNo: 1, reactions: [theirs] });
  await user.click(await screen.findByRole('button', { name: '🎉 from Customer, You', pressed: true }));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ emoji: '🎉', isOn: false }));
});
