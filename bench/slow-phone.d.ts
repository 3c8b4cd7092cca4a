/** The machine and the network that pages are measured on. */
/** The usual “slow 4G” profile. */
export declare const slow4G: {
    offline: boolean;
    latency: number;
    downloadThroughput: number;
    uploadThroughput: number;
};
/** So many times slower than this machine. */
export declare const slowDown = 4;
