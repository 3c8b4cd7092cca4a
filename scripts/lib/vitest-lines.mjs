import { DefaultReporter } from 'vitest/node';

/** Vitest's own reporter, without the summary that it keeps redrawing: two runs side by side would draw over each other. */
export default class Lines extends DefaultReporter {
  constructor() {
    super({ summary: false });
  }
}
