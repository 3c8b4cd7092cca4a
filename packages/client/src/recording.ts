/** Recording of a voice note with the microphone. */

/** Seconds after which a recording ends by itself. */
export const longestSeconds = 300;
const bitsPerSecond = 32_000;
/** Milliseconds between two measurements of the loudness. */
const everyMs = 100;

/** Formats by preference: the first plays in every browser, the last in the fewest. */
const formats = [
  { type: 'audio/mp4;codecs=mp4a.40.2', ending: 'm4a' },
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/webm;codecs=opus', ending: 'weba' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
];

/** True if this browser records sound, on https or localhost. */
export const canRecord = (): boolean =>
  'MediaRecorder' in window &&
  'mediaDevices' in navigator &&
  formats.some(({ type }) => MediaRecorder.isTypeSupported(type));

export interface Recording {
  /** Ends it and returns the file. */
  stop(): Promise<File>;
  /** Ends it without a file, and releases the microphone. */
  cancel(): void;
}

interface Options {
  /** Name of the file without its ending. */
  name: string;
  /** Called several times a second with the seconds so far and the loudness from 0 to 1. */
  onLevel: (seconds: number, level: number) => void;
  /** The longest time is over. */
  onFull: () => void;
}

/** Begins to record; asks for the microphone. @throws DOMException `NotAllowedError`, `NotFoundError` and others */
export async function startRecording({ name, onLevel, onFull }: Options): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const { type, ending } = formats.find((each) => MediaRecorder.isTypeSupported(each.type)) ?? { type: '', ending: '' };
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const seconds = (performance.now() - startedAt) / 1000;
    onLevel(seconds, Math.max(...samples.map(Math.abs)));
    if (seconds >= longestSeconds) onFull();
  }, everyMs);
  const release = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  recorder.start(1_000);
  return {
    async stop() {
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      recorder.stop();
      await stopped;
      release();
      return new File(parts, `${name}.${ending}`, { type: type.replace(/;.*/, '') });
    },
    cancel() {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}
