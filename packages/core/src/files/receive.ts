/**
 * Receives bytes by tus 1.0.0 (https://tus.io/protocols/resumable-upload), which `@tus/server` implements. Each call's
 * bytes are an object, named by its offset: if a call is cut off, its bytes are kept, and the next one continues after
 * them, in whichever process it arrives.
 */
import { Readable } from 'node:stream';
import { Problem, type ProblemCode } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Database } from '@parley/db/database';
import { findFile } from '@parley/db/files/uploads';
import { noteReceived } from '@parley/db/files/before-message';
import { DependencyUnavailable } from '@parley/service/errors';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { ExternalContext } from '../external/services.ts';
import { partKey, receivedParts } from './parts.ts';
import { type FileStorage, StorageFull, writeObject } from '../storage/storage.ts';
import {
  full,
  ownFile,
  receivedWhole,
  refuseWithoutRoom,
  reserve,
  storageOf,
  type UploadCaller,
  wasErased,
} from './uploads.ts';

/** Maximum number of calls per file, after which it starts over: no network fails so often within 25 MB. */
const partsMax = 1_000;

class Parts extends DataStore {
  readonly #storage: FileStorage;
  readonly #db: Database;

  constructor(storage: FileStorage, db: Database) {
    super();
    this.#storage = storage;
    this.#db = db;
  }

  override async getUpload(id: string): Promise<Upload> {
    const file = await findFile(this.#db, id);
    if (file?.attachment.state !== 'receiving') throw ERRORS.FILE_NOT_FOUND;
    const { size } = file.attachment;
    const { parts, size: offset } = await receivedParts(this.#storage, id);
    if (parts.length >= partsMax && offset < size) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size, offset });
  }

  /** Stores bytes until the end, or until the call is cut off. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const key = partKey(id, offset);
    let length = 0;
    let cut: unknown;
    await writeObject(
      this.#storage,
      key,
      (async function* () {
        try {
          for await (const chunk of stream) {
            length += chunk.length;
            yield chunk;
          }
        } catch (error) {
          cut = error;
        }
      })(),
    );
    if (await wasErased(this.#db, this.#storage, id)) throw ERRORS.FILE_NOT_FOUND;
    if (cut !== undefined) throw cut;
    return offset + length;
  }
}

export interface TusCall {
  method: 'HEAD' | 'PATCH';
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes, with `PATCH`. */
  body?: Readable;
}

export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
}

/** Those that tus reads. */
const headersIn = ['tus-resumable', 'upload-offset', 'content-type', 'content-length'];
/** Headers of its answers. */
const headersOut = ['tus-resumable', 'upload-offset', 'upload-length'];

const codes: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
};

const tusPath = 'http://tus.invalid/';

export type Receiver = (caller: UploadCaller, id: string, call: TusCall) => Promise<TusAnswer>;

/**
 * Receives bytes of announced files, each from its owner, and queues their check once all have arrived.
 *
 * The answer throws Problem `not_found`, `conflict` at an offset other than the file's, `too_large` beyond its size,
 * `malformed` for a request that isn't tus, `unavailable` while the storage is full or unavailable.
 */
export function createReceiver(context: ExternalContext): Receiver {
  const failures = new WeakMap<Request, unknown>();
  let opened: Server | undefined;
  const server = (): Server =>
    (opened ??= new Server({
      path: '/',
      datastore: new Parts(storageOf(context), context.db),
      onResponseError: (request, error) => {
        failures.set(request, error);
        return undefined;
      },
    }));

  return async (caller, id, { method, headers, body }) => {
    const { attachment } = await ownFile(context, caller, id);
    if (attachment.state !== 'receiving') {
      const length = String(attachment.size);
      const isWhole = attachment.state !== 'refused';
      if (method === 'HEAD' && isWhole) {
        return { status: 200, headers: { 'tus-resumable': '1.0.0', 'upload-offset': length, 'upload-length': length } };
      }
      throw new Problem(isWhole ? 'conflict' : 'not_found', 'This file takes no more bytes.');
    }
    if (method === 'PATCH') {
      await refuseWithoutRoom(storageOf(context), attachment.size);
      if (caller.kind === 'visitor') await reserve(context, id);
    }
    const given = headersIn.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const request = new Request(`${tusPath}${id}`, {
      method,
      headers: Object.fromEntries(given),
      ...(body && { body: Readable.toWeb(body), duplex: 'half' }),
    });
    const answer = await server().handleWeb(request);
    if (method === 'PATCH' && caller.kind === 'visitor') {
      await noteReceived(context.db, id, (await receivedParts(storageOf(context), id)).size);
    }
    if (answer.status >= 400) throw refused(answer, await answer.text(), failures.get(request));
    // Repairs the state if a process was killed between the last byte and storing it.
    if (answer.headers.get('upload-offset') === String(attachment.size)) await receivedWhole(context, id);
    return {
      status: answer.status,
      headers: Object.fromEntries(headersOut.flatMap((name) => pair(name, answer.headers.get(name)))),
    };
  };
}

const pair = (name: string, value: string | null): [string, string][] => (value === null ? [] : [[name, value]]);

function refused({ status }: Response, words: string, cause: unknown): Problem {
  if (cause instanceof StorageFull) return full();
  if (cause instanceof DependencyUnavailable) return cause;
  const code = codes[status];
  if (code) return new Problem(code, words.trim(), { cause });
  return status >= 500
    ? new Problem('unavailable', localize('file_not_kept'), { cause, retryAfterSeconds: 2 })
    : new Problem('malformed', words.trim(), { cause });
}
