import sharp from 'sharp'

/**
 * One picture, in a process of its own: whatever a hostile file does to the decoder, it does it here, without the house's memory,
 * keys or connections. Told `{bytes, limits}`, it answers once and ends.
 */
type Told = { bytes: Uint8Array; format: string; limits: { pixels: number; side: number; storedSide: number; decode: { bytes: number } } }
export type ImageAnswer = { ok: true; jpeg: Uint8Array; width: number; height: number } | { ok: false; rejection: 'UPLOAD_KIND' | 'UPLOAD_SIZE' | 'UPLOAD_BROKEN' }

const WATCH_EVERY_MS = 20
/** Readable letters on a document, at a fraction of the bytes. */
const QUALITY = 86

sharp.cache(false)
sharp.concurrency(1)

async function clean({ bytes, format, limits }: Told): Promise<ImageAnswer> {
  // Only the header: how large it would become is known before a pixel is decoded.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (header.format !== format) return { ok: false, rejection: 'UPLOAD_KIND' }
  if (header.width > limits.side || header.height > limits.side || header.width * header.height > limits.pixels) return { ok: false, rejection: 'UPLOAD_SIZE' }
  // Warnings fail too: half a document is no document. Nothing but pixels is written again; an animation is its first picture.
  const { data, info } = await sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'warning', page: 0, pages: 1 })
    .autoOrient()
    .resize({ width: limits.storedSide, height: limits.storedSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { ok: true, jpeg: data, width: info.width, height: info.height }
}

process.once('message', (told: Told) => {
  const most = process.memoryUsage.rss() + told.limits.decode.bytes
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.exit(1)
  }, WATCH_EVERY_MS)
  const answer = (given: ImageAnswer) => process.send!(given, () => process.exit(0))
  void clean(told).then(answer, () => answer({ ok: false, rejection: 'UPLOAD_BROKEN' }))
})
process.send!('ready')
