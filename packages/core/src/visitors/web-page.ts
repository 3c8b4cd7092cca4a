/** Fetches a page of the web through the guarded client, and reads what its markup says of itself. */
import type { OutboundResponse } from '@parley/service/outbound';
import { parseHTML } from 'linkedom';
import type { ExternalContext } from '../external/services.ts';
import { boundedHtml } from '../knowledge/html-bounds.ts';
import { withinTime } from '../processes/limited-time.ts';
import { textOf } from '../text/decode.ts';

const timeoutMs = 8_000;
const maxBytes = 512 * 1024;
const maxRedirects = 5;
const readingMs = 1_000;

interface PageElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
}

/** Markup as it was read; nothing of it runs. */
export interface PageDocument {
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export interface WebPage extends Pick<OutboundResponse, 'status' | 'url' | 'headers'> {
  /** Undefined for what is no HTML. */
  document: PageDocument | undefined;
}

/** Part of the context by which pages are fetched. */
export interface WebContext {
  external: Pick<ExternalContext['external'], 'outbound'>;
}

/**
 * Returns the page behind redirects; of a long one its beginning.
 *
 * @throws OutboundError, and OutOfTime for a page that can't be read in time
 */
export async function fetchPage({ external }: WebContext, address: string): Promise<WebPage> {
  const { status, url, headers, bytes } = await external.outbound.request(address, {
    timeoutMs,
    maxBytes,
    maxRedirects,
    beginningIsEnough: true,
    headers: { accept: 'text/html' },
  });
  const type = headers['content-type'] ?? null;
  const isHtml = type === null || /^(text\/html|application\/xhtml\+xml)\b/i.test(type);
  const read = (): PageDocument => parseHTML(boundedHtml(textOf(bytes, type, true)).html).document;
  return { status, url, headers, document: isHtml ? withinTime(readingMs, read) : undefined };
}
