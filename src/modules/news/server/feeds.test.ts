import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { FEED_LIMITS, readFeed } from './feeds.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serving(answer: RequestListener): Promise<string> {
  const opened = (server = createServer(answer))
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}`
}
const giving =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, headers).end(body)
  }
const NOW = Date.parse('2026-11-20T06:00:00Z')
const item = (inside: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${inside}</channel></rss>`
const LIMITS = { ...FEED_LIMITS, fetchMs: 400, parseMs: 1_500 }

test('reads RSS: words alone, its own links alone, each entry once', async () => {
  const address = await serving((request, response) => {
    const own = `http://${request.headers.host}/story/1`
    response.end(
      item(`
      <item><title>A &lt;b&gt;bold&lt;/b&gt; claim</title><link>${own}</link><description><![CDATA[<p>Text <script>alert(1)</script>&amp; more</p>]]></description>
        <pubDate>Fri, 20 Nov 2026 01:02:03 GMT</pubDate><guid>g1</guid></item>
      <item><title>Elsewhere</title><link>https://evil.example/</link><pubDate>Fri, 20 Nov 2099 00:00:00 GMT</pubDate></item>
      <item><title>No date</title><link>javascript:alert(1)</link></item>
      <item><description>without a title</description></item>`),
    )
  })
  const entries = await readFeed(`${address}/feed.xml`, NOW)
  const host = new URL(address).host
  expect(
    entries.map(({ title, body, link, source, at, kind }) => ({ title, body, link, source, at, kind })),
  ).toEqual([
    {
      title: 'A bold claim',
      body: 'Text & more',
      link: `${address}/story/1`,
      source: host,
      at: Date.parse('2026-11-20T01:02:03Z'),
      kind: 'feed',
    },
    { title: 'Elsewhere', body: '', link: null, source: host, at: NOW, kind: 'feed' },
    { title: 'No date', body: '', link: null, source: host, at: NOW, kind: 'feed' },
  ])
  const seen = new Set(entries.map(({ id }) => id.slice(id.lastIndexOf('-') + 1)))
  expect(await readFeed(`${address}/feed.xml`, NOW + 600_000, seen)).toEqual([])
})

test('reads Atom and RDF, packed and in an old coding', async () => {
  const atom =
    '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>At</title><entry><title type="html">&lt;i&gt;x&lt;/i&gt; y</title><link rel="self" href="/self"/><link href="/2"/><id>u</id><updated>2026-11-20T01:02:03Z</updated><summary>s</summary></entry></feed>'
  let address = await serving(giving(gzipSync(atom), { 'content-encoding': 'gzip' }))
  expect(await readFeed(address, NOW)).toMatchObject([
    { title: 'x y', body: 's', link: `${address}/2`, at: Date.parse('2026-11-20T01:02:03Z') },
  ])
  server!.close()
  const rdf = Buffer.concat([
    Buffer.from(
      '<?xml version="1.0" encoding="Shift_JIS"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>c</title></channel><item rdf:about="1"><title>',
    ),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    Buffer.from('</title><link>/3</link></item></rdf:RDF>'),
  ])
  address = await serving(giving(rdf))
  expect(await readFeed(address, NOW)).toMatchObject([{ title: '日本', link: `${address}/3` }])
})

const nested = (depth: number) =>
  item(`<item><title>deep</title>${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}</item>`)
test.each<[why: string, problem: string, answer: RequestListener]>([
  [
    'entities that grow',
    'FEED_ENTITIES',
    giving(
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${item('<item><title>&b;</title></item>')}`,
    ),
  ],
  [
    'a file of this machine',
    'FEED_ENTITIES',
    giving(
      `<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>${item('<item><title>&a;</title></item>')}`,
    ),
  ],
  [
    'more than a mebibyte',
    'FEED_TOO_LARGE',
    giving(item(`<item><title>${'x'.repeat(1_100_000)}</title></item>`)),
  ],
  [
    'a small package that unpacks to 200 MiB',
    'FEED_TOO_LARGE',
    giving(gzipSync(Buffer.alloc(200 * 1_048_576, 32)), { 'content-encoding': 'gzip' }),
  ],
  [
    'bytes that never end',
    'FEED_TOO_SLOW',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
    },
  ],
  ['no answer', 'FEED_TOO_SLOW', () => {}],
  [
    'a move to another place',
    'FEED_MOVED',
    (_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    },
  ],
  [
    'an error',
    'FEED_UNREACHABLE',
    (_, response) => {
      response.writeHead(500).end()
    },
  ],
  ['no feed at all', 'FEED_NOT_A_FEED', giving('<html><body>Hello</body></html>')],
  ['an empty answer', 'FEED_NOT_A_FEED', giving('')],
])('refuses %s: %s', async (_, problem, answer) => {
  // Time enough for a busy machine to unpack, where not the time is what ends it.
  const limits = problem === 'FEED_TOO_LARGE' ? { ...LIMITS, fetchMs: 20_000 } : LIMITS
  await expect(readFeed(await serving(answer), NOW, new Set(), limits)).rejects.toMatchObject({ problem })
})

test('a feed of a hundred thousand levels keeps the server from nothing: it is read elsewhere, and ended in time', async () => {
  const address = await serving(giving(nested(100_000)))
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const began = performance.now()
  await readFeed(address, NOW, new Set(), LIMITS).then(
    (entries) => expect(entries.length).toBeLessThan(2),
    (error: unknown) => expect(error).toMatchObject({ name: 'FeedError' }),
  )
  const took = performance.now() - began
  clearInterval(timer)
  expect(took).toBeLessThan(LIMITS.parseMs + LIMITS.fetchMs + 1_000)
  expect(turns).toBeGreaterThan(took / 40)
})
