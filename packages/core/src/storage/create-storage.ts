/** Which storage an installation has. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FilesConfig, SourceFilesConfig } from './config.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage, type S3Options } from './s3-storage.ts';
import type { FileStorage } from './storage.ts';

interface Place extends Omit<S3Options, 'bucket' | 'workFolder'> {
  folder: string | undefined;
  reserveMb: number;
  bucket: string | undefined;
}

function storageAt({ folder, reserveMb, bucket, ...service }: Place): FileStorage | null {
  if (bucket !== undefined) {
    return createS3Storage({ ...service, bucket, workFolder: path.join(folder ?? tmpdir(), 'parley-files') });
  }
  return folder === undefined ? null : createFolderStorage({ folder, reserveBytes: reserveMb * 1024 * 1024 });
}

/** The storage that the environment describes; null where it describes none. */
export const createFileStorage = (config: FilesConfig): FileStorage | null =>
  storageAt({
    folder: config.FILES_FOLDER,
    reserveMb: config.FILES_RESERVE_MB,
    bucket: config.FILES_S3_BUCKET,
    endpoint: config.FILES_S3_ENDPOINT,
    pathStyle: config.FILES_S3_PATH_STYLE,
    region: config.FILES_S3_REGION,
    accessKeyId: config.FILES_S3_ACCESS_KEY_ID,
    secretAccessKey: config.FILES_S3_SECRET_ACCESS_KEY,
  });

/** Returns the storage of the installation that is copied from, read-only; null if it isn't configured. */
export const createSourceStorage = (config: SourceFilesConfig): FileStorage | null =>
  storageAt({
    folder: config.SYNC_SOURCE_FILES_FOLDER,
    reserveMb: 0,
    bucket: config.SYNC_SOURCE_FILES_S3_BUCKET,
    endpoint: config.SYNC_SOURCE_FILES_S3_ENDPOINT,
    pathStyle: config.SYNC_SOURCE_FILES_S3_PATH_STYLE,
    region: config.SYNC_SOURCE_FILES_S3_REGION,
    accessKeyId: config.SYNC_SOURCE_FILES_S3_ACCESS_KEY_ID,
    secretAccessKey: config.SYNC_SOURCE_FILES_S3_SECRET_ACCESS_KEY,
  });
