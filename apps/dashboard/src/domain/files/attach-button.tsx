import { Button } from '@chakra-ui/react';
import { canRecord } from '@parley/client/recording';
import { Camera, type LucideIcon, Mic, Paperclip } from 'lucide-react';
import { memo, useRef } from 'react';
import { files } from '../../i18n/en/files.ts';
import { voice } from '../../i18n/en/voice.ts';
import { useMedia } from '../../ui/media.ts';
import { addFiles } from './uploads.ts';

/** Offers the files of this device, and on phones and tablets a picture by the camera. */
export const AttachButton = memo(function AttachButton({ conversationId }: { conversationId: string }) {
  const isHeld = useMedia('(pointer: coarse)');
  return (
    <>
      <FileButton conversationId={conversationId} label={files('attach')} icon={Paperclip} multiple />
      {isHeld && (
        <FileButton
          conversationId={conversationId}
          label={voice('takePhoto')}
          icon={Camera}
          accept="image/*"
          capture="environment"
        />
      )}
    </>
  );
});

interface FileButtonProps extends Pick<React.ComponentProps<'input'>, 'accept' | 'capture' | 'multiple'> {
  conversationId: string;
  label: string;
  icon: LucideIcon;
}

function FileButton({ conversationId, label, icon: Icon, ...kinds }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        {...kinds}
        onChange={({ currentTarget }) => {
          addFiles(conversationId, currentTarget.files ?? []);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="xs" variant="ghost" aria-label={label} title={label} onClick={() => input.current?.click()}>
        <Icon size={15} aria-hidden />
      </Button>
    </>
  );
}

/** Opens the recorder of voice notes, where the browser records. */
export const VoiceButton = memo(function VoiceButton({ isPressed, onClick }: VoiceButtonProps) {
  if (!canRecord()) return null;
  return (
    <Button
      size="xs"
      variant="ghost"
      aria-label={voice('record')}
      aria-pressed={isPressed}
      title={voice('record')}
      onClick={onClick}
    >
      <Mic size={15} aria-hidden />
    </Button>
  );
});

interface VoiceButtonProps {
  isPressed: boolean;
  onClick: () => void;
}
