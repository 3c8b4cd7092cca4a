/** Number of bars that a waveform has. */
export const barCount = 48;
/** Bytes up to which a sound is decoded: some minutes of WAV, hours of speech. */
export const decodedBytesMax = 5 * 1024 * 1024;
/** Samples a second that are enough to see loud and quiet. */
const sampleRate = 8_000;

export interface Waveform {
  /** Loudness of each bar, from 0 to 1. */
  bars: number[];
  seconds: number;
}

/** Decodes a sound and measures it. Rejects what this browser can't decode. */
export async function measureSound(bytes: ArrayBuffer): Promise<Waveform> {
  const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  return { bars: barsOf(sound.getChannelData(0)), seconds: sound.duration };
}

/** Returns the loudest sample of each of the equal parts, in relation to the loudest of all. */
export function barsOf(samples: Float32Array): number[] {
  const part = samples.length / barCount;
  const loudest = Array.from({ length: barCount }, (_each, index) => {
    let most = 0;
    const end = Math.floor((index + 1) * part);
    for (let at = Math.floor(index * part); at < end; at += 1) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const most = Math.max(...loudest, Number.EPSILON);
  return loudest.map((each) => each / most);
}

/** Writes a time as minutes and seconds, as players do. @example clockOf(65.2) // '1:05' */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
