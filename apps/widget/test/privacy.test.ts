// @vitest-environment happy-dom
import { Refusal } from '@parley/client/refusal';
import { expect, it, vi } from 'vitest';
import { ownData, ownDataTexts } from '../src/parts/privacy.ts';
import { emptyTalk, type Talk } from '../src/talk/talk.ts';

const t = ownDataTexts.en;

const offering = { erasure: true, team: { mails: true } };

function open(
  answers: Record<string, unknown>,
  { email = 'ann@example.com', setup = offering }: { email?: string | null; setup?: object } = {},
) {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  document.body.append(root.host);
  const call = vi.fn<(method: string, path: string, body?: object) => Promise<unknown>>(async (_, path) => {
    const answer = answers[path];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const leaveEmail = vi.fn<(given: string) => Promise<boolean>>(async () => true);
  const talk = {
    state: { ...emptyTalk, email },
    conversationId: 'c1',
    visitor: { call },
    leaveEmail,
  } as unknown as Talk;
  const page = { launcher: { root }, locale: { language: 'en', tag: 'en' }, setup } as unknown as Parameters<
    typeof ownData
  >[0];
  const element = ownData(page, talk);
  root.append(element);
  const button = (name: string) =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const submit = (form = 0) =>
    element.querySelectorAll('form')[form]?.dispatchEvent(new Event('submit', { cancelable: true }));
  const told = () => [...element.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('');
  return { element, call, leaveEmail, button, submit, told };
}

it('the transcript goes to the address that is known, or to one that is typed and kept', async () => {
  const answers = { '/api/visitor/conversations/c1/transcript': { to: 'ann@example.com' } };
  const known = open(answers);
  known.submit();
  await expect.poll(known.told).toBe('Sent to ann@example.com.');
  const asked = open(answers, { email: null });
  const field = asked.element.querySelector('input');
  if (field) field.value = 'ann@example.com';
  asked.submit();
  await expect.poll(asked.told).toBe('Sent to ann@example.com.');
  expect(asked.leaveEmail).toHaveBeenCalledWith('ann@example.com');
});

it('erasure asks for the code that was mailed, says when it is wrong, and shows the receipt', async () => {
  const answers: Record<string, unknown> = {
    '/api/visitor/erasure': { codeSentTo: 'a…@example.com' },
    '/api/visitor/erasure/confirm': new Refusal('wrong_code', ''),
  };
  const { button, submit, told, element, call } = open(answers);
  button(t.erase)?.click();
  await expect.poll(told).toContain('a…@example.com');
  const [code] = element.querySelectorAll('input');
  if (code) code.value = '123 456';
  submit(1);
  await expect.poll(told).toBe(t.wrong);
  expect(call).toHaveBeenLastCalledWith('POST', '/api/visitor/erasure/confirm', { code: '123 456' });
  answers['/api/visitor/erasure/confirm'] = { receiptId: 'r-1' };
  submit(1);
  await expect.poll(told).toBe('Everything is deleted. Receipt: r-1');
});

it('without an address erasure asks once more and needs no code, and can be left', async () => {
  const { button, submit, call } = open({ '/api/visitor/erasure': { codeSentTo: null } });
  button(t.erase)?.click();
  await expect.poll(() => button(t.confirm)?.closest('form')?.hidden).toBe(false);
  button(t.cancel)?.click();
  expect(button(t.confirm)?.closest('form')?.hidden).toBe(true);
  button(t.erase)?.click();
  await expect.poll(() => button(t.confirm)?.closest('form')?.hidden).toBe(false);
  submit(1);
  await expect.poll(() => call.mock.calls.at(-1)?.slice(1)).toEqual(['/api/visitor/erasure/confirm', {}]);
});

it('nothing is offered that the installation can’t do', () => {
  const { button } = open({}, { setup: { team: { mails: false } } });
  expect(button(t.copy)).toBe(undefined);
  expect(button(t.erase)).toBe(undefined);
});
