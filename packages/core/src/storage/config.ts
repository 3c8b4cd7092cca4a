/** Configures the storage of messages' files through environment variables. */
import * as Type from 'typebox';

const s3 = (description: string, examples: string[], secret = false) =>
  Type.Optional(Type.String({ minLength: 1, description, examples, ...(secret && { secret }) }));

const pathStyle = Type.Boolean({
  default: true,
  description:
    'Whether the bucket is named in the path of that address; `false` names it in the host, for services that want it so (`https://bucket.host/key`)',
  examples: ['false'],
});

/** Variables of the API and the worker. */
export const filesConfig = {
  FILES_FOLDER: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The folder that keeps the files of messages; API and worker need the same one. With `FILES_S3_BUCKET` only what is just being worked on. Without either nobody can send files',
      examples: ['/var/lib/parley/files'],
    }),
  ),
  FILES_RESERVE_MB: Type.Integer({
    minimum: 0,
    default: 256,
    description: 'How much of that folder’s disk stays free: new files are refused before, messages never',
    examples: ['256'],
  }),
  FILES_WAITING_PER_ADDRESS_MB: Type.Integer({
    minimum: 25,
    default: 64,
    description:
      'How much visitors of one network address (of IPv6 one /64) may store before they have written anything; files that no message follows are removed within the hour',
    examples: ['64'],
  }),
  FILES_WAITING_MB: Type.Integer({
    minimum: 25,
    default: 1024,
    description: 'The same of all of them together',
    examples: ['1024'],
  }),
  FILES_S3_BUCKET: s3('Keeps the files of messages in this bucket of an S3-compatible service instead', [
    'parley-files',
  ]),
  FILES_S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description: 'The address of that service; Amazon’s own without it',
      examples: ['https://s3.example.com'],
    }),
  ),
  FILES_S3_PATH_STYLE: pathStyle,
  FILES_S3_REGION: Type.String({
    minLength: 1,
    default: 'us-east-1',
    description: 'Its region',
    examples: ['eu-central-1'],
  }),
  FILES_S3_ACCESS_KEY_ID: s3('Who signs in to it', ['parley']),
  FILES_S3_SECRET_ACCESS_KEY: s3('With what', ['the secret of that key'], true),
  CLAMAV_URL: Type.Optional(
    Type.String({
      pattern: '^tcp://[^/?#]+:[0-9]+$',
      description:
        'A ClamAV daemon that looks into every file (`INSTREAM`). While it does not answer, no file gets through',
      examples: ['tcp://clamav:3310'],
    }),
  ),
} as const;

const FilesConfig = Type.Object(filesConfig);
export type FilesConfig = Type.Static<typeof FilesConfig>;

/** Variables of the API and the worker: the place of the files of an installation that is copied from. */
export const sourceFilesConfig = {
  SYNC_SOURCE_FILES_FOLDER: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The `FILES_FOLDER` of the installation that is copied from; reading is enough. Without it and a bucket, files are copied by name alone',
      examples: ['/mnt/production/files'],
    }),
  ),
  SYNC_SOURCE_FILES_S3_BUCKET: s3('The bucket that it keeps its files in instead', ['production-files']),
  SYNC_SOURCE_FILES_S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://.+',
      description: 'The address of that service; Amazon’s own without it',
      examples: ['https://s3.example.com'],
    }),
  ),
  SYNC_SOURCE_FILES_S3_PATH_STYLE: pathStyle,
  SYNC_SOURCE_FILES_S3_REGION: Type.String({
    minLength: 1,
    default: 'us-east-1',
    description: 'Its region',
    examples: ['eu-central-1'],
  }),
  SYNC_SOURCE_FILES_S3_ACCESS_KEY_ID: s3('Who signs in to it; reading is enough', ['parley']),
  SYNC_SOURCE_FILES_S3_SECRET_ACCESS_KEY: s3('With what', ['the secret of that key'], true),
} as const;

const SourceFilesConfig = Type.Object(sourceFilesConfig);
export type SourceFilesConfig = Type.Static<typeof SourceFilesConfig>;
