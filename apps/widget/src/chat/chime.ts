/** The sound of a new message, made on the spot: no file, no request. */

/**
 * Plays once for all tabs, and only where the visitor has already used the page: browsers forbid, and nobody wants,
 * sound before that.
 */
export async function chime(): Promise<void> {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    await navigator.locks?.request('parley:chime', { ifAvailable: true }, async (lock) => {
      if (lock) await play();
    });
  } catch {
    // A page whose policy forbids sound stays silent.
  }
}

function play(): Promise<void> {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  // A fifth upwards, fading away.
  tone.frequency.value = 587;
  tone.frequency.setValueAtTime(880, 0.12);
  volume.gain.value = 0.06;
  volume.gain.setTargetAtTime(0, 0.12, 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  // Holding the lock meanwhile keeps the other tabs quiet.
  return new Promise((done) => {
    setTimeout(() => done(audio.close()), 800);
  });
}
