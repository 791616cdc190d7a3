import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseListing, type ListingFile } from '../model/listing-file.ts'

/** A listing from a file, plain or gzipped. Throws a sentence that names the file and what it lacks. */
export function readListing(file: string): ListingFile {
  try {
    return parseListing(readTable(file))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The text of a file of comma-separated values, plain or gzipped. */
function readTable(file: string): string {
  const bytes = readFileSync(file)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}
