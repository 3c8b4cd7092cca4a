/**
 * A service that speaks as much of S3 as objects need: put, get by range, head, delete, list. It refuses requests with
 * a wrong signature (Signature Version 4) or with bytes that do not match.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface S3Server {
  url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stored objects by key. */
  readonly objects: Map<string, { bytes: Buffer; changedAt: Date }>;
  /** How many calls it has refused for their signature. */
  refused: number;
  /** While true every call is answered 503. */
  isAway: boolean;
  /** Whether the bucket has to be named in the host, as Alibaba's OSS wants it, instead of in the path. */
  wantsBucketInHost: boolean;
  /** How many keys a page of a list has. */
  pageSize: number;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Every character but the unreserved ones, as the signature wants it. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

function isSigned(request: IncomingMessage, body: Buffer, server: S3Server): boolean {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': declared } = request.headers;
  const [, keyId, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (keyId !== server.accessKeyId || typeof date !== 'string' || typeof declared !== 'string') return false;
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== sha256(body)) return false;
  const url = new URL(request.url ?? '/', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const signed = names.split(';');
  if (!signed.includes('host')) return false;
  const headers = signed.map(
    (name) =>
      `${name}:${String(request.headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const canonical = [request.method, url.pathname, query, headers.join(''), names, declared].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${server.secretAccessKey}`, day));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function list(server: S3Server, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...server.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, server.pageSize);
  const entries = page.map((key) => {
    const { bytes, changedAt } = server.objects.get(key) ?? { bytes: Buffer.alloc(0), changedAt: new Date() };
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`;
  });
  const isMore = keys.length > page.length;
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated>${isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${entries.join('')}</ListBucketResult>`,
    );
}

function get(object: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined) {
    response.writeHead(200, { 'content-length': object.length }).end(request.method === 'HEAD' ? undefined : object);
    return;
  }
  const part = object.subarray(Number(first), Number(last) + 1);
  response
    .writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${object.length}`,
    })
    .end(part);
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const body = Buffer.concat(pieces);
  if (server.isAway) return refuse(response, 503, 'ServiceUnavailable');
  if (!isSigned(request, body, server)) {
    server.refused += 1;
    return refuse(response, 403, 'SignatureDoesNotMatch');
  }
  const url = new URL(request.url ?? '/', 'http://s3');
  const isInHost = request.headers.host?.startsWith(`${server.bucket}.`) ?? false;
  const [, bucket, ...rest] = (isInHost ? `/${server.bucket}${url.pathname}` : url.pathname).split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (isInHost !== server.wantsBucketInHost) return refuse(response, 403, 'SecondLevelDomainForbidden');
  if (bucket !== server.bucket) return refuse(response, 404, 'NoSuchBucket');
  if (key === '') return list(server, url, response);
  if (request.method === 'PUT') {
    if (request.headers['content-encoding']?.includes('aws-chunked')) return refuse(response, 501, 'NotImplemented');
    server.objects.set(key, { bytes: body, changedAt: new Date() });
    response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    return;
  }
  if (request.method === 'DELETE') {
    server.objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const object = server.objects.get(key);
  if (!object) return refuse(response, 404, 'NoSuchKey');
  get(object.bytes, request, response);
}

/** Starts one with an empty bucket. */
export async function startS3(): Promise<S3Server> {
  const listening = await listen(
    createServer((request, response) => {
      answer(server, request, response).catch(() => response.destroy());
    }),
  );
  const server: S3Server = {
    ...listening,
    bucket: 'files',
    accessKeyId: 'AKIDPARLEY',
    secretAccessKey: 'a secret of forty characters or so, made up',
    objects: new Map(),
    refused: 0,
    isAway: false,
    wantsBucketInHost: false,
    pageSize: 1000,
  };
  return server;
}
