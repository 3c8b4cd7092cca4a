/** Computes the score of a review from its marks. Pure. */
import { type CriterionScale, markValues } from './limits.ts';

interface Weighed {
  id: string;
  scale: CriterionScale;
  weight: number;
  isCritical: boolean;
}

interface Given {
  criterionId: string;
  /** Null where the criterion doesn't apply. */
  value: number | null;
}

/** Returns a mark as a share of what can be reached, from 0 to 1. */
export function shareOf(scale: CriterionScale, value: number): number {
  const [worst = 0] = markValues[scale];
  const best = markValues[scale].at(-1) ?? 1;
  return (value - worst) / (best - worst);
}

export interface ReviewScore {
  /** From 0 to 1; null if no criterion applies. */
  score: number | null;
  /** True if a critical criterion has the worst mark: the score is 0 then. */
  isCriticalFailed: boolean;
}

/** Returns the average of the marks by the weights of their criteria. Without marks there is no score. */
export function scoreOf(criteria: readonly Weighed[], marks: readonly Given[]): ReviewScore {
  let sum = 0;
  let weights = 0;
  let isCriticalFailed = false;
  for (const { id, scale, weight, isCritical } of criteria) {
    const value = marks.find(({ criterionId }) => criterionId === id)?.value ?? null;
    if (value === null) continue;
    const share = shareOf(scale, value);
    sum += weight * share;
    weights += weight;
    isCriticalFailed ||= isCritical && share === 0;
  }
  if (weights === 0) return { score: null, isCriticalFailed: false };
  return { score: isCriticalFailed ? 0 : sum / weights, isCriticalFailed };
}
