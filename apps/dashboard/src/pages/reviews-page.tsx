import { ReviewList } from '../features/reviews/review-list.tsx';
import { useMay } from '../forms/permissions.ts';
import { layout } from '../i18n/en/layout.ts';
import { reviewWords } from '../i18n/en/reviews.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

/** /reviews: what is to be reviewed and what was; for users who review nothing, the reviews of their own answers. */
export default function ReviewsPage() {
  const mayReview = useMay('reviews.write');
  const tabs = [
    { id: 'open' as const, label: reviewWords('toReview') },
    { id: 'finished' as const, label: reviewWords('done') },
    { id: 'skipped' as const, label: reviewWords('skipped') },
  ];
  const [selected, select] = useTab(tabs, 'open');
  return (
    <Page title={reviewWords(mayReview ? 'title' : 'own')} description={reviewWords(mayReview ? 'hint' : 'ownHint')}>
      <BackLink to="/reports/quality">{layout('reports')}</BackLink>
      {mayReview ? (
        <ScreenTabs tabs={tabs} selected={selected} onSelect={select}>
          {({ id }) => <ReviewList status={id} />}
        </ScreenTabs>
      ) : (
        <ReviewList status="finished" />
      )}
    </Page>
  );
}
