import { Button } from '@chakra-ui/react';
import type { ArticleTranslation, ArticleVersion } from '@parley/contracts/knowledge/help';
import { listVersions } from '@parley/contracts/routes/help';
import { useRead } from '../../api/read.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './knowledge.module.css';

interface VersionsProps {
  articleId: string;
  translation: ArticleTranslation;
  readOnly: boolean;
  onRestore: (version: ArticleVersion) => void;
}

/** Lists earlier versions, and restores one. */
export function Versions({ articleId, translation, readOnly, onRestore }: VersionsProps) {
  const { locale, version, publishedVersion } = translation;
  const versions = useRead(listVersions, { params: { id: articleId, locale } });
  return (
    <Panel title={words('history')}>
      <Awaited read={versions} />
      <ul className={styles.versions}>
        {versions.data?.map((each) => (
          <li key={each.version}>
            <span>
              <bdi>{each.title}</bdi>
              <small>
                {each.createdBy} <Time at={each.createdAt} />
              </small>
            </span>
            {each.version === publishedVersion && <Tag tone="green">{words('published')}</Tag>}
            {!readOnly && each.version !== version && (
              <Button size="2xs" variant="ghost" onClick={() => onRestore(each)}>
                {words('restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
