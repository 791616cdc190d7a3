import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseListing, type ListingFile } from '../model/listing-file.ts'

/** The most that a compressed table may grow to: a gigabyte is thirty million rows. */
const MOST_BYTES = 2 ** 30

/**
 * Reads a table of a file, plain or gzipped, as the programs write it that people use: UTF-8 with and without
 * its mark, Excel's `Unicode text` (UTF-16) and Japanese Excel's CSV (CP932). Throws an Error of one sentence
 * that names the file and what is wrong with it.
 */
export function readTable<T>(file: string, parse: (text: string) => T): T {
  try {
    const bytes = readFileSync(file)
    return parse(
      decoded(
        bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes,
      ),
    )
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** CP932 comes last: it finds a meaning in nearly every byte. */
function decoded(bytes: Buffer): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder('utf-16le').decode(bytes)
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder('utf-16be').decode(bytes)
  for (const encoding of ['utf-8', 'shift_jis']) {
    const text = textIn(bytes, encoding)
    if (text !== null) return text
  }
  throw new RangeError('its letters are in no encoding that is known here: save it as CSV in UTF-8')
}

function textIn(bytes: Buffer, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Letters of two bytes each without a mark, or no text at all.
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** A listing from a file. Throws a sentence that names the file and what it lacks. */
export const readListing = (file: string): ListingFile => readTable(file, parseListing)
