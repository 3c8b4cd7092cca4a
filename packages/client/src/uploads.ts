/**
 * Files being uploaded. They are announced, then sent across as many interruptions as the network has, and stored in
 * this browser until they have arrived in a message: a reloaded page continues where the last one stopped.
 */
import { backOff } from './back-off.ts';
import { UploadRefused, uploadBytes } from './upload.ts';

export interface Upload {
  readonly key: string;
  /** Draft that the file belongs to. */
  readonly group: string;
  readonly name: string;
  readonly file: Blob;
  /** Alternative text of the picture. */
  readonly alt: string;
  /** Epoch milliseconds; later files have later ones. */
  readonly createdAt: number;
  /** The `clientMessageId` of the message that brings it, once there is one. */
  readonly messageId?: string | undefined;
  /** Its id, once the server knows of it. */
  readonly announced?: string | undefined;
  /** How many bytes have gone out. */
  readonly sent: number;
  /** All of it has arrived. */
  readonly isWhole: boolean;
  /** Why it does not go on; `retry` tries again. */
  readonly error?: unknown;
}

export interface UploadsOptions {
  /** The name of this browser's store. One per user or visitor: nobody sends what another left in the same browser. */
  storeName: string;
  /** Announces a file. What it throws is an end unless it `isPassing`; so with `headers`. */
  announce(file: { name: string; size: number }, signal: AbortSignal): Promise<string>;
  isPassing(error: unknown): boolean;
  /** Takes back what was announced. */
  cancel(id: string): Promise<unknown>;
  /** Returns headers that identify the sender where no cookie does. */
  headers?(): Promise<Readonly<Record<string, string>>>;
  /** Returns the address for the bytes of an announced file. */
  urlOf(id: string): string;
  /** Called after every change. */
  changed(): void;
}

export interface Uploads {
  /** In the order in which they were added; a new array whenever something changed. */
  readonly list: readonly Upload[];
  /** Resolves with the files stored in this browser, from all tabs. */
  readonly restored: Promise<readonly Upload[]>;
  add(group: string, files: Iterable<File>): void;
  /** Those of a group that no message has, and that nothing is wrong with, go with this one. */
  take(group: string, messageId: string): readonly Upload[];
  /** The message is not sent after all. */
  putBack: (messageId: string) => void;
  /** `isKept` keeps it over a reload: that is for when it is written, not for each key. */
  describe(key: string, alt: string, isKept: boolean): void;
  retry(key: string): void;
  /** Forgets it, and takes it back where no message has it. */
  remove(key: string): void;
}

const restMaxMs = 8_000;

