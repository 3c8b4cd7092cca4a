/** The machine and the network that pages are measured on. */

/** The usual “slow 4G” profile. */
export const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 * 0.9) / 8,
  uploadThroughput: 750e3 / 8,
};

/** So many times slower than this machine. */
export const slowDown = 4;
