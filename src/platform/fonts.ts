import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

const FONTS = join(import.meta.dirname, '../../assets/fonts')
export const FONT_NAMES = ['jp', 'sc', 'tc'] as const
export type Font = (typeof FONT_NAMES)[number]

/**
 * A font of this repository as the plain font that its WOFF file holds (W3C WOFF 1.0: 44 bytes of header, 20
 * for each table). Who draws with it either cannot read WOFF or unpacks the whole table of shapes again for
 * each glyph.
 */
export function plainFont(name: Font): Buffer {
  const woff = readFileSync(join(FONTS, `noto-sans-${name}.woff`))
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  let at = 12 + 16 * count
  for (let n = 0; n < count; n++) {
    const entry = 44 + 20 * n
    const [offset, packedLength, length] = [
      woff.readUInt32BE(entry + 4),
      woff.readUInt32BE(entry + 8),
      woff.readUInt32BE(entry + 12),
    ]
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    const row = 12 + 16 * n
    woff.copy(font, row, entry, entry + 4)
    woff.copy(font, row + 4, entry + 16, entry + 20)
    font.writeUInt32BE(at, row + 8)
    font.writeUInt32BE(length, row + 12)
    table.copy(font, at)
    at += Math.ceil(length / 4) * 4
  }
  return font
}
