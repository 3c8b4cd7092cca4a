/** Files beside messages: in notes, with canned replies, and with what waits to be sent. */
import type { Activity } from '@parley/contracts/conversations/activities';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CannedReplies } from '../src/features/canned-replies/canned-replies.tsx';
import { addUploaded, takeUploads } from '../src/domain/files/uploads.ts';
import { NoteComposer } from '../src/features/thread/notes/note-composer.tsx';
import { NoteRow } from '../src/features/thread/notes/note-row.tsx';
import ScheduledRow from '../src/domain/scheduled/scheduled-row.tsx';
import { LiveProvider } from '../src/live/live.tsx';
import { ada, leave, refusal, settingsAnswers, show } from './screen.tsx';

/** A live channel that is still connecting. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

const conversationId = '0199a000-0000-7000-8000-0000000000c1';
const map: Attachment = {
  id: '0199a000-0000-7000-8000-0000000000f1',
  state: 'ready',
  reason: null,
  name: 'map.pdf',
  type: 'application/pdf',
  kind: 'document',
  size: 48_211,
  width: null,
  height: null,
  alt: null,
  thumbnails: null,
};
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket);
  takeUploads(conversationId);
});

const notesPath = `POST /api/conversations/${conversationId}/notes`;
const composer = (
  <LiveProvider>
    <NoteComposer conversationId={conversationId} isAskedFor onReply={undefined} onAdded={() => undefined} />
  </LiveProvider>
);

it('writes a note of files alone, and has them back when it could not be stored', async () => {
  const { user, sent } = await show(composer, { [notesPath]: refusal('not_found', 'There is no such conversation.') });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' });
  expect(add.disabled).toBe(true);
  addUploaded(conversationId, [map]);
  await vi.waitFor(() => expect(add.disabled).toBe(false));
  await user.click(add);
  await screen.findByText('There is no such conversation.');
  expect(sent(notesPath)).toMatchObject([{ attachments: [{ id: map.id }] }]);
  expect(sent(notesPath)[0]).not.toHaveProperty('content');
  expect(screen.getByText('map.pdf')).toBeTruthy();
});

it('shows a note’s files, which its readers save', async () => {
  const activity: Activity = {
    conversationId,
    activityNo: 1,
    afterSeq: 1,
    kind: 'noted',
    cause: { by: 'representative', userId: ada.id },
    actorName: 'Ada Moreau',
    before: {},
    after: {},
    body: '',
    note: { activityNo: 1, editedAt: null, mentions: [], attachments: [map] },
    batchId: null,
    undoOf: null,
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  await show(<NoteRow activity={activity} />);
  expect(screen.getByRole('button', { name: 'Save map.pdf' })).toBeTruthy();
});

it('saves a canned reply with its files, of which one can be taken out', async () => {
  const reply: CannedReply = {
    id: '0199a000-0000-7000-8000-00000000000a',
    ownerId: ada.id,
    teamId: null,
    name: 'The way',
    shortcut: 'way',
    text: '',
    variants: [],
    actions: [],
    websiteIds: [],
    attachments: [map, { ...map, id: '0199a000-0000-7000-8000-0000000000f2', name: 'old.pdf', alt: 'Old' }],
    uses: 0,
    ownUses: 0,
    lastUsedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  };
  const path = `PATCH /api/canned-replies/${reply.id}`;
  const { user, sent } = await show(<CannedReplies />, {
    ...settingsAnswers(),
    'GET /api/canned-replies': [reply],
    'GET /api/websites': [],
    'GET /api/tags': [],
    'GET /api/representatives': [],
    [path]: reply,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(await screen.findByRole('button', { name: 'Remove old.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Save reply' }));
  const seen = (reply.attachments ?? []).map(({ id, alt }) => ({ id, ...(alt && { alt }) }));
  await vi.waitFor(() => expect(sent(path)).toEqual([{ attachments: [seen[0]], expected: { attachments: seen } }]));
});

it('shows the files that wait with a message', async () => {
  const scheduled: ScheduledMessage = {
    id: '0199a000-0000-7000-8000-0000000000d1',
    conversationId,
    clientMessageId: '0199a000-0000-7000-8000-0000000000d2',
    authorId: ada.id,
    authorName: ada.name,
    content: '',
    attachments: [map],
    macro: null,
    sendAt: '2027-01-01T00:00:00.000Z',
    delaySeconds: 0,
    onlyIfQuiet: false,
    state: 'waiting',
    code: null,
    reason: null,
    revision: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
    visitorId: null,
    customerName: null,
    customerEmail: null,
  };
  await show(<ScheduledRow scheduled={scheduled} onUndo={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Save map.pdf' })).toBeTruthy();
});

const edited: Activity = {
  conversationId,
  activityNo: 1,
  afterSeq: 1,
  kind: 'noted',
  cause: { by: 'representative', userId: ada.id },
  actorName: 'Ada Moreau',
  before: {},
  after: {},
  body: 'Call her tomorrow',
  note: { activityNo: 1, editedAt: '2026-11-20T11:00:00.000Z', mentions: [], attachments: [] },
  batchId: null,
  undoOf: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const version = (activityNo: number, body: string | null) => ({
  activityNo,
  body,
  actorName: 'Ada Moreau',
  createdAt: `2026-11-20T1${activityNo}:00:00.000Z`,
});

it('leads administrators from an edited note to all that it said, and others to nothing', async () => {
  const versions = [version(1, 'Call her today'), version(2, 'Call her tomorrow')];
  const answers = { [`${notesPath.replace('POST', 'GET')}/1/versions`]: versions };
  const { user } = await show(<NoteRow activity={edited} />, answers);
  await user.click(screen.getByRole('button', { name: 'edited' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Earlier versions' }));
  expect(await dialog.findByText('Call her today')).toBeTruthy();
  leave();
  await show(<NoteRow activity={edited} />, answers, { ...ada, role: 'representative' });
  expect(screen.getByText('edited')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'edited' })).toBeNull();
});

it('leads administrators from a removed note to what it said', async () => {
  const answers = {
    [`${notesPath.replace('POST', 'GET')}/1/versions`]: [version(1, 'Call her today'), version(3, null)],
  };
  const { user } = await show(<NoteRow activity={{ ...edited, body: null }} />, answers);
  await user.click(screen.getByRole('button', { name: 'Note removed by Ada Moreau' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Call her today')).toBeTruthy();
  expect(dialog.getByText('Note removed by Ada Moreau')).toBeTruthy();
});
