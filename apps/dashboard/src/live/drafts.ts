/**
 * Drafts of replies and notes. The server keeps them, for every device of their writer's; this browser has a copy, so
 * that a keystroke waits for nothing and offline nothing is lost.
 */
import type { Draft, DraftKind } from '@parley/contracts/conversations/drafts';
import type { ServerFrame } from '@parley/contracts/frames';
import { draftSavedAfterMs } from '@parley/contracts/conversations/limits';
import { listDrafts, removeDraft, saveDraft } from '@parley/contracts/routes/drafts';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';

/** Milliseconds until a draft that did not reach the server is sent again; every reconnect sends it, too. */
const retryAfterMs = 5_000;

/** A copy of a draft, kept in this browser. */
interface Copy {
  id: string;
  content: string;
  /** `content` is Markdown. */
  isMarkdown?: boolean;
  /** The server's; 0 for one that it has not got. */
  revision: number;
  /** Typed here, and not sent to the server yet. */
  isDirty: boolean;
  /**
   * Text sent to the server, until it has answered. The same text is sent again, so that the server has one text from
   * here.
   */
  tried?: string;
}

export interface Drafts {
  contentOf(conversationId: string, kind: DraftKind): string;
  /** Whether the draft is formatted text, and `contentOf` its Markdown. */
  isMarkdown(conversationId: string, kind: DraftKind): boolean;
  /** Stores the current text of the field. */
  keep(conversationId: string, kind: DraftKind, content: string, isMarkdown?: boolean): void;
  /** Forgets a draft that is sent; returns the id to send it under. */
  take(conversationId: string, kind: DraftKind): string;
  /** Calls the listener when a draft changed elsewhere. */
  subscribe(
    listener: (conversationId: string, kind: DraftKind, content: string, isMarkdown: boolean) => void,
  ): () => void;
  apply(frame: ServerFrame): void;
  /** Reads drafts that may have been missed, and sends those that the server has not got. */
  catchUp(): void;
  close(): void;
}

export interface DraftsOptions {
  userId: string;
  storage: Storage;
  /** Ids of messages that are on their way: for their author these drafts are sent. */
  pendingIds: () => readonly string[];
}

const blank = (text: string): boolean => text.trim() === '';

/** Returns both texts, if two devices went on from the same one: nothing is lost. */
export function mergedText(theirs: string, ours: string): string {
  if (ours.startsWith(theirs)) return ours;
  return theirs.startsWith(ours) ? theirs : `${theirs}\n${ours}`;
}

const isCopy = (value: unknown): value is Copy =>
  typeof value === 'object' && value !== null && 'content' in value && 'id' in value && 'revision' in value;

/** Marks the copy of formatted text; plain text has no mark, as in copies of older releases. */
const formatOf = ({ isMarkdown }: { isMarkdown?: boolean | undefined }): { isMarkdown?: true } =>
  isMarkdown ? { isMarkdown } : {};

/** Returns a text without formatting as Markdown that reads the same. */
const markdownOf = (text: string): string =>
  writeRichText(text.split(/\n{2,}/).map((paragraph) => ({ tag: 'p', children: [paragraph] })));

