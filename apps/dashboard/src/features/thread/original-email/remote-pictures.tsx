import { Button, Menu } from '@chakra-ui/react';
import type { OriginalEmail } from '@parley/contracts/entities';
import { allowPictures, blockPictures } from '@parley/contracts/routes/conversations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Image, ImageOff } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../forms/permissions.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { OverMain } from '../../../ui/over.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from './original-email.module.css';

interface RemotePicturesProps {
  conversationId: string;
  seq: number;
  email: OriginalEmail;
  /** They are shown this time. */
  areShown: boolean;
  onShow: (areShown: boolean) => void;
}

/** Says that pictures of other servers are blocked, or why they are not, and lets the user decide. */
export function RemotePictures({ conversationId, seq, email, areShown, onShow }: RemotePicturesProps) {
  const { remotePictures, trackingPixels, picturesAllowed, sender } = email;
  const client = useQueryClient();
  const mayUpdate = useMay('conversations.update');
  const params = { id: conversationId, seq };
  // Other emails of the conversation and of the sender, too.
  const onSuccess = () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.at(-1) === 'email' });
  const onError = (error: Error) => toastFailure(error);
  const allow = useMutation({
    mutationFn: (scope: 'conversation' | 'sender') => call(allowPictures, { params, body: { for: scope } }),
    onSuccess,
    onError,
  });
  const block = useMutation({
    mutationFn: async () => {
      await call(blockPictures, { params });
      onShow(false);
    },
    onSuccess,
    onError,
  });
  if (remotePictures === 0 && trackingPixels === 0) return null;
  const trackers = trackingPixels > 0 && emails('trackersRemoved', { count: trackingPixels });
  if (remotePictures === 0)
    return (
      <div className={styles.pictures}>
        <ImageOff size={14} aria-hidden />
        <p>{trackers}</p>
      </div>
    );
  if (picturesAllowed)
    return (
      <div className={styles.pictures}>
        <Image size={14} aria-hidden />
        <p>
          {picturesAllowed.for === 'sender' ? emails('picturesOfSenderOn') : emails('picturesHereOn')}{' '}
          {picturesAllowed.by && emails('allowedBy', { name: picturesAllowed.by })} {trackers}
        </p>
        {mayUpdate && (
          <Button variant="ghost" size="2xs" {...pausedWhile(block.isPending, () => block.mutate())}>
            {emails('blockPictures')}
          </Button>
        )}
      </div>
    );
  return (
    <div className={styles.pictures}>
      {areShown ? <Image size={14} aria-hidden /> : <ImageOff size={14} aria-hidden />}
      <p title={areShown ? undefined : thread('picturesNotLoaded')}>
        {emails(areShown ? 'picturesShown' : 'picturesBlocked', { count: remotePictures })} {trackers}
      </p>
      {!areShown && (
        <Button variant="outline" size="2xs" onClick={() => onShow(true)}>
          {thread('loadPictures')}
        </Button>
      )}
      {mayUpdate && (
        <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
          <Menu.Trigger asChild>
            <Button variant="ghost" size="2xs" aria-disabled={allow.isPending}>
              {emails('always')}
              <ChevronDown size={12} aria-hidden />
            </Button>
          </Menu.Trigger>
          <OverMain>
            <Menu.Positioner>
              <Menu.Content>
                <Menu.Item value="conversation" onClick={() => allow.mutate('conversation')}>
                  {emails('picturesHere')}
                </Menu.Item>
                {sender && (
                  <Menu.Item value="sender" onClick={() => allow.mutate('sender')}>
                    {emails('picturesOfSender', { address: sender })}
                  </Menu.Item>
                )}
              </Menu.Content>
            </Menu.Positioner>
          </OverMain>
        </Menu.Root>
      )}
    </div>
  );
}
