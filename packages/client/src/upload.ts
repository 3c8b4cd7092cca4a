/** Sends the bytes of an announced file (tus 1.0.0). */

export interface UploadOptions {
  /** Address for the bytes: the `url` from announcing the file, prefixed with the service's origin where needed. */
  url: string;
  file: Blob;
  /** Headers that identify the sender where no cookie does. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Some of it may have arrived already. */
  isBegun: boolean;
  /** How many bytes have gone out so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/** The service did not take the bytes; `status` is 0 where it could not be reached. */
export class UploadRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`${status}`);
    this.status = status;
  }
  /** Another call was faster, too many came at once, or the service is away: trying again may do. */
  get isPassing(): boolean {
    return [0, 408, 409, 429].includes(this.status) || this.status >= 500;
  }
}

const protocol = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' };

/**
 * Sends what has not arrived yet; resolves when all has.
 *
 * @throws UploadRefused, also where the connection was cut or `signal` aborted: what had come by then is kept
 */
export async function uploadBytes({ url, file, headers, isBegun, onProgress, signal }: UploadOptions): Promise<void> {
  const offset = isBegun ? await call('HEAD') : 0;
  onProgress(offset);
  if (offset < file.size && (await call('PATCH', offset)) < file.size) throw new UploadRefused(0);

  /** How much has arrived; `PATCH` sends what lies behind `from` along. */
  function call(method: 'HEAD' | 'PATCH', from = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      // fetch tells nothing of how far a body has gone.
      const request = new XMLHttpRequest();
      signal.addEventListener('abort', () => request.abort());
      request.open(method, url);
      for (const [name, value] of Object.entries({ ...headers, ...protocol, 'Upload-Offset': String(from) }))
        request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded }) => onProgress(from + loaded));
      request.addEventListener('loadend', () => {
        const { status } = request;
        if (status > 199 && status < 300) resolve(Number(request.getResponseHeader('Upload-Offset')));
        else reject(new UploadRefused(status));
      });
      request.send(method === 'PATCH' ? file.slice(from) : null);
    });
  }
}
