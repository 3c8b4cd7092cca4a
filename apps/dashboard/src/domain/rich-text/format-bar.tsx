import {
  Bold,
  BookmarkPlus,
  Code,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  TextQuote,
} from 'lucide-react';
import { formatting } from '../../i18n/en/formatting.ts';
import { replies } from '../../i18n/en/replies.ts';
import type { Format } from './editor.ts';
import styles from './rich-field.module.css';

const tools: readonly { format: Format; Icon: LucideIcon; keys: string }[] = [
  { format: 'strong', Icon: Bold, keys: 'mod+b' },
  { format: 'em', Icon: Italic, keys: 'mod+i' },
  { format: 's', Icon: Strikethrough, keys: 'mod+shift+x' },
  { format: 'link', Icon: Link, keys: 'mod+k' },
  { format: 'bulletList', Icon: List, keys: 'mod+shift+8' },
  { format: 'orderedList', Icon: ListOrdered, keys: 'mod+shift+7' },
  { format: 'blockquote', Icon: TextQuote, keys: 'mod+shift+9' },
  { format: 'code', Icon: Code, keys: 'mod+e' },
];

interface FormatBarProps {
  active: readonly Format[];
  onFormat: (format: Format) => void;
  /** Makes a canned reply of the text; absent without the right. */
  onSave?: (() => void) | undefined;
}

/** The formats that a text can have, with the keys of each. */
export function FormatBar({ active, onFormat, onSave }: FormatBarProps) {
  return (
    <div role="toolbar" aria-label={formatting('formatting')} className={styles.bar}>
      {tools.map(({ format, Icon, keys }) => (
        <button
          key={format}
          type="button"
          aria-label={formatting(format)}
          title={formatting(format)}
          aria-keyshortcuts={keys}
          aria-pressed={active.includes(format)}
          // The field keeps its caret and its selection.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon size={15} aria-hidden />
        </button>
      ))}
      {onSave && (
        <button
          type="button"
          aria-label={replies('saveAs')}
          title={replies('saveAs')}
          onPointerDown={(event) => event.preventDefault()}
          onClick={onSave}
        >
          <BookmarkPlus size={15} aria-hidden />
        </button>
      )}
    </div>
  );
}
