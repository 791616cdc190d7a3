import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { performance } from 'node:perf_hooks'
import { SECOND, type Ms } from '#kernel/time.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { UPLOAD_PATH } from './upload-path.ts'

type Times = { requestMs: Ms; checkEveryMs: Ms; uploadBytesPerSecond: number }
type Awaited = { since: Ms; isUpload: boolean; bytesBefore: number }

/**
 * Bodies that arrive too slowly (security-and-trust 6: 10 s, checked every second) are refused. An upload may
 * take longer, as long as it goes on at a pace: its place is one of few.
 */
export function watchBodies(
  server: Server,
  { requestMs, checkEveryMs, uploadBytesPerSecond }: Times,
  refuse: (socket: Duplex) => void,
  log: Log,
) {
  const awaited = new Map<IncomingMessage, Awaited>()
  server.on('request', (incoming: IncomingMessage) => {
    if (incoming.method === 'POST')
      awaited.set(incoming, {
        since: performance.now(),
        isUpload: incoming.url!.startsWith(UPLOAD_PATH),
        bytesBefore: incoming.socket.bytesRead,
      })
  })
  const check = setInterval(
    guarded(log, 'a look at slow bodies', () => {
      const now = performance.now()
      for (const [incoming, { since, isUpload, bytesBefore }] of awaited) {
        const ms = now - since
        if (incoming.complete || incoming.destroyed) awaited.delete(incoming)
        else if (
          ms > requestMs &&
          !(isUpload && (incoming.socket.bytesRead - bytesBefore) * SECOND >= uploadBytesPerSecond * ms)
        ) {
          awaited.delete(incoming)
          refuse(incoming.socket)
        }
      }
    }),
    checkEveryMs,
  )
  check.unref()
  server.on('close', () => clearInterval(check))
  return {
    /** The whole body is there. */
    arrived: (incoming: IncomingMessage): void => void awaited.delete(incoming),
  }
}
