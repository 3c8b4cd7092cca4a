/** Exit code 0 when this container's service takes work. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