/** @example const uploads = createUploads({ storeName: `parley:${user.id}`, announce, isPassing, cancel, changed: draw }); */
export function createUploads(options: UploadsOptions): Uploads {
  const { storeName } = options;
  const stops = new Map<string, AbortController>();
  /**
   * Stored files of this tab, each with the function that releases its lock: while it is held no other tab continues
   * the file.
   */
  const held = new Map<string, () => void>();
  let list: readonly Upload[] = [];
  let opened: Promise<IDBDatabase> | undefined;

  const find = (key: string): Upload | undefined => list.find((each) => each.key === key);

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(storeName);
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'key' });
    const database = await answered(request);
    // Another tab that deletes everything must not wait for this one.
    database.onversionchange = () => {
      database.close();
      opened = undefined;
    };
    return database;
  }

  /** Runs one transaction. When the store is forbidden, full or broken, files live only as long as the page. */
  async function within<T>(step: (store: IDBObjectStore) => Promise<T> | T): Promise<T | undefined> {
    try {
      return await step((await (opened ??= open())).transaction('files', 'readwrite').objectStore('files'));
    } catch {
      return undefined;
    }
  }

  function become(changed: readonly Upload[]): void {
    list = changed;
    options.changed();
    // The message names it, and its bytes are there: nothing needs what is kept of it.
    for (const { key, messageId, isWhole } of list) {
      if (isWhole && messageId && list.every((each) => each.messageId !== messageId || each.announced)) drop(key);
    }
  }

  /** All at once: what belongs to one message becomes its own in one step. */
  function change(keys: readonly string[], changed: Partial<Upload>, isKept?: boolean): void {
    become(
      list.map((each) => {
        if (!keys.includes(each.key)) return each;
        const upload = { ...each, ...changed };
        if (isKept) keep(upload);
        return upload;
      }),
    );
  }

  const keep = (upload: Upload): void =>
    void within((store) => commit(store.put({ ...upload, isWhole: false, error: undefined })));

  function drop(key: string): void {
    held.get(key)?.();
    if (held.delete(key)) void within((store) => commit(store.delete(key)));
  }

  /** Runs `step` once no other tab has this file. */
  function hold(key: string, step?: () => void): void {
    const granted = () =>
      new Promise<void>((resolve) => {
        held.set(key, resolve);
        step?.();
      });
    // Locks are forbidden where storage is; without TLS there are none.
    if (navigator.locks)
      navigator.locks.request(storeName + key, granted).catch(() => void (held.has(key) || granted()));
    else void granted();
  }

  async function run(key: string): Promise<void> {
    const upload = find(key);
    if (!upload || stops.has(key)) return;
    const { name, file, announced: known, error: before } = upload;
    const stop = new AbortController();
    const { signal } = stop;
    stops.set(key, stop);
    if (before) change([key], { error: undefined });
    let isBegun = !!known;
    try {
      const announce = () => options.announce({ name, size: file.size }, signal);
      const announced = known ?? (await keptFirst(key, await insist(announce, signal)));
      change([key], { announced });
      await insist(async () => {
        const headers = await options.headers?.();
        const url = options.urlOf(announced);
        const onProgress = (sent: number) => change([key], { sent });
        const bytes = uploadBytes({ url, file, headers, isBegun, onProgress, signal });
        isBegun = true;
        await bytes;
      }, signal);
      change([key], { isWhole: true });
    } catch (error) {
      if (!signal.aborted) change([key], { error });
    }
    stops.delete(key);
  }

  /** Keeps as what a file was announced; where another tab was faster, answers what that one has kept. */
  async function keptFirst(key: string, announced: string): Promise<string> {
    const kept = await within(async (store) => {
      const upload: Upload | undefined = await answered(store.get(key));
      if (upload && !upload.announced) await answered(store.put({ ...upload, announced }));
      return upload?.announced;
    });
    return kept ?? announced;
  }

  /** Tries until there is an answer, a refusal that does not pass, or `signal` is aborted. */
  async function insist<T>(step: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await step();
      } catch (error) {
        if (error instanceof UploadRefused ? !error.isPassing : !options.isPassing(error)) throw error;
        await new Promise((done) => setTimeout(done, backOff(failures, Math.random, restMaxMs)));
        signal.throwIfAborted();
      }
    }
  }

  async function left(): Promise<Upload[]> {
    return (await within<Upload[]>((store) => answered(store.getAll()))) ?? [];
  }

  /** Takes over the files of another page, once it has released them. */
  async function restore(): Promise<readonly Upload[]> {
    const found = await left();
    // Those of this page's own may be among them by now.
    for (const { key } of found) if (!held.has(key)) hold(key, () => void adopt(key));
    return found;
  }

  async function adopt(key: string): Promise<void> {
    const upload = (await left()).find((each) => each.key === key);
    if (!upload) return drop(key);
    become([...list, upload].toSorted((one, other) => one.createdAt - other.createdAt));
    void run(key);
  }

  return {
    get list() {
      return list;
    },
    restored: restore(),
    add(group, files) {
      for (const file of files) {
        const createdAt = Math.max(Date.now(), (list.at(-1)?.createdAt ?? 0) + 1);
        const key = `${createdAt}-${Math.random()}`;
        const upload = { key, group, name: file.name, file, alt: '', createdAt, sent: 0, isWhole: false };
        held.set(key, () => undefined);
        hold(key);
        keep(upload);
        become([...list, upload]);
        void run(key);
      }
    },
    take(group, messageId) {
      const taken = list.filter((each) => each.group === group && !each.messageId && !each.error);
      change(keysOf(taken), { messageId }, true);
      return taken;
    },
    putBack(id) {
      change(keysOf(list.filter(({ messageId }) => messageId === id)), { messageId: undefined }, true);
    },
    describe: (key, alt, isKept) => change([key], { alt }, isKept),
    retry(key) {
      const { error, messageId } = find(key) ?? {};
      // A file that the server no longer knows is announced again.
      if (error instanceof UploadRefused && !messageId) change([key], { announced: undefined, sent: 0 }, true);
      void run(key);
    },
    remove(key) {
      const { announced, messageId } = find(key) ?? {};
      stops.get(key)?.abort();
      drop(key);
      become(list.filter((each) => each.key !== key));
      if (announced && !messageId) options.cancel(announced).catch(() => undefined);
    },
  };
}

const keysOf = (uploads: readonly Upload[]): string[] => uploads.map(({ key }) => key);

/** Ends the transaction: a page that goes away before it has heard of success would take back what it wrote. */
const commit = (request: IDBRequest): void => request.transaction?.commit();

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('error', reject);
    request.onsuccess = () => resolve(request.result);
  });
