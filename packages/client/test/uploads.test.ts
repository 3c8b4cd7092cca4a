import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UploadRefused } from '../src/upload.ts';
import { createUploads, type Upload, type Uploads, type UploadsOptions } from '../src/uploads.ts';

/** A single answer of the server per call, in order; a number alone is a status. */
type Answer = number | { status: number; offset: number };

let answers: Answer[];
let calls: string[];
let uploads: Uploads;
const announce = vi.fn<UploadsOptions['announce']>();
const cancel = vi.fn<UploadsOptions['cancel']>(() => Promise.resolve());

class ScriptedRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  #offset = '';
  #headers: Record<string, string> = {};
  #method = '';
  open(method: string): void {
    this.#method = method;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  getResponseHeader(): string {
    return this.#offset;
  }
  abort(): void {
    this.dispatchEvent(new Event('loadend'));
  }
  send(): void {
    calls.push(`${this.#method} ${this.#headers['Upload-Offset']}`);
    const answer = answers.shift();
    // Nobody answers any more.
    if (answer === undefined) return;
    const { status, offset } = typeof answer === 'number' ? { status: answer, offset: 0 } : answer;
    queueMicrotask(() => {
      this.status = status;
      this.#offset = String(offset);
      this.dispatchEvent(new Event('loadend'));
    });
  }
}

