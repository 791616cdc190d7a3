import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encode, encodingFor, type Encoding } from './encoding.ts'
import { REQUEST_ID } from './request-id.ts'
import { PAGE_HEADERS } from './security.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map'])
/** Vite puts a hash of the content into these names: what they hold never changes. */
const HASHED = /-[\w-]{8,}\.\w+$/
/** Beside a file that the build has packed already (scripts/bundle/packed.ts). */
const PACKED = '.br'

type File = {
  type: string
  compressible: boolean
  cache: string
  etag: string
  body: Buffer
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

export type Files = {
  serve(path: string, incoming: FastifyRequest, reply: FastifyReply, notFound: () => void): Promise<void>
}

/**
 * The files of a folder, read once and kept in memory, compressed when first asked for where the build has
 * not done so. Only names found in the folder are ever served, so that no path can lead outside of it. `at`:
 * the path before all of them, `/console`. `fallback`: a name that neither ends like a file of a page nor
 * hides behind a dot is a place inside it (`figure-rows/cash.deposited`), answered with the page itself.
 */
export function openSite(
  folder: string,
  { at = '', fallback = false }: { at?: string; fallback?: boolean } = {},
): Files {
  const files = new Map<string, File>()
  for (const name of existsSync(folder) ? globSync('**/*', { cwd: folder }) : []) {
    if (!statSync(join(folder, name)).isFile() || name.endsWith(PACKED)) continue
    const body = readFileSync(join(folder, name))
    const packed = join(folder, name + PACKED)
    const path = `${at}/${name.replaceAll('\\', '/')}`
    files.set(path, {
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      compressible: COMPRESSED.has(extname(name)),
      cache:
        path.startsWith(`${at}/assets/`) && HASHED.test(path)
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
      body,
      encoded: existsSync(packed) ? { br: Promise.resolve(readFileSync(packed)) } : {},
    })
  }
  return {
    async serve(path, incoming, reply, notFound) {
      const isPlace =
        fallback &&
        (path === at || path.startsWith(`${at}/`)) &&
        !(extname(path) in TYPES) &&
        !path.includes('/.')
      const file = files.get(isPlace ? `${at}/index.html` : path.endsWith('/') ? `${path}index.html` : path)
      if (file === undefined || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return notFound()
      reply.hijack()
      const { raw } = reply
      const headers: string[] = [
        'cache-control',
        file.cache,
        'etag',
        file.etag,
        'vary',
        'accept-encoding',
        REQUEST_ID,
        incoming.id,
        ...PAGE_HEADERS,
      ]
      if (incoming.headers['if-none-match'] === file.etag) {
        raw.writeHead(304, headers)
        raw.end()
        return
      }
      const encoding = file.compressible ? encodingFor(incoming.headers['accept-encoding']) : 'identity'
      const body = await (file.encoded[encoding] ??= encode(file.body, encoding, 9))
      headers.push('content-type', file.type, 'content-length', String(body.length))
      if (encoding !== 'identity') headers.push('content-encoding', encoding)
      raw.writeHead(200, headers)
      raw.end(incoming.method === 'HEAD' ? undefined : body)
    },
  }
}

/** The app at `/`, and the console below `/console/`. */
export const bothSites = (app: Files, console: Files): Files => ({
  serve: (path, ...rest) =>
    (path === '/console' || path.startsWith('/console/') ? console : app).serve(path, ...rest),
})
