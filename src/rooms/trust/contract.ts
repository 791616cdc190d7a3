import * as z from 'zod/mini'
import { TRANSFER_KINDS } from '#rooms/ledger/model/kinds.ts'
import { route } from '#wire/route.ts'
import { Instant } from '#wire/values.ts'

const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Size = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/**
 * A published head: how many records the journal had, and the root over them. Both signatures are Ed25519 over `headText`, base64url: the house's, and that
 * of the auditor's process, which signs only what continues the head that it signed before.
 */
export const HeadView = z.object({ origin: z.string(), size: z.int(), root: Hex, at: Instant, house: z.string(), auditor: z.string() })
export type HeadView = z.output<typeof HeadView>

/** The newest head, null before the first; the public keys of both (base64url, 32 bytes). `records`: how many the journal has now. */
export const getHeads = route({
  name: 'getHeads', method: 'GET', path: '/trust/heads', access: 'public',
  output: z.object({ keys: z.object({ house: z.string(), auditor: z.string() }), newest: z.nullable(HeadView), earlier: z.array(HeadView), records: z.int(), simulated: z.boolean() }),
})

/** What shows that the newest head's tree begins with the tree of `from` records: its path, and that head. NO_SUCH_HEAD: `from` is not below it. */
export const getConsistency = route({
  name: 'getConsistency', method: 'GET', path: '/trust/consistency', access: 'public',
  query: z.strictObject({ from: Size }), output: z.object({ head: HeadView, path: z.array(Hex) }), rejections: ['NO_SUCH_HEAD'],
})

/** A record of the journal that moved this member's money or was sent by them. `kinds`: what it moved. `isPublished`: the newest head holds it. */
export const RecordRow = z.object({ seq: z.int(), at: Instant, type: z.string(), kinds: z.array(z.enum(TRANSFER_KINDS)), isPublished: z.boolean() })
export type RecordRow = z.output<typeof RecordRow>
/** Newest first. */
export const listRecords = route({
  name: 'listRecords', method: 'GET', path: '/trust/records', access: 'member',
  query: z.strictObject({ before: z.optional(Size) }), output: z.array(RecordRow),
})

/**
 * The proof that a record of the member's is in the newest head: its path, and what it says: `record` is the canonical text, `salt` what it was hashed with
 * (both null where it concerns others too: then `entry`, the salted hash, stands for it). NOT_PUBLISHED: the next head will hold it.
 */
export const ProofView = z.object({ seq: z.int(), record: z.nullable(z.string()), salt: z.nullable(z.string()), entry: Hex, path: z.array(Hex), head: HeadView })
export type ProofView = z.output<typeof ProofView>
export const getProof = route({
  name: 'getProof', method: 'GET', path: '/trust/records/{seq}', access: 'member',
  params: z.strictObject({ seq: z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)) }), output: ProofView, rejections: ['NOT_PUBLISHED'],
})
