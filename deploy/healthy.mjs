// Health check of the image, which has no shell: status 0 while the server takes everything (docs/operate.md).
const port = process.env['PORT'] ?? '8080'
const answer = await fetch(`http://127.0.0.1:${port}/api/health`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null)
process.exitCode = answer?.ok === true ? 0 : 1
