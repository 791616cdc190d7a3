import { parseListing, type ListingFile } from '../model/listing-file.ts'
import { readTable } from './table-file.ts'

/** A listing from a file. Throws a sentence that names the file and what it lacks. */
export const readListing = (file: string): ListingFile => readTable(file, parseListing)
