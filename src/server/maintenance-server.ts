import { createServer } from 'node:http'
import { envelopes } from '#platform/http/envelope.ts'
import { newRequestId, REQUEST_ID } from '#platform/http/request-id.ts'
import { API_HEADERS } from '#platform/http/security.ts'
import { STATUS } from '#wire/envelope.ts'
import { langOf } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'

export type MaintenanceServer = { close(): Promise<void> }

const LIVE = '/api/live'

/** Headers for people, not programs: the same sentence, and the browser asks again by itself. */
const PAGE_HEADERS = [...API_HEADERS.slice(2), 'content-type', 'text/plain; charset=utf-8', 'refresh', '2']

/**
 * At the route of a server that is being started again: whoever comes hears that it is away, and when to ask
 * again. Rejects where the place is not free.
 */
export async function openMaintenanceServer(at: { host: string; port: number }): Promise<MaintenanceServer> {
  const texts = loadTexts()
  const say = envelopes((lang, key, args) => texts(langOf(lang), key, args))
  // Whatever is asked hears the same: also what Node would refuse by itself, without an envelope.
  const server = createServer({ requireHostHeader: false }, (incoming, reply) => {
    const [path = '', query] = (incoming.url ?? '').split('?', 2)
    const lang = langOf(new URLSearchParams(query).get('lang'))
    // The pair turns, and a start may take its time: whoever ends what does not live leaves it alone.
    const isLive = path === LIVE
    const isApi = path.startsWith('/api/') || path === '/upload'
    const body = isLive
      ? say.success({ live: true }, lang).body
      : isApi
        ? say.status(STATUS.unavailable, 'unavailable', lang).body
        : `${texts(lang, 'server.unavailable')}\n`
    // Whoever asks again is to reach the server, not a connection to this module.
    reply.writeHead(isLive ? 200 : STATUS.unavailable, [
      ...(isApi ? API_HEADERS : PAGE_HEADERS),
      REQUEST_ID,
      newRequestId(),
      'retry-after',
      '1',
      'connection',
      'close',
      'content-length',
      String(Buffer.byteLength(body)),
    ])
    reply.end(body)
    incoming.resume()
  })
  server.on('checkExpectation', (incoming, reply) => void server.emit('request', incoming, reply))
  await new Promise<void>((resolve, reject) => {
    // A connection that could not be taken later on is no reason to end.
    server.on('error', reject).listen(at.port, at.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
