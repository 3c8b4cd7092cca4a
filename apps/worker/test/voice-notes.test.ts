/** Transcripts of voice notes: docs/integrations.md#ai-assistant. */
import { randomUUID } from 'node:crypto';
import type { StaffCaller } from '@parley/core/callers';
import { removeMessage } from '@parley/core/messages/revise';
import { sendMessage } from '@parley/core/messages/send';
import { postMessage } from '@parley/core/messages/post';
import { searchConversations } from '@parley/db/conversations/search';
import { findFile } from '@parley/db/files/uploads';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Installation, startInstallation, type Talk, until } from './installation.ts';
import { decided, upload } from './uploads.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let model: ModelServer;
let installation: Installation;
let rita: StaffCaller;
beforeAll(async () => {
  model = await startModelServer();
  installation = await startInstallation({ env: { OPENAI_BASE_URL: model.url, RETRY_WAIT_SCALE: '0.01' } });
  rita = await installation.representative('Rita');
});
afterAll(async () => {
  await installation?.close();
  await model?.close();
});
afterEach(async () => {
  await installation.set('copilotConfig', { transcriptionModel: 'whisper-1', exceptWebsiteIds: [] });
  model.speech.length = 0;
});

function voiceNote(): Buffer {
  const bytes = Buffer.alloc(80);
  bytes.write('OggS');
  bytes.write('OpusHead', 28);
  return bytes;
}

/** A voice note of the customer's, sent once it is checked. */
async function speaks(talk: Talk): Promise<{ id: string; seq: number }> {
  const { id } = await upload(installation, talk.caller, voiceNote(), 'note.ogg');
  await decided(installation, talk.caller, id);
  const { message } = await postMessage(
    installation.context,
    talk.caller,
    { conversationId: talk.conversationId },
    { attachments: [{ id }], clientMessageId: randomUUID() },
  );
  return { id, seq: message.seq };
}

const transcriptOf = async (id: string) => (await findFile(installation.context.db, id))?.attachment.transcript;
const runsOf = ({ conversationId }: Talk) =>
  installation.context.db
    .selectFrom('aiRuns')
    .select(['kind', 'outcome', 'model'])
    .where('conversationId', '=', conversationId)
    .where('kind', '=', 'transcript')
    .execute();
const found = async (text: string) =>
  (await searchConversations(installation.context.db, { text, limit: 10 })).conversations.map(({ id }) => id);

test('without a model for them, voice notes go nowhere', async () => {
  await installation.set('copilotConfig', { transcriptionModel: '' });
  const talk = await installation.opens('Listen');
  const { id } = await speaks(talk);
  await installation.set('copilotConfig', { transcriptionModel: 'whisper-1' });
  const later = await speaks(talk);
  await until(() => transcriptOf(later.id), 'the transcript');
  expect(model.speech).toHaveLength(1);
  expect(await transcriptOf(id)).toBeUndefined();
});

test('a voice note of a sent message is written down once, for both sides and the search, until it is removed', async () => {
  model.said = 'Please bring the turquoise teapot.';
  const talk = await installation.opens('Listen');
  const frames = await installation.frames(`conversation:${talk.conversationId}`);
  const { id } = await speaks(talk);
  await until(() => transcriptOf(id), 'the transcript');
  expect(await transcriptOf(id)).toBe('Please bring the turquoise teapot.');
  expect(model.speech).toEqual([{ model: 'whisper-1', name: 'voice.ogg', bytes: voiceNote() }]);
  const told = () =>
    frames.find((frame) => frame.type === 'attachment_updated' && frame.attachment.transcript !== undefined);
  expect(await until(told, 'the frame')).toMatchObject({ attachment: { id, kind: 'audio' } });
  await until(async () => (await runsOf(talk)).length > 0, 'the run');
  expect(await runsOf(talk)).toEqual([{ kind: 'transcript', outcome: 'answered', model: 'whisper-1' }]);
  await until(async () => (await found('turquoise')).includes(talk.conversationId), 'the search to find it');
});

test('one of a colleague too, and nothing of it is found once its message is removed', async () => {
  model.said = 'The magenta kettle is sold out.';
  const talk = await installation.opens('Have you a kettle?');
  const { conversationId } = talk;
  const { id } = await upload(installation, rita, voiceNote(), 'answer.ogg');
  const { message } = await sendMessage(installation.context, rita, {
    conversationId,
    content: 'Listen to the celadon',
    attachments: [{ id }],
    clientMessageId: randomUUID(),
  });
  await until(() => transcriptOf(id), 'the transcript');
  for (const word of ['magenta', 'celadon'])
    await until(async () => (await found(word)).includes(conversationId), `${word} to be found`);
  await removeMessage(installation.context, rita, { conversationId, seq: message.seq });
  expect(await found('magenta')).toEqual([]);
});

test('a failure leaves the note without one: a passing one is tried again, a refusal isn’t', async () => {
  const talk = await installation.opens('Listen');
  model.said = 400;
  const refused = await speaks(talk);
  await until(async () => (await runsOf(talk)).length > 0, 'the refusal');
  expect(model.speech).toHaveLength(1);
  model.said = 503;
  const failed = await speaks(talk);
  await until(() => model.speech.length >= 2, 'the failure');
  model.said = 'Now it works.';
  await until(() => transcriptOf(failed.id), 'the transcript');
  expect(await transcriptOf(refused.id)).toBeUndefined();
});

test('on a website without the copilot, no voice note leaves the installation', async () => {
  model.said = 'Something private.';
  await installation.set('copilotConfig', { exceptWebsiteIds: [installation.websiteId] });
  const talk = await installation.opens('Listen');
  const { id } = await speaks(talk);
  const elsewhere = await installation.opens('Listen', { websiteId: null });
  const other = await upload(installation, rita, voiceNote(), 'note.ogg');
  await sendMessage(installation.context, rita, {
    conversationId: elsewhere.conversationId,
    attachments: [{ id: other.id }],
    clientMessageId: randomUUID(),
  });
  await until(() => transcriptOf(other.id), 'the other transcript');
  expect(model.speech).toHaveLength(1);
  expect(await transcriptOf(id)).toBeUndefined();
});
