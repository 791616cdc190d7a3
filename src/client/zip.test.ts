import { crc32 as known } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32, zipParts, type ZipEntry } from './zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each(['', 'a', '123456789', '本人確認', 'x'.repeat(70_000)])('the check sum of %.12s is zlib’s', (text) => expect(crc32(bytesOf(text))).toBe(known(bytesOf(text))))

/** Reads an archive from its end, as unpackers do: names, bytes and times, each found by the directory. */
function unzipped(archive: Buffer): { name: string; text: string; day: number; isSound: boolean }[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const count = archive.readUInt16LE(end + 10)
  expect([archive.readUInt16LE(end + 8), archive.readUInt32LE(end + 12) + archive.readUInt32LE(end + 16)]).toEqual([count, end])
  const found = []
  for (let n = 0, at = archive.readUInt32LE(end + 16); n < count; n++) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [length, offset] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    expect([archive.readUInt32LE(offset), archive.toString('utf8', offset + 30, offset + 30 + length)]).toEqual([0x04034b50, name])
    const bytes = archive.subarray(offset + 30 + length, offset + 30 + length + archive.readUInt32LE(at + 20))
    found.push({ name, text: bytes.toString(), day: archive.readUInt16LE(at + 14), isSound: archive.readUInt32LE(at + 16) === known(bytes) && archive.readUInt32LE(offset + 14) === known(bytes) })
    at += 46 + length
  }
  return found
}

test('an archive has every file under its name, whole and sound', () => {
  const at = Date.UTC(2026, 10, 21, 12, 30, 58)
  const entries: ZipEntry[] = [
    { name: 'own-data.json', bytes: bytesOf('{"a":1}'), at }, { name: 'pictures/画像-1.jpg', bytes: bytesOf('JPEG'), at }, { name: 'empty', bytes: bytesOf(''), at: 0 },
  ]
  const day = (2026 - 1980) * 512 + 11 * 32 + 21
  expect(unzipped(Buffer.concat(zipParts(entries)))).toEqual([
    { name: 'own-data.json', text: '{"a":1}', day, isSound: true }, { name: 'pictures/画像-1.jpg', text: 'JPEG', day, isSound: true },
    { name: 'empty', text: '', day: 33, isSound: true },
  ])
})
test('an archive of nothing is one', () => expect(unzipped(Buffer.concat(zipParts([])))).toEqual([]))
