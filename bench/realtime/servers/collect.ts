/** Loaded into every contender, started with `--expose-gc`: collects garbage when told, so that memory is what is kept. */
process.on('SIGUSR2', () => globalThis.gc?.());
