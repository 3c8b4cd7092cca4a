import { Box, Button } from '@chakra-ui/react';
import type { Banner } from '@parley/contracts/proactive/banners';
import { deleteBanner, listBanners, updateBanner } from '@parley/contracts/routes/proactive';
import { listTags } from '@parley/contracts/routes/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { useNow } from '../../ui/clock.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { exactTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { AnswerAll } from './answer-all.tsx';
import { BannerForm } from './banner-form.tsx';

/** Returns when a banner is shown, in words. */
function stateOf({ from, until }: Banner, now: number): string {
  if (until !== null && Date.parse(until) <= now) return proactiveWords('isOver', { time: exactTime(until) });
  return Date.parse(from) > now ? proactiveWords('isLater', { time: exactTime(from) }) : proactiveWords('isNow');
}

/** Manages the banners, and answers all conversations about one. */
export function Banners() {
  const client = useQueryClient();
  const banners = useRead(listBanners, {});
  const tags = useRead(listTags, {}).data ?? [];
  const maySend = useMay('messages.send_bulk');
  const now = useNow();
  const [deleting, setDeleting] = useState<Banner | null>(null);
  const [answering, setAnswering] = useState<Banner | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listBanners) });
  const end = useMutation({
    mutationFn: ({ id }: Banner) => call(updateBanner, { params: { id }, body: { until: new Date().toISOString() } }),
    onSettled: refresh,
    onError: (error) => toastFailure(error),
  });
  const tagOf = (banner: Banner | null) => tags.find(({ id }) => id === banner?.tagId);
  const answered = tagOf(answering);
  return (
    <>
      <ItemsPanel
        title={proactiveWords('banners')}
        description={proactiveWords('bannersHint')}
        add={{ id: 'banner:add', label: proactiveWords('addBanner') }}
        items={banners}
        empty={{ icon: TriangleAlert, title: proactiveWords('noBanners'), hint: proactiveWords('noBannersHint') }}
        renderForm={(banner, onDone) => <BannerForm banner={banner} tags={tags} onDone={onDone} />}
      >
        {(banner, onEdit) => {
          const isNow = Date.parse(banner.from) <= now && (banner.until === null || Date.parse(banner.until) > now);
          return (
            <ItemLine
              change={{
                onEdit,
                onDelete: () => setDeleting(banner),
                others: (
                  <>
                    {isNow && (
                      <Button size="2xs" variant="ghost" disabled={end.isPending} onClick={() => end.mutate(banner)}>
                        {proactiveWords('end')}
                      </Button>
                    )}
                    {maySend && tagOf(banner) && (
                      <Button size="2xs" variant="ghost" onClick={() => setAnswering(banner)}>
                        {proactiveWords('answerAll')}
                      </Button>
                    )}
                  </>
                ),
              }}
            >
              <Box as="bdi" fontWeight="500">
                {banner.name}
              </Box>
              <Box fontSize="sm" lineClamp="2">
                <bdi>{banner.text}</bdi>
              </Box>
              <Box color="fg.muted" fontSize="xs">
                <Facts>
                  {stateOf(banner, now)}
                  {tagOf(banner)?.name}
                </Facts>
              </Box>
            </ItemLine>
          );
        }}
      </ItemsPanel>
      {answered && <AnswerAll tag={answered} onClose={() => setAnswering(null)} />}
      <DeleteDialog
        title={proactiveWords('deleteBanner')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteBanner, { params: { id } })}
        onDeleted={refresh}
        onClose={() => setDeleting(null)}
      >
        {proactiveWords('deleteBannerHint', { name: deleting?.name ?? '' })}
      </DeleteDialog>
    </>
  );
}