export function createDrafts({ userId, storage, pendingIds }: DraftsOptions): Drafts {
  const prefix = `parley.draft.${userId}.`;
  const copies = new Map<string, Copy>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Set<string>();
  /** Ids of drafts that were sent from this page: a late frame of one must not put its text back into the field. */
  const sent = new Set<string>();
  const listeners = new Set<Parameters<Drafts['subscribe']>[0]>();
  let isClosed = false;

  const keyOf = (conversationId: string, kind: DraftKind): string =>
    kind === 'note' ? `note.${conversationId}` : conversationId;
  const placeOf = (key: string): { conversationId: string; kind: DraftKind } =>
    key.startsWith('note.') ? { conversationId: key.slice(5), kind: 'note' } : { conversationId: key, kind: 'reply' };

  for (let index = 0; index < storage.length; index += 1) {
    const name = storage.key(index);
    const text = name?.startsWith(prefix) ? storage.getItem(name) : null;
    const key = name?.slice(prefix.length) ?? '';
    const copy = text && draftKey.test(key) ? copyFrom(text) : undefined;
    if (copy) copies.set(key, copy);
  }

  function store(key: string, copy: Copy | undefined): void {
    if (copy) copies.set(key, copy);
    else copies.delete(key);
    try {
      if (copy) storage.setItem(prefix + key, JSON.stringify(copy));
      else storage.removeItem(prefix + key);
    } catch {
      // Storage may be full; the text stays in the field, and on the server.
    }
  }

  function announce(key: string, content: string): void {
    const { conversationId, kind } = placeOf(key);
    const isMarkdown = copies.get(key)?.isMarkdown ?? false;
    for (const listener of listeners) listener(conversationId, kind, content, isMarkdown);
  }

  function plan(key: string, afterMs: number): void {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key), afterMs),
    );
  }

  /** Saves one draft at a time, the newest text last. */
  async function save(key: string): Promise<void> {
    timers.delete(key);
    const copy = copies.get(key);
    if (isClosed || underWay.has(key) || !copy?.isDirty) return;
    underWay.add(key);
    try {
      await sendToServer(key, copy);
    } catch (error) {
      if (error instanceof CallError && error.status === 409)
        await settleConflict(key).catch(() => plan(key, retryAfterMs));
      else if (error instanceof CallError && error.status < 500 && error.status !== 429 && error.status !== 401) {
        // The conversation was deleted, or the server refuses the draft: it stays in this browser.
        keepHere(key);
      } else plan(key, retryAfterMs);
    } finally {
      underWay.delete(key);
    }
    const now = copies.get(key);
    if (now?.isDirty && !timers.has(key)) plan(key, draftSavedAfterMs);
  }

  async function sendToServer(key: string, copy: Copy): Promise<void> {
    const { id, revision, isMarkdown = false } = copy;
    const content = copy.tried ?? copy.content;
    const { conversationId, kind } = placeOf(key);
    const params = { id: conversationId, kind };
    if (blank(content)) {
      if (revision > 0) await call(removeDraft, { params, query: { revision } });
      const now = copies.get(key);
      if (now && blank(now.content)) store(key, undefined);
      else if (now) store(key, { ...now, revision: 0 });
      return;
    }
    store(key, { ...copy, tried: content });
    const saved = await call(saveDraft, { params, body: { id, content, isMarkdown, revision } });
    const now = copies.get(key);
    if (now?.id === id)
      store(key, {
        id,
        content: now.content,
        ...formatOf(now),
        revision: saved.revision,
        isDirty: now.content !== content || !!now.isMarkdown !== isMarkdown,
      });
    // Sent, or begun again, while it was on its way: a draft that arrived too late is removed again.
    else if (!pendingIds().includes(id))
      await call(removeDraft, { params, query: { revision: saved.revision } }).catch(() => undefined);
  }

  function keepHere(key: string): void {
    const now = copies.get(key);
    if (now) store(key, { id: now.id, content: now.content, ...formatOf(now), revision: now.revision, isDirty: false });
  }

  /** Settles a conflict: another device was ahead, or the answer to this one was lost, or the draft was sent. */
  async function settleConflict(key: string): Promise<void> {
    const { conversationId, kind } = placeOf(key);
    const found = await call(listDrafts, { query: { conversationId } });
    const theirs = found.find((draft) => draft.kind === kind);
    const ours = copies.get(key);
    if (!ours) return;
    if (!theirs) {
      const { content } = ours;
      const again = { id: crypto.randomUUID(), content, ...formatOf(ours), revision: 0, isDirty: true };
      store(key, blank(content) ? undefined : again);
      return;
    }
    const isOurOwn = theirs.id === ours.id && theirs.content === ours.tried;
    // When one of two texts has formatting, both are treated as Markdown.
    const isMarkdown = isOurOwn ? !!ours.isMarkdown : !!ours.isMarkdown || theirs.isMarkdown;
    const written = (draft: Pick<Copy, 'content' | 'isMarkdown'>): string =>
      isMarkdown && !draft.isMarkdown ? markdownOf(draft.content) : draft.content;
    const content = isOurOwn ? ours.content : mergedText(written(theirs), written(ours));
    const isDirty = content !== theirs.content || isMarkdown !== theirs.isMarkdown;
    store(key, { id: theirs.id, content, ...formatOf({ isMarkdown }), revision: theirs.revision, isDirty });
    if (content !== ours.content) announce(key, content);
  }

  /** Takes over the server's draft; null for none. */
  function adopt(key: string, draft: Draft | null): void {
    const ours = copies.get(key);
    if (draft && (sent.has(draft.id) || pendingIds().includes(draft.id))) return;
    // Text that is being typed here is settled when it is saved.
    if (ours?.isDirty || (draft && ours?.id === draft.id && ours.revision >= draft.revision)) return;
    if (!draft && !ours) return;
    const { id = '', content = '', revision = 0 } = draft ?? {};
    store(key, draft ? { id, content, ...formatOf(draft), revision, isDirty: false } : undefined);
    if (draft?.content !== ours?.content) announce(key, draft?.content ?? '');
  }

  async function catchUp(): Promise<void> {
    try {
      const all = await call(listDrafts, { query: {} });
      if (isClosed) return;
      const known = new Set(all.map((draft) => keyOf(draft.conversationId, draft.kind)));
      for (const draft of all) adopt(keyOf(draft.conversationId, draft.kind), draft);
      // Missing on the server: sent, or discarded, on another device.
      for (const [key, copy] of copies) if (!known.has(key) && copy.revision > 0) adopt(key, null);
    } catch {
      // Not reached: repeated with the next connection.
    }
    for (const [key, copy] of copies) if (copy.isDirty) plan(key, 0);
  }

  return {
    contentOf: (conversationId, kind) => copies.get(keyOf(conversationId, kind))?.content ?? '',
    isMarkdown: (conversationId, kind) => copies.get(keyOf(conversationId, kind))?.isMarkdown ?? false,
    keep(conversationId, kind, content, isMarkdown = false) {
      const key = keyOf(conversationId, kind);
      const known = copies.get(key);
      if ((known?.content ?? '') === content && !!known?.isMarkdown === isMarkdown) return;
      const { id = crypto.randomUUID(), revision = 0, tried } = known ?? {};
      store(key, {
        id,
        revision,
        content,
        ...formatOf({ isMarkdown }),
        isDirty: true,
        ...(tried !== undefined && { tried }),
      });
      if (!timers.has(key)) plan(key, draftSavedAfterMs);
    },
    take(conversationId, kind) {
      const key = keyOf(conversationId, kind);
      const id = copies.get(key)?.id ?? crypto.randomUUID();
      clearTimeout(timers.get(key));
      timers.delete(key);
      store(key, undefined);
      sent.add(id);
      return id;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply(frame) {
      if (frame.type === 'draft') adopt(keyOf(frame.conversationId, frame.kind), frame.draft);
      // A deleted conversation takes no drafts.
      else if (frame.type === 'conversation_deleted')
        for (const kind of ['reply', 'note'] as const) store(keyOf(frame.conversationId, kind), undefined);
    },
    catchUp: () => void catchUp(),
    close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** A conversation's id, behind `note.` for a note. */
const draftKey = /^(?:note\.)?[0-9a-f-]{36}$/;

/** Parses a stored copy. Plain text of older releases is sent to the server like text typed offline. */
function copyFrom(text: string): Copy | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isCopy(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
