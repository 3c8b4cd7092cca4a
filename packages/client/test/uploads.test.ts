import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UploadRefused } from '../src/upload.ts';
import { createUploads, type Uploads, type UploadsOptions } from '../src/uploads.ts';

/** One answer of the server to each call, in their order; a number alone is a status. */
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

test('goes on behind what has arrived when a call is cut off, and asks where that is', async () => {
  answers = [0, { status: 200, offset: 4 }, { status: 204, offset: 10 }];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  expect(calls).toEqual(['PATCH 0', 'HEAD 0', 'PATCH 4']);
  expect(only()?.announced).toBe('id of ten.txt');
});

test('announces a file once the network is back, and gives up at once where it is refused', async () => {
  announce.mockRejectedValueOnce(new TypeError('no network'));
  answers = [{ status: 204, offset: 10 }];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  const refusal = new Error('not here');
  announce.mockRejectedValueOnce(refusal);
  uploads.add('', [file]);
  await vi.waitFor(() => expect(uploads.list[1]?.error).toBe(refusal), 40_000);
});

test('announces anew by hand what the server knows no more, and only while no message names it', async () => {
  answers = [404];
  uploads.add('', [file]);
  await vi.waitFor(() => expect(only()?.error).toBeInstanceOf(UploadRefused), 40_000);
  answers = [{ status: 204, offset: 10 }];
  uploads.retry(only()?.key ?? '');
  await vi.waitFor(() => expect(only()?.isWhole).toBe(true), 40_000);
  expect(announce).toHaveBeenCalledTimes(2);
});

test('what a message takes is for no other; put back it is, and what is removed before is taken back', async () => {
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
