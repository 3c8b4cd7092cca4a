import type { ArticleTranslation } from '@parley/contracts/knowledge/help';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { Tag } from '../../ui/tag.tsx';
import { upcomingTime } from '../../ui/times.ts';

type State = Pick<ArticleTranslation, 'version' | 'publishedVersion' | 'inReview' | 'publishAt'>;

/** Shows the state of an article in a language. */
export function StateTag({ translation }: { translation: State }) {
  const { version, publishedVersion, inReview, publishAt } = translation;
  if (publishAt) return <Tag tone="yellow">{words('planned', { time: upcomingTime(publishAt) })}</Tag>;
  if (inReview) return <Tag tone="yellow">{words('review')}</Tag>;
  if (publishedVersion === null) return <Tag>{words('draft')}</Tag>;
  if (publishedVersion < version) return <Tag tone="amber">{words('changed')}</Tag>;
  return <Tag tone="green">{words('published')}</Tag>;
}
