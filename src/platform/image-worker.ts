import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { plainFont } from './fonts.ts'

/**
 * One picture, in a process of its own: whatever a hostile file does to the decoder, it does it here, without
 * the server's memory, keys or connections. Told `{bytes, limits}`, it answers once and ends; with a `mark`,
 * that line stands across the picture.
 */
type Told = {
  bytes: Uint8Array
  format: string
  mark?: string
  limits: { pixels: number; side: number; storedSide: number; decode: { bytes: number } }
}
export type ImageAnswer =
  | { ok: true; jpeg: Uint8Array; width: number; height: number }
  | { ok: false; rejection: 'UPLOAD_KIND' | 'UPLOAD_SIZE' | 'UPLOAD_BROKEN' }

const WATCH_EVERY_MS = 20
/** Readable letters on a document, at a fraction of the bytes. */
const QUALITY = 86
/** A mark's letters, in parts of the picture's longer side. */
const BAND_SHARE = 48
const BAND = '#1f2429'
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

sharp.cache(false)
sharp.concurrency(1)

async function clean({ bytes, format, mark, limits }: Told): Promise<ImageAnswer> {
  // Only the header: how large it would become is known before a pixel is decoded.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (header.format !== format) return { ok: false, rejection: 'UPLOAD_KIND' }
  if (
    header.width > limits.side ||
    header.height > limits.side ||
    header.width * header.height > limits.pixels
  )
    return { ok: false, rejection: 'UPLOAD_SIZE' }
  // Warnings fail too: half a document is no document. Nothing but pixels is written again; an animation is
  // its first picture.
  const upright = sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'warning', page: 0, pages: 1 })
    .autoOrient()
    .resize({ width: limits.storedSide, height: limits.storedSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
  const { data, info } = await (mark === undefined ? upright : await marked(upright, mark))
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { ok: true, jpeg: data, width: info.width, height: info.height }
}

/**
 * The line in bands across the whole picture, so that no part of it can be shown without them; what is
 * written below stays readable.
 */
async function marked(picture: Sharp, mark: string): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const size = Math.max(Math.round(Math.max(width, height) / BAND_SHARE), 8)
  const fontfile = join(tmpdir(), `akari-mark-${process.pid}.ttf`)
  writeFileSync(fontfile, plainFont('jp'))
  try {
    const line = await sharp({
      text: {
        text: `<span foreground="white">${mark}</span>`,
        fontfile,
        font: `Noto Sans JP ${size}`,
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer()
    const pad = Math.round(size / 2)
    const band = await sharp(line)
      .flatten({ background: BAND })
      .extend({ top: pad, bottom: pad, left: pad, right: pad, background: BAND })
      .ensureAlpha(0.6)
      .png()
      .toBuffer()
    const turned = await sharp(band).rotate(-14, { background: CLEAR }).png().toBuffer()
    const tile = await sharp(turned)
      .extend({ top: size * 2, bottom: size * 2, left: size, right: size, background: CLEAR })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return sharp(data, { raw: { width, height, channels } }).composite([
      { input: tile, tile: true, gravity: 'centre' },
    ])
  } finally {
    rmSync(fontfile, { force: true })
  }
}

process.once('message', (told: Told) => {
  const most = process.memoryUsage.rss() + told.limits.decode.bytes
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.exit(1)
  }, WATCH_EVERY_MS)
  const answer = (deps: ImageAnswer) => process.send!(deps, () => process.exit(0))
  void clean(told).then(answer, () => answer({ ok: false, rejection: 'UPLOAD_BROKEN' }))
})
process.send!('ready')
