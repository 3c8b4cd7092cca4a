/** Keys that wait for a screen that is loading, with commands that aren't registered yet. */
import { useEffect } from 'react';

/** A screen that takes longer has failed; the keys typed for it are dropped. */
export const heldMaxMs = 3_000;

let held = new Set<symbol>();
let expected = 0;

/**
 * Makes every plain key wait until the returned function is called: it is meant for the next screen, not the present
 * one.
 */
export function holdKeys(): () => void {
  const mark = Symbol('held');
  held.add(mark);
  const timer = setTimeout(() => {
    held = new Set();
  }, heldMaxMs);
  return () => {
    clearTimeout(timer);
    held.delete(mark);
  };
}

export const areKeysHeld = (): boolean => held.size > 0;

/** Makes keys without a command wait for a while as long as the calling component is shown. */
export function useExpectedCommands(): void {
  useEffect(() => {
    expected += 1;
    return () => {
      expected -= 1;
    };
  }, []);
}

export const areCommandsExpected = (): boolean => expected > 0;

/** Stands in for a dialog that is loading: keys are meant for its field. */
export function HeldKeys(): null {
  useEffect(() => holdKeys(), []);
  return null;
}
