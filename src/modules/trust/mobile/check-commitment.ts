import { hexOf } from '#kernel/hex.ts'
import type { Ms } from '#kernel/time.ts'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { serverNow } from '#client/clock.ts'
import {
  proofFailures,
  commitments,
  type ProofFailureKind,
  type StoredCommitment,
} from '#client/commitments.ts'
import { checkSigned } from '#client/signed.ts'
import { getProof, type ProofView } from '../contract.ts'
import { bytesOf } from '../model/bytes.ts'
import { originOf } from '../model/head.ts'
import { committedRoot, commitmentText, readCommitment } from '../model/inclusion-commitment.ts'
import { HASH_BYTES, leafHash } from '../model/tree.ts'
import { isIncluded, isSound, judgeHead, type HeadCheck } from './check.ts'
import { storedCommitments } from './stored-commitments.ts'

/** A record is in a published head within 60 s (security-and-trust 5.1). */
const DUE_AFTER: Ms = 60_000
/**
 * Time without any head, by the phone's own clock, after which the check gives up: a server that starts again
 * takes a while, and then publishes what it has.
 */
const GIVE_UP_AFTER: Ms = 180_000

export type Verdict = 'kept' | 'waiting' | ProofFailureKind

/**
 * Looks whether a commitment was kept: the server's signature, then the record's leaf in a head that goes on
 * from those that this device saw. `head`: the newest one. Throws `CallError` where nobody answers.
 */
export async function checkCommitment(
  { text, at }: StoredCommitment,
  { head, keys }: Pick<HeadCheck, 'head' | 'keys'>,
): Promise<Verdict> {
  const promised = readCommitment(text)
  const root = promised === null ? null : committedRoot(promised)
  if (
    promised === null ||
    root === null ||
    (await checkSigned(
      commitmentText(originOf(keys.house), root, promised.at),
      promised.signature,
      keys.house,
    )) === 'wrong'
  )
    return 'unsigned'
  let proof: ProofView
  try {
    proof = await call(getProof, { params: { seq: String(promised.seq) } }, { quiet: true })
  } catch (error) {
    // Not in a head yet, or the server knows no such record of this member's.
    const isAnswer = error instanceof CallError && (error.kind === 'refused' || error.code === 404)
    if (!isAnswer) throw error
    const isLate =
      Date.parse(head.at) - Date.parse(promised.at) > DUE_AFTER || serverNow() - at > GIVE_UP_AFTER
    return isLate ? 'missing' : 'waiting'
  }
  if (!isSound(await judgeHead(proof.head, keys))) return 'rewritten'
  return isIncluded(proof) &&
    proof.seq === promised.seq &&
    hexOf(leafHash(bytesOf(proof.entry, HASH_BYTES))) === promised.leaf
    ? 'kept'
    : 'differs'
}

/** Writes down how a commitment stands. One that is missing is looked for on and on: it may be late. */
export function settle(commitment: StoredCommitment, verdict: Verdict): void {
  if (verdict === 'waiting') return
  if (verdict === 'kept') {
    storedCommitments.add({ seq: readCommitment(commitment.text)!.seq, at: serverNow() })
    proofFailures.remove({ kind: 'missing', promise: commitment.text, at: 0 })
  } else proofFailures.add({ kind: verdict, promise: commitment.text, at: serverNow() })
  if (verdict !== 'missing') commitments.remove(commitment)
}
