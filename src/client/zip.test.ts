import { crc32 as known } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzipped } from '../../test/app/unzipped.ts'
import { crc32, zipParts, type ZipEntry } from './zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each(['', 'a', '123456789', '本人確認', 'x'.repeat(70_000)])(
  'the check sum of %.12s is zlib’s',
  (text) => expect(crc32(bytesOf(text))).toBe(known(bytesOf(text))),
)

test('an archive has every file under its name, whole and sound', () => {
  const at = Date.UTC(2026, 10, 21, 12, 30, 58)
  const entries: ZipEntry[] = [
    { name: 'own-data.json', bytes: bytesOf('{"a":1}'), at },
    { name: 'pictures/画像-1.jpg', bytes: bytesOf('JPEG'), at },
    { name: 'empty', bytes: bytesOf(''), at: 0 },
  ]
  const day = (2026 - 1980) * 512 + 11 * 32 + 21
  expect(unzipped(Buffer.concat(zipParts(entries)))).toEqual([
    { name: 'own-data.json', text: '{"a":1}', day, isSound: true },
    { name: 'pictures/画像-1.jpg', text: 'JPEG', day, isSound: true },
    { name: 'empty', text: '', day: 33, isSound: true },
  ])
})
test('an archive of nothing is one', () => expect(unzipped(Buffer.concat(zipParts([])))).toEqual([]))
