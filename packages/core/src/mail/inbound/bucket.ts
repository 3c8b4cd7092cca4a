/** Mails that SES has put into a bucket, read with the mailbox's own key through the guarded client. */
import { Readable } from 'node:stream';
import type { MailBucket } from '@parley/contracts/channels/mailboxes';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { OutboundError } from '@parley/service/outbound-errors';
import type { ExternalContext } from '../../external/services.ts';

/** SNS waits 15 seconds for an answer. */
const timeoutMs = 12_000;

/** Request that the client of S3 has signed. */
interface SignedRequest {
  hostname: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
}

/**
 * Returns the beginning of an object, at most `maxBytes` of it.
 *
 * @throws Problem `unavailable` with the reason
 */
export async function readFromBucket(
  { external }: Pick<ExternalContext, 'external'>,
  { bucket, region, accessKeyId, secretAccessKey }: MailBucket,
  key: string,
  maxBytes: number,
): Promise<Buffer> {
  const { GetObjectCommand, S3Client } = await import('../../storage/s3-client.ts');
  let status = 0;
  const client = new S3Client({
    region,
    // The bucket never becomes part of the host, so that the host is Amazon's whatever the bucket is called.
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    // It signs the request; the guarded client sends it.
    requestHandler: {
      async handle({ hostname, path, query, headers: { host: _host, ...headers } }: SignedRequest) {
        const url = `https://${hostname}${path}?${new URLSearchParams(query).toString()}`;
        const answer = await external.outbound.request(url, {
          headers,
          timeoutMs,
          maxBytes,
          maxRedirects: 0,
          beginningIsEnough: true,
        });
        status = answer.status;
        return { response: { statusCode: status, headers: answer.headers, body: Readable.from([answer.bytes]) } };
      },
    },
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  try {
    const Range = `bytes=0-${maxBytes - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  } catch (error) {
    if (error instanceof OutboundError) throw new Problem('unavailable', error.words, { cause: error });
    if (status < 300) throw error;
    throw new Problem('unavailable', reasonOf(status, bucket), { cause: error });
  } finally {
    client.destroy();
  }
}

function reasonOf(status: number, bucket: string): Text {
  if (status === 400 || status === 401 || status === 403) return localize('bucket_refuses_key', { bucket });
  if (status === 301 || status === 404) return localize('mail_not_in_bucket', { bucket });
  return localize('bucket_failed', { bucket, status });
}
