import { answerCheck } from '@parley/contracts/assistant/answer-check';
import { activitiesAfter } from '@parley/db/activities/read';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';

let installation: Installation;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' } });
  await installation.set('aiConfig', { enabled: true });
});
afterAll(async () => {
  await installation.close();
  await model.close();
});

const long = 'Our shop is open on weekdays, and whatever is ordered before noon leaves the house on the same day.';
const { choices, question, thanks, goOn } = answerCheck('en');

const activitiesOf = ({ conversationId }: Talk) => activitiesAfter(installation.context.db, conversationId, 0, 100);

/** Opens a conversation that the assistant has answered. */
async function answered(says = long) {
  model.usually = { text: says };
  const talk = await installation.opens('How fast do you deliver?');
  const answer = await until(async () => (await talk.fromAi())[0], 'the answer');
  return { talk, answer, asked: model.requests.length };
}

test('an answer asks whether it helped, and a greeting or a question back does not', async () => {
  expect((await answered()).answer).toMatchObject({ choices, question });
  for (const says of ['Hello there!', `${long} Which city do you live in?`])
    expect((await answered(says)).answer).not.toHaveProperty('choices');
  await installation.set('aiConfig', { asksIfAnswered: false });
  expect((await answered()).answer).not.toHaveProperty('question');
  await installation.set('aiConfig', { asksIfAnswered: true });
});

test.each(['Yes', 'yes!', 'Ja'])('“%s” closes the conversation as solved by the assistant', async (said) => {
  const { talk, asked } = await answered();
  await talk.writes(said);
  await until(async () => (await talk.state()).status === 'closed', 'the end');
  expect((await talk.fromAi()).at(-1)?.content).toBe(thanks);
  expect((await activitiesOf(talk)).at(-1)).toMatchObject({ kind: 'closed', cause: { by: 'customer' } });
  expect(model.requests.length).toBe(asked);
});

test('“Still need help” is asked about, without a call of the model', async () => {
  const { talk, asked } = await answered();
  await talk.writes('still need help.');
  const last = await until(async () => (await talk.fromAi())[1], 'the question back');
  expect(last).toMatchObject({ content: goOn, choices: [choices[2]] });
  expect(model.requests.length).toBe(asked);
  expect((await talk.state()).status).toBe('active');
});

test('“Talk to a person” hands off, without a call of the model', async () => {
  const { talk, asked } = await answered();
  await talk.writes(choices[2]);
  await until(async () => (await talk.state()).status === 'waiting', 'the hand-off');
  expect((await activitiesOf(talk)).at(-1)).toMatchObject({ kind: 'handed_off' });
  expect(model.requests.length).toBe(asked);
});

test('anything else, and a yes with more to it, is a question for the assistant', async () => {
  const { talk, asked } = await answered();
  await talk.writes('Yes, and how much is it?');
  await until(async () => (await talk.fromAi()).length === 2, 'the answer');
  expect(model.requests.length).toBe(asked + 1);
  expect((await talk.state()).status).toBe('active');
});
