import { getOriginalEmailPage } from '@parley/contracts/routes/conversations';
import { useCallback, useEffect, useRef, useState } from 'react';
import { addressOf } from '../../../api/address.ts';
import { emails } from '../../../i18n/en/emails.ts';

interface PageFrameProps {
  conversationId: string;
  seq: number;
  /** Show pictures of other servers this time. */
  withPictures: boolean;
  isFolded?: boolean;
  isDark?: boolean;
  /** Changes when the page has to be loaded again. */
  version?: string;
  className?: string | undefined;
  height?: number | undefined;
  onHeight: (height: number) => void;
}

/** No page of an email is higher, however long it says it is. */
const highest = 20_000;

/**
 * Shows the HTML of an email. The frame has no origin, so it reports its height by a message; the server's policy admits
 * that script alone.
 */
export function PageFrame(props: PageFrameProps) {
  const { conversationId, seq, withPictures, isFolded, isDark, version = '', className, height, onHeight } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const query = {
    ...(withPictures && { pictures: true }),
    ...(isFolded && { folded: true }),
    ...(isDark && { dark: true }),
  };
  const page = addressOf(getOriginalEmailPage, { params: { id: conversationId, seq }, query });
  useEffect(() => {
    const read = ({ source, data }: MessageEvent<{ emailHeight?: unknown } | null>) => {
      if (source !== frame.current?.contentWindow || typeof data?.emailHeight !== 'number') return;
      if (data.emailHeight > 0) onHeight(Math.min(Math.ceil(data.emailHeight), highest));
    };
    window.addEventListener('message', read);
    return () => window.removeEventListener('message', read);
  }, [onHeight]);
  return (
    <iframe
      ref={frame}
      key={`${page} ${version}`}
      className={className}
      title={emails('content')}
      src={page}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={height === undefined ? undefined : { blockSize: height }}
    />
  );
}

/** Heights of pages shown before, so that a row that is drawn again has its height at once. */
const heights = new Map<string, number>();

/** Returns the height that the page of an email had, and a function that stores another. */
export function useHeight(key: string): [number | null, (height: number) => void] {
  const [height, setHeight] = useState(heights.get(key) ?? null);
  const store = useCallback(
    (measured: number) => {
      heights.set(key, measured);
      setHeight(measured);
    },
    [key],
  );
  return [height, store];
}
