import type { MemberId } from '#kernel/id.ts'
import { hash } from 'node:crypto'
import { iso, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Batch, Store } from '#platform/engine/store.ts'
import { signerFrom } from '#platform/signing.ts'
import { originOf } from '../model/head.ts'
import { commitmentHeader, commitmentText } from '../model/inclusion-commitment.ts'
import { bytesOfText, leavesBy, nextLevel, writeSeq, type HashText } from './leaves.ts'

/**
 * At least so many promises are remembered, at most twice as many: answers go out within moments of their
 * batch, and a later repeat finds its record on the disk.
 */
const REMEMBERED = 4_096

export type InclusionCommitments = {
  /** The same store; what it is given to keep is promised to those whose commands it answers. */
  over(store: Store): Store
  /**
   * The commitment that the answer to this command carries (`model/inclusion-commitment.ts`); null where the
   * journal knows no such command. `isRepeat`: it may be one of long ago.
   */
  of(memberId: MemberId, key: string, isRepeat: boolean): string | null | Promise<string | null>
}

/** `durable`: hears the leaves of a batch that is durable now, 32 letters each, from record `first` on. */
type Deps = {
  keys: { signing: Buffer; salts: Buffer }
  wall: () => Ms
  db: Database
  durable: (first: number, leaves: string) => void
}
/** `levels`: of the tree of the batch, hexadecimal as they travel. */
type Signed = { levels: readonly (readonly string[])[]; at: string; signature: string }
type Made = { seq: number; leaf: HashText; place: number; batch: Signed }

/**
 * Signs what the journal is about to keep, once a batch, while the database writes it (decision 0052). Nobody
 * is told before the batch is durable: a commitment travels with its answer. Under (member, key) it says the
 * same to whoever asks again: while it is remembered to the letter, later as a batch of one, signed as of the
 * record's own time.
 */
export function openInclusionCommitments({ keys, wall, db, durable }: Deps): InclusionCommitments {
  const signer = signerFrom(keys.signing)
  const origin = originOf(signer.publicKey)
  const leaves = leavesBy(keys.salts)
  // Two generations: what is forgotten goes all at once. A map from whose front entries are deleted one by
  // one is walked from its beginning each time.
  let recent = new Map<string, Made>()
  let older = recent

  function sign(records: readonly { seq: number; leaf: HashText }[], time: Ms): Made[] {
    const levels = levelsOf(records.map(({ seq, leaf }) => promised(seq, leaf)))
    const at = iso(Math.floor(time))
    const batch = { levels, at, signature: signer.sign(commitmentText(origin, levels.at(-1)![0]!, at)) }
    return records.map(({ seq, leaf }, place) => ({ seq, leaf, place, batch }))
  }
  /** `of`: the leaves of the batch. */
  function remember({ journal, answers }: Batch, of: readonly HashText[]): void {
    if (answers.length === 0) return
    const first = journal[0]!.seq
    for (const [index, made] of sign(
      answers.map(({ seq }) => ({ seq, leaf: of[seq - first]! })),
      wall(),
    ).entries()) {
      const { member, key } = answers[index]!
      recent.set(nameOf(member, key), made)
    }
    if (recent.size >= REMEMBERED) [older, recent] = [recent, new Map<string, Made>()]
  }
  async function again(memberId: MemberId, key: string): Promise<string | null> {
    const {
      rows: [row],
    } = await db.pool.query<{ seq: number; ts: Ms; record: Buffer }>(
      'select seq, ts, record from idempotency join journal using (seq) where member = $1 and key = $2',
      [memberId, key],
    )
    return row === undefined
      ? null
      : textOf(sign([{ seq: row.seq, leaf: leaves.leaf(row.seq, row.record) }], row.ts)[0]!)
  }
  return {
    over: (store) => ({
      recover: (...deps) => store.recover(...deps),
      eachRow: (definition, onRow) => store.eachRow(definition, onRow),
      seal: (seal) => store.seal(seal),
      answer: (...deps) => store.answer(...deps),
      forgetAnswers: (before) => store.forgetAnswers(before),
      close: () => store.close(),
      flush(batch) {
        const flushed = store.flush(batch)
        const made = batch.journal.map(({ seq, record }) => leaves.leaf(seq, record))
        remember(batch, made)
        return flushed.then(() => durable(batch.journal[0]!.seq, made.join('')))
      },
    }),
    of(memberId, key, isRepeat) {
      const name = nameOf(memberId, key)
      const made = recent.get(name) ?? older.get(name)
      if (made !== undefined) return textOf(made)
      return isRepeat ? again(memberId, key) : null
    },
  }
}

const nameOf = (member: string, key: string): string => `${member} ${key}`

const hexOf = (text: HashText): string => bytesOfText(text).toString('hex')

const numbered = Buffer.alloc(1 + 8 + 32)
/** `commitmentLeaf` of the model. */
function promised(seq: number, leaf: HashText): HashText {
  writeSeq(numbered, seq, 1)
  numbered.write(leaf, 9, 'latin1')
  return hash('sha256', numbered, 'binary')
}

function levelsOf(leaves: readonly HashText[]): string[][] {
  const levels = [leaves.map(hexOf)]
  for (let level = leaves; level.length > 1;) {
    level = nextLevel(level)
    levels.push(level.map(hexOf))
  }
  return levels
}

function textOf({ seq, leaf, place, batch: { levels, at, signature } }: Made): string {
  const path: string[] = []
  let index = place
  for (let up = 0; up < levels.length - 1; up++) {
    const beside = levels[up]![index ^ 1]
    if (beside !== undefined) path.push(beside)
    index >>= 1
  }
  return commitmentHeader({ seq, leaf: hexOf(leaf), place, size: levels[0]!.length, path, at, signature })
}
