/** @jsxImportSource preact */
import { SparkIcon } from './icons.tsx';

interface AvatarProps {
  name: string;
  url?: string | null | undefined;
  isAssistant?: boolean;
}

/**
 * A picture over initials, which show where there is none or the page’s own policy refuses it. Decoration only. Uploaded
 * pictures are addressed without an origin: it is the one this very code comes from.
 */
export const Avatar = ({ name, url, isAssistant }: AvatarProps) => (
  <span class="avatar" aria-hidden="true">
    {isAssistant ? (
      <SparkIcon />
    ) : (
      name
        .split(/\s+/, 2)
        .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
        .join('')
    )}
    {url && (
      <img
        key={url}
        src={new URL(url, import.meta.url).href}
        alt=""
        onError={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
    )}
  </span>
);
