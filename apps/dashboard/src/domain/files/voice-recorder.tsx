import { Button } from '@chakra-ui/react';
import { type Recording, startRecording } from '@parley/client/recording';
import { Square, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { voice } from '../../i18n/en/voice.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { addFiles } from './uploads.ts';
import { Bars, default as VoicePlayer } from './voice-player.tsx';
import styles from './voice.module.css';
import { barCount, clockOf } from './waveform.ts';

const silent: readonly number[] = Array.from({ length: barCount }, () => 0);

const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Records a voice note, plays it back, and adds it to the next message. */
export default function VoiceRecorder({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const recording = useRef<Recording>(undefined);
  const [levels, setLevels] = useState(silent);
  const [seconds, setSeconds] = useState(0);
  const [recorded, setRecorded] = useState<File>();
  const stop = () => {
    const current = recording.current;
    recording.current = undefined;
    current?.stop().then(setRecorded, (error: unknown) => toastFailure(error));
  };
  const onFull = useEffectEvent(() => stop());
  const fail = useEffectEvent((error: unknown) => {
    onClose();
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') toast({ title: voice('blocked'), variant: 'destructive' });
    else if (name === 'NotFoundError') toast({ title: voice('noMicrophone'), variant: 'destructive' });
    else toastFailure(error);
  });
  useEffect(() => {
    const left = new AbortController();
    startRecording({
      // Swedish times are ISO 8601; files have no colons.
      name: voice('fileName', { time: new Date().toLocaleString('sv').replaceAll(':', '.') }),
      onLevel(time, level) {
        setSeconds(time);
        setLevels((before) => [...before.slice(1), Math.min(level * 1.5, 1)]);
      },
      onFull: () => onFull(),
    }).then(
      (started) => {
        if (left.signal.aborted) started.cancel();
        else recording.current = started;
      },
      (error: unknown) => left.signal.aborted || fail(error),
    );
    return () => {
      left.abort();
      recording.current?.cancel();
      recording.current = undefined;
    };
  }, []);
  const use = () => {
    if (recorded) addFiles(conversationId, [recorded]);
    onClose();
  };
  return (
    <div className={styles.recorder} role="group" aria-label={voice('record')}>
      {recorded ? (
        <VoicePlayer name={recorded.name} source={recorded} />
      ) : (
        <span className={styles.player}>
          <i className={styles.live} aria-hidden />
          <span className="sr-only" role="status">
            {voice('recording')}
          </span>
          <span className={styles.wave}>
            <Bars bars={levels} share={1} />
          </span>
          <time className={styles.time}>{clockOf(seconds)}</time>
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        <Trash2 size={15} aria-hidden />
        {voice('discard')}
      </Button>
      {recorded ? (
        <Button size="sm" ref={focus} onClick={use}>
          {voice('use')}
        </Button>
      ) : (
        <Button size="sm" ref={focus} onClick={stop}>
          <Square size={13} fill="currentcolor" aria-hidden />
          {voice('stop')}
        </Button>
      )}
    </div>
  );
}
