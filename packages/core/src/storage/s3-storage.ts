/** Files in a bucket of any service that speaks S3, by Amazon's client. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { DependencyUnavailable, isConnectionError } from '@parley/service/errors';
import type * as s3Sdk from './s3-client.ts';
import { type FileStorage, ObjectMissing } from './storage.ts';

export interface S3Options {
  bucket: string;
  endpoint: string | undefined;
  /** Whether the bucket is named in the path of the endpoint instead of its host. */
  pathStyle: boolean;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  workFolder: string;
}

interface S3 {
  sdk: typeof s3Sdk;
  client: S3Client;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** Returns true if the service is down, hangs, or throttles: the same call may succeed a little later. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? Number(metadata.httpStatusCode)
      : 0;
  return status >= 500 || status === 429 || error.name === 'TimeoutError' || isConnectionError(error);
}

const connectMs = 5_000;
/** Maximum time without a byte in either direction, so that a hanging service blocks no call. */
const silenceMs = 30_000;

/** Every call throws DependencyUnavailable while the service is away. */
export function createS3Storage(options: S3Options): FileStorage {
  const { bucket: Bucket, endpoint, pathStyle, region, accessKeyId, secretAccessKey, workFolder } = options;
  let opened: Promise<S3> | undefined;
  /** Loaded on demand: installations with a folder keep nothing of it in memory. */
  const s3 = () =>
    (opened ??= import('./s3-client.ts').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        ...(endpoint !== undefined && { endpoint, forcePathStyle: pathStyle }),
        ...(accessKeyId !== undefined &&
          secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
        requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
        // Checksums beyond the signature are known to few services but Amazon's.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })));
  const asked = async <T>(ask: (s3: S3) => Promise<T>): Promise<T> => {
    try {
      return await ask(await s3());
    } catch (error) {
      throw isAway(error) ? new DependencyUnavailable('files', error) : error;
    }
  };

  return {
    workFolder,
    async put(key, file) {
      const { size } = await stat(file);
      const body = createReadStream(file);
      try {
        await asked(({ sdk, client }) =>
          client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength: size })),
        );
      } finally {
        // After a failed call it is still open.
        body.destroy();
      }
      await rm(file, { force: true });
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const {
        Body,
        ContentLength = 0,
        ContentRange,
      } = await asked(({ sdk, client }) =>
        client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range })).catch((error: unknown) => {
          throw isMissing(error) ? new ObjectMissing(`There is no ${key}.`, { cause: error }) : error;
        }),
      );
      if (!(Body instanceof Readable)) throw new Error('The storage has answered without a body.');
      const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
      return { bytes: Body, size: whole === undefined ? ContentLength : Number(whole) };
    },
    async *list(prefix) {
      let next: string | undefined;
      do {
        const from = next;
        const page = await asked(({ sdk, client }) =>
          client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: from })),
        );
        for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, size: Size, changedAt: LastModified };
        }
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
    async remove(key) {
      await asked(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })));
    },
    room: async () => null,
    close: () => void opened?.then(({ client }) => client.destroy()),
  };
}
