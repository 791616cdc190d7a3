import { sha256 } from '@noble/hashes/sha2.js'
import { joined, tag } from './bytes.ts'
import { leafHash, type Hash } from './tree.ts'

export const SALT_BYTES = 16
const ENTRY = tag('KABU-ENT-v1')

/**
 * The entry for a record in the public tree: salted, so that nobody can try out what it says
 * (security-and-trust 5.1).
 */
export const entryHash = (salt: Uint8Array, record: Uint8Array): Hash => sha256(joined(ENTRY, salt, record))
export const recordLeaf = (salt: Uint8Array, record: Uint8Array): Hash => leafHash(entryHash(salt, record))
