import type { FastifyInstance, FastifyReply } from 'fastify'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { REQUEST_ID } from './request-id.ts'
import { API_HEADERS } from './security.ts'

/**
 * A file for programs that can send neither token nor signature (a calendar): its address ends in a secret,
 * and whoever has that reads it. It is made anew for each reader.
 */
export type SecretFile = {
  /** Below the host, with the secret's place last: `/calendar/:secret`. */
  path: string
  type: string
  /** `gone`: there was one, and its owner ended it; null: there never was. */
  read: (secret: string) => Promise<string | 'gone' | null>
}

const [FOUND, NOT_FOUND, GONE, AWAY] = [200, 404, 410, 503]

/** Serves files at secret addresses, without an envelope. The address itself is written nowhere. */
export function serveSecretFiles(app: FastifyInstance, files: readonly SecretFile[], log: Log): void {
  for (const { path, type, read } of files)
    app.get(
      path,
      { config: { site: 'app' } },
      guarded(
        log,
        'a file at a secret address',
        async (incoming: { params: unknown }, reply: FastifyReply) => {
          const { secret } = incoming.params as { secret: string }
          const found = await read(secret).catch((err: unknown) => {
            log.error({ err, path }, 'a file at a secret address could not be made')
            return undefined
          })
          if (found === undefined) answer(reply, AWAY, 'text/plain', '')
          else if (found === null) answer(reply, NOT_FOUND, 'text/plain', '')
          else if (found === 'gone') answer(reply, GONE, 'text/plain', '')
          else answer(reply, FOUND, type, found)
        },
        (_incoming, reply) => reply.raw.destroy(),
      ),
    )
}

function answer(reply: FastifyReply, status: number, type: string, text: string): void {
  const body = Buffer.from(text)
  reply.hijack()
  reply.raw.writeHead(status, [
    ...API_HEADERS.map((each) => (each.startsWith('application/json') ? `${type}; charset=utf-8` : each)),
    REQUEST_ID,
    reply.request.id,
    'content-length',
    String(body.byteLength),
  ])
  reply.raw.end(body)
}
