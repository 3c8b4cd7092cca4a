import type { ActiveContent } from '@parley/contracts/messages/attachments';
import { ShieldAlert } from 'lucide-react';
import { files } from '../../i18n/en/files.ts';
import styles from './files.module.css';

const kinds = {
  script: 'activeScript',
  program: 'activeProgram',
  command: 'activeCommand',
  remote_template: 'activeTemplate',
  external: 'activeExternal',
  embedded_file: 'activeEmbedded',
  unsearched: 'activeUnsearched',
} as const satisfies Record<ActiveContent, string>;

/** Names what a file could do when it is opened; renders nothing for a passive file. */
export function ActiveContentLabel({ of = [] }: { of?: readonly ActiveContent[] | undefined }) {
  if (of.length === 0) return null;
  const found = of.map((each) => files(kinds[each])).join(', ');
  return (
    <span className={styles.active} title={files('activeHint')}>
      <ShieldAlert size={13} aria-hidden />
      <span>{files('active', { found })}</span>
    </span>
  );
}
