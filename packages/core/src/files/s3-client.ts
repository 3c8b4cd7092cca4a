/** What is used of Amazon's client; loaded by who keeps files in a bucket, and by nobody else. */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
