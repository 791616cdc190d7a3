import { crc32 } from 'node:zlib'
import { expect } from 'vitest'

/** Reads an archive from its end, as unpackers do: names, bytes and times, each found by the directory. */
export function unzipped(archive: Buffer): { name: string; text: string; day: number; isSound: boolean }[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const count = archive.readUInt16LE(end + 10)
  expect([
    archive.readUInt16LE(end + 8),
    archive.readUInt32LE(end + 12) + archive.readUInt32LE(end + 16),
  ]).toEqual([count, end])
  const found = []
  for (let n = 0, at = archive.readUInt32LE(end + 16); n < count; n++) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [length, offset] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)]
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    expect([
      archive.readUInt32LE(offset),
      archive.toString('utf8', offset + 30, offset + 30 + length),
    ]).toEqual([0x04034b50, name])
    const bytes = archive.subarray(offset + 30 + length, offset + 30 + length + archive.readUInt32LE(at + 20))
    found.push({
      name,
      text: bytes.toString(),
      day: archive.readUInt16LE(at + 14),
      isSound:
        archive.readUInt32LE(at + 16) === crc32(bytes) && archive.readUInt32LE(offset + 14) === crc32(bytes),
    })
    at += 46 + length
  }
  return found
}
