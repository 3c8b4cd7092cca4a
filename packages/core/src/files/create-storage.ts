/** Which storage an installation has. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FilesConfig } from './config.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

/** The storage that the environment describes; null where it describes none. */
export function createFileStorage(config: FilesConfig): FileStorage | null {
  const { FILES_FOLDER: folder, FILES_S3_BUCKET: bucket, FILES_RESERVE_MB: reserve } = config;
  if (bucket !== undefined) {
    return createS3Storage({
      bucket,
      endpoint: config.FILES_S3_ENDPOINT,
      region: config.FILES_S3_REGION,
      accessKeyId: config.FILES_S3_ACCESS_KEY_ID,
      secretAccessKey: config.FILES_S3_SECRET_ACCESS_KEY,
      workFolder: path.join(folder ?? tmpdir(), 'parley-files'),
    });
  }
  return folder === undefined ? null : createFolderStorage({ folder, reserveBytes: reserve * 1024 * 1024 });
}
