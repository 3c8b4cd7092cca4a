/** The effect of a proactive message: how many more conversations than without it, and how sure that is. */

export interface Counted {
  visitors: number;
  conversations: number;
}

export interface Effect {
  /** Conversations per 100 visitors more than in the hold-out, and the bounds that hold in 19 of 20 cases. */
  more: number;
  from: number;
  to: number;
  /** Whether the bounds leave no doubt that there is an effect. */
  isClear: boolean;
}

/** Fewer visitors in a group tell nothing. */
const visitorsMin = 30;
/** Quantile of the normal distribution for 95 %. */
const z = 1.96;

/** Wilson's bounds of a share. */
function boundsOf({ visitors, conversations }: Counted): { share: number; low: number; high: number } {
  // The browser may be closed before it has told of a showing.
  const share = Math.min(1, conversations / visitors);
  const middle = share + (z * z) / (2 * visitors);
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * visitors)) / visitors);
  const whole = 1 + (z * z) / visitors;
  return { share, low: (middle - spread) / whole, high: (middle + spread) / whole };
}

/** Compares both groups by Newcombe's interval; undefined while one is too small to tell anything. */
export function effectOf(shown: Counted, heldOut: Counted): Effect | undefined {
  if (Math.min(shown.visitors, heldOut.visitors) < visitorsMin) return undefined;
  const [one, other] = [boundsOf(shown), boundsOf(heldOut)];
  const more = one.share - other.share;
  const from = more - Math.hypot(one.share - one.low, other.high - other.share);
  const to = more + Math.hypot(one.high - one.share, other.share - other.low);
  return { more: 100 * more, from: 100 * from, to: 100 * to, isClear: from > 0 || to < 0 };
}
