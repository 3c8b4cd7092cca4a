import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { voice } from '../../i18n/en/voice.ts';
import styles from './voice.module.css';
import { clockOf, measureSound, type Waveform } from './waveform.ts';

/** Sound of people: captions of it are made by nobody. */
const Sound = 'audio';

const speeds = [1, 1.5, 2] as const;
const stepSeconds = 5;

interface VoicePlayerProps {
  name: string;
  /** Address of the sound, or the sound itself. */
  source: string | Blob;
  onError?: () => void;
}

interface Loaded {
  url: string;
  waveform: Waveform;
}

/** Plays a sound by its waveform; by the browser's own controls where it can't be decoded. */
export default function VoicePlayer({ name, source, onError }: VoicePlayerProps) {
  const [sound, setSound] = useState<Loaded | 'plain'>();
  /** A link is renewed every few minutes; the sound stays. */
  const isLoaded = sound !== undefined;
  useEffect(() => {
    if (isLoaded) return;
    const left = new AbortController();
    const load = async (): Promise<Loaded> => {
      const blob = typeof source === 'string' ? await (await fetch(source, { signal: left.signal })).blob() : source;
      return { waveform: await measureSound(await blob.arrayBuffer()), url: URL.createObjectURL(blob) };
    };
    load().then(
      (loaded) => (left.signal.aborted ? URL.revokeObjectURL(loaded.url) : setSound(loaded)),
      () => left.signal.aborted || setSound('plain'),
    );
    return () => left.abort();
  }, [source, isLoaded]);
  const url = sound === 'plain' ? undefined : sound?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (sound === undefined) return <span className={styles.player} aria-busy />;
  if (sound !== 'plain') return <Controls name={name} {...sound} />;
  const link = typeof source === 'string' ? { src: source } : {};
  return <Sound className={styles.player} controls preload="none" {...link} aria-label={name} onError={onError} />;
}

function Controls({ name, url, waveform: { bars, seconds } }: Loaded & { name: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const shown = at > 0 ? at : seconds;
  const seek = (to: number) => {
    const time = Math.min(Math.max(to, 0), seconds);
    setAt(time);
    if (audio.current) audio.current.currentTime = time;
  };
  const toggle = () => {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play();
  };
  const nextSpeed = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (audio.current) audio.current.playbackRate = next;
  };
  return (
    <span className={styles.player}>
      <Sound
        ref={audio}
        src={url}
        preload="auto"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onEnded={() => setAt(0)}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={voice(isPlaying ? 'pause' : 'play', { name })}
        onClick={toggle}
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </button>
      <span className={styles.wave}>
        <Bars bars={bars} share={at / seconds} />
        <input
          type="range"
          min={0}
          max={seconds}
          step={0.1}
          value={at}
          aria-label={voice('position', { name })}
          aria-valuetext={`${clockOf(at)} / ${clockOf(seconds)}`}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
          onKeyDown={(event) => {
            const by = event.key === 'ArrowLeft' ? -stepSeconds : event.key === 'ArrowRight' ? stepSeconds : 0;
            if (by === 0) return;
            event.preventDefault();
            seek(at + by);
          }}
        />
      </span>
      <time className={styles.time}>{clockOf(shown)}</time>
      <button type="button" className={styles.speed} aria-label={voice('speed', { speed })} onClick={nextSpeed}>
        {speed}×
      </button>
    </span>
  );
}

/** Draws loudness over time, from left to right in every language, as players do. */
export function Bars({ bars, share }: { bars: readonly number[]; share: number }) {
  return (
    <span className={styles.bars} aria-hidden>
      {bars.map((bar, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          key={index}
          data-played={(index + 0.5) / bars.length <= share || undefined}
          style={{ blockSize: `${Math.max(bar, 0.08) * 100}%` }}
        />
      ))}
    </span>
  );
}
