let audio: AudioContext | undefined;

/** Two soft notes. Silent until the page has been clicked or typed in, as browsers demand. */
export function playChime(): void {
  audio ??= new AudioContext();
  const context = audio;
  if (context.state === 'suspended') {
    // Rejected without a gesture: then there is no sound.
    context.resume().catch(() => undefined);
  }
  for (const [index, frequency] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.11;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}
