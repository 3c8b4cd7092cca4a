/** Sends the bytes of an announced file, over as many breaks of the network as there are (tus 1.0.0). */
import { backOff } from './back-off.ts';

export interface UploadOptions {
  /** Where its bytes go: the `url` that announcing it has answered, or that with the service's origin before it. */
  url: string;
  file: Blob;
  /** Who sends it, where no cookie says so. */
  headers?: Readonly<Record<string, string>>;
  /** How many bytes have gone out so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/** The service does not want the file; trying again will not change that. */
export class UploadRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The upload was refused with ${status}.`);
    this.status = status;
  }
}

/** The longest pause: somebody looks at it and waits. */
const restMaxMs = 8_000;

/** Refusals that pass: another call was faster, too many at once, or the service is away. */
const isPassing = (status: number): boolean =>
  status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;

/**
 * Resolves when all bytes have arrived.
 *
 * @throws UploadRefused, and the signal's reason once it is aborted
 */
export async function uploadBytes({ url, file, headers, onProgress, signal }: UploadOptions): Promise<void> {
  let failures = 0;
  for (let offset = 0; offset < file.size; ) {
    signal.throwIfAborted();
    const { status, arrived } = await append(offset);
    if (arrived !== undefined) {
      failures = 0;
      offset = arrived;
      onProgress(offset);
      continue;
    }
    if (!isPassing(status)) throw new UploadRefused(status);
    await pause(backOff(failures, Math.random, restMaxMs), signal);
    failures += 1;
    offset = (await known()) ?? offset;
    onProgress(offset);
  }

  function append(offset: number): Promise<{ status: number; arrived?: number | undefined }> {
    const { promise, resolve } = Promise.withResolvers<{ status: number; arrived?: number | undefined }>();
    // fetch tells nothing of how far a body has gone.
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('PATCH', url);
    for (const [name, value] of Object.entries({ ...headers, ...protocol, 'Upload-Offset': String(offset) }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(offset + loaded));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      const arrived = request.status === 204 ? offsetIn(request.getResponseHeader('Upload-Offset')) : undefined;
      resolve({ status: request.status, arrived });
    });
    signal.addEventListener('abort', abort);
    request.send(file.slice(offset));
    return promise;
  }

  /** How much has arrived; undefined while nobody says. */
  async function known(): Promise<number | undefined> {
    const answer = await fetch(url, {
      method: 'HEAD',
      headers: { ...headers, 'Tus-Resumable': '1.0.0' },
      signal,
    }).catch(() => undefined);
    if (answer && !answer.ok && !isPassing(answer.status)) throw new UploadRefused(answer.status);
    return answer?.ok ? offsetIn(answer.headers.get('Upload-Offset')) : undefined;
  }
}

const protocol = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };

const offsetIn = (header: string | null): number | undefined => (header === null ? undefined : Number(header));

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  return promise;
}
