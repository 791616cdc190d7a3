import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { performance } from 'node:perf_hooks'
import { UPLOAD_PATH } from './upload-path.ts'

type Times = { requestMs: number; checkEveryMs: number }

/** Bodies that arrive too slowly (security-and-trust 6: 10 s, checked every second) are refused. Uploads have a time of their own. */
export function watchBodies(server: Server, { requestMs, checkEveryMs }: Times, refuse: (socket: Duplex) => void) {
  const awaited = new Map<IncomingMessage, number>()
  server.on('request', (incoming: IncomingMessage) => {
    if (incoming.method === 'POST' && !incoming.url!.startsWith(UPLOAD_PATH)) awaited.set(incoming, performance.now())
  })
  const check = setInterval(() => {
    const now = performance.now()
    for (const [incoming, since] of awaited) {
      if (incoming.complete || incoming.destroyed) awaited.delete(incoming)
      else if (now - since > requestMs) {
        awaited.delete(incoming)
        refuse(incoming.socket)
      }
    }
  }, checkEveryMs)
  check.unref()
  server.on('close', () => clearInterval(check))
  return {
    /** The whole body is there. */
    arrived: (incoming: IncomingMessage): void => void awaited.delete(incoming),
  }
}
