/** Files in a bucket of any service that speaks S3, by Amazon's client. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type * as s3Sdk from './s3-client.ts';
import { type FileStorage, ObjectMissing } from './storage.ts';

export interface S3Options {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  workFolder: string;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

export function createS3Storage(options: S3Options): FileStorage {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey, workFolder } = options;
  let opened: Promise<{ sdk: typeof s3Sdk; client: S3Client }> | undefined;
  /** Loaded by whom it serves: an installation with a folder has nothing of it in memory. */
  const s3 = () =>
    (opened ??= import('./s3-client.ts').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
        ...(accessKeyId !== undefined &&
          secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
        // Checksums beyond the signature are known to few services but Amazon's.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })));

  return {
    workFolder,
    async put(key, file) {
      const { sdk, client } = await s3();
      const { size } = await stat(file);
      const body = createReadStream(file);
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: body, ContentLength: size }));
      await rm(file, { force: true });
    },
    async read(key, range) {
      const { sdk, client } = await s3();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const {
        Body,
        ContentLength = 0,
        ContentRange,
      } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: key, Range })).catch((error: unknown) => {
        throw isMissing(error) ? new ObjectMissing(`There is no ${key}.`, { cause: error }) : error;
      });
      if (!(Body instanceof Readable)) throw new Error('The storage has answered without a body.');
      const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
      return { bytes: Body, size: whole === undefined ? ContentLength : Number(whole) };
    },
    async *list(prefix) {
      const { sdk, client } = await s3();
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, size: Size, changedAt: LastModified };
        }
      }
    },
    async remove(key) {
      const { sdk, client } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }));
    },
    room: async () => null,
    close: () => void opened?.then(({ client }) => client.destroy()),
  };
}
