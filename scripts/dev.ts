/**
 * The app with reload: Vite on PORT, the server behind it on PORT + 1, restarted when one of its files
 * changes.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { writeKeys } from './texts/write-keys.ts'

const port = Number(process.env['PORT'] ?? 8080)

for (const problem of await writeKeys()) console.error(problem)

const server = spawn(process.execPath, ['--watch', join(import.meta.dirname, '../src/server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port + 1) },
})
const api = `http://localhost:${port + 1}`
const desk = await createServer({
  configFile: 'vite.console.config.ts',
  server: { port: port + 2, strictPort: true },
})
await desk.listen()
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    proxy: {
      '/console': { target: `http://localhost:${port + 2}`, ws: true },
      '/api': api,
      '/upload': api,
      '/ws': { target: api, ws: true },
    },
  },
})
await vite.listen()
vite.printUrls()

const stop = async () => {
  server.kill('SIGTERM')
  await vite.close()
  await desk.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
server.once('exit', stop)