beforeEach(() => {
  answers = [];
  calls = [];
  announce.mockReset().mockImplementation(({ name }) => Promise.resolve(`id of ${name}`));
  cancel.mockClear();
  vi.stubGlobal('XMLHttpRequest', ScriptedRequest);
  vi.stubGlobal('indexedDB', undefined);
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  uploads = createUploads({
    storeName: 'test',
    announce,
    cancel,
    isPassing: (error) => !(error instanceof UploadRefused) && error instanceof TypeError,
    urlOf: (id) => `/uploads/${id}`,
    changed: () => undefined,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const file = new File(['0123456789'], 'ten.txt');
const only = () => uploads.list[0];

test('an upload goes on behind what has arrived when a call is cut off, and asks where that is', async () => {
  answers = [0, { status: 200, offset: 4 }, { status: 204, offset: 10 }];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  expect(calls).toEqual(['PATCH 0', 'HEAD 0', 'PATCH 4']);
  expect(only()?.announced).toBe('id of ten.txt');
});

test('an upload announces a file once the network is back, and gives up at once where it is refused', async () => {
  announce.mockRejectedValueOnce(new TypeError('no network'));
  answers = [{ status: 204, offset: 10 }];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  const refusal = new Error('not here');
  announce.mockRejectedValueOnce(refusal);
  uploads.add('', [file]);
  await vi.waitFor(() => expect(uploads.list[1]?.error).toBe(refusal), 40_000);
});

test('a file that the server no longer knows is announced again by hand, and only while no message names it', async () => {
  answers = [404];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.error).toBeInstanceOf(UploadRefused), 40_000);
  answers = [{ status: 204, offset: 10 }];
  uploads.retry(only()?.key ?? '');
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  expect(announce).toHaveBeenCalledTimes(2);
});

test('files taken by a message are not available to another; they can be put back, and removed ones are cancelled', async () => {
  uploads.add('one', [file, file]);
  uploads.add('another', [file]);
  await vi.waitFor(() => expect(uploads.list.every(({ announced }) => announced)).toBe(true), 40_000);
  expect(uploads.take('one', 'message').length).toBe(2);
  expect(uploads.take('one', 'next')).toEqual([]);
  uploads.putBack('message');
  expect(uploads.take('one', 'next').length).toBe(2);
  uploads.remove(uploads.list[0]?.key ?? '');
  expect(cancel).not.toHaveBeenCalled();
  uploads.remove(uploads.list.at(-1)?.key ?? '');
  expect(cancel).toHaveBeenCalledWith('id of ten.txt');
  expect(uploads.list.length).toBe(1);
});

describe('two tabs of one browser', () => {
  const options = (changed: Partial<UploadsOptions> = {}): UploadsOptions => ({
    storeName: 'tabs',
    announce,
    cancel,
    isPassing: () => false,
    urlOf: (id) => `/uploads/${id}`,
    changed: () => undefined,
    ...changed,
  });

  /** Locks as browsers hand them out: one at a time has each, the others in the order in which they asked. */
  class Locks {
    readonly #ends = new Map<string, () => void>();
    readonly #last = new Map<string, Promise<unknown>>();
    request(name: string, granted: () => Promise<void>): Promise<unknown> {
      const before = this.#last.get(name) ?? Promise.resolve();
      const turn = before.then(() => {
        const left = new Promise<void>((resolve) => this.#ends.set(name, resolve));
        return Promise.race([granted(), left]);
      });
      this.#last.set(name, turn);
      return turn;
    }
    /** Closes the page that holds the files. */
    leave(): void {
      for (const end of this.#ends.values()) end();
    }
  }
  let locks: Locks;
  beforeEach(() => {
    locks = new Locks();
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('navigator', { locks });
  });

  /** Reads the uploads stored in the browser. */
  async function kept(): Promise<Upload[]> {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answer(indexedDB.open('tabs'));
    const found = await answer<Upload[]>(database.transaction('files').objectStore('files').getAll());
    database.close();
    return found;
  }

  test('a file is sent by the one it was added in, and once that is gone by the other, from where it was', async () => {
    const first = createUploads(options());
    first.add('talk', [file]);
    await vi.waitFor(() => expect(calls).toEqual(['PATCH 0']), 40_000);
    first.describe(first.list[0]?.key ?? '', 'Ten digits', true);
    const second = createUploads(options());
    expect((await second.restored).map(({ name }) => name)).toEqual(['ten.txt']);
    expect(second.list).toEqual([]);
    answers = [
      { status: 200, offset: 4 },
      { status: 204, offset: 10 },
    ];
    locks.leave();
    await vi.waitFor(() => expect(second.list[0]?.isWhole).toBe(true), 40_000);
    expect(calls).toEqual(['PATCH 0', 'HEAD 0', 'PATCH 4']);
    expect(announce).toHaveBeenCalledTimes(1);
    expect(second.list).toMatchObject([{ announced: 'id of ten.txt', group: 'talk', alt: 'Ten digits' }]);
  });

  test('a file that a message has taken is that message’s in the other as well, and is kept no longer than needed', async () => {
    const first = createUploads(options());
    first.add('talk', [file]);
    await vi.waitFor(() => expect(calls).toEqual(['PATCH 0']), 40_000);
    first.take('talk', 'message');
    await vi.waitFor(async () => expect((await kept())[0]?.messageId).toBe('message'), 40_000);
    const second = createUploads(options());
    await second.restored;
    answers = [{ status: 200, offset: 10 }];
    locks.leave();
    await vi.waitFor(() => expect(second.list[0]?.isWhole).toBe(true), 40_000);
    expect(second.take('talk', 'another')).toEqual([]);
    await vi.waitFor(async () => expect(await kept()).toEqual([]), 40_000);
  });

  test('a file that is taken out in one is not taken up by the other', async () => {
    const first = createUploads(options());
    first.add('talk', [file]);
    await vi.waitFor(() => expect(calls).toEqual(['PATCH 0']), 40_000);
    const second = createUploads(options());
    await second.restored;
    first.remove(first.list[0]?.key ?? '');
    await vi.waitFor(async () => expect(await kept()).toEqual([]), 40_000);
    expect(cancel).toHaveBeenCalledWith('id of ten.txt');
    expect(second.list).toEqual([]);
    expect(calls).toEqual(['PATCH 0']);
  });

  test('a message that both tabs may send without locks has the file announced first', async () => {
    vi.stubGlobal('navigator', {});
    const announced: ((id: string) => void)[] = [];
    announce.mockImplementation(() => new Promise((resolve) => announced.push(resolve)));
    const first = createUploads(options());
    first.add('talk', [file]);
    await vi.waitFor(() => expect(announced).toHaveLength(1), 40_000);
    const second = createUploads(options());
    await vi.waitFor(() => expect(announced).toHaveLength(2), 40_000);
    announced[1]?.('faster');
    await vi.waitFor(() => expect(second.list[0]?.announced).toBe('faster'), 40_000);
    announced[0]?.('slower');
    await vi.waitFor(() => expect(first.list[0]?.announced).toBe('faster'), 40_000);
  });
});
