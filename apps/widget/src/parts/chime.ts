/** The sound of a new message, made on the spot: no file, no request. */

/** A tab that shows the message has this long to keep the others quiet. */
const courtesyMs = 200;
/** Longer than the tone, and than tabs are apart: browsers let those in the back act once a second. */
const heldMs = 1_500;

/**
 * Plays once for all tabs, in none when one of them has it before the visitor's eyes (`isSeen`), and only where the
 * visitor has already used the page: browsers forbid, and nobody wants, sound before that. Silent without https, where
 * tabs cannot agree.
 */
export function chime(isSeen: boolean): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const inTurn = (): void =>
    void navigator.locks
      ?.request('parley:chime', { ifAvailable: true }, async (lock) => {
        if (!lock) return;
        const audio = isSeen ? undefined : play();
        await new Promise((done) => {
          setTimeout(done, heldMs);
        });
        await audio?.close();
      })
      // A page with a policy that forbids sound stays silent.
      .catch(() => undefined);
  setTimeout(inTurn, isSeen ? 0 : courtesyMs);
}

function play(): AudioContext {
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
  return audio;
}
