/** Used parts of Amazon's client; loaded only by installations that store files in a bucket. */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
