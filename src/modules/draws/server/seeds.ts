import { createHmac } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { commitmentOf, type Role } from '../model/draw.ts'

export type Seeds = { operator: string; auditor: string }
/**
 * The seeds of each draw. Their secrets lie outside the database, and no seed is in the journal before it is
 * revealed.
 */
export type SeedSource = {
  /** Commitments that are published with the listing. */
  commitments(id: string): Seeds
  /** Null: a secret is not to be had, and the draw will be void. */
  reveal(id: string): Seeds | null
}

/**
 * A seed is an HMAC of the draw's id under the role's own secret: nothing has to be kept for each draw, and
 * nothing can be chosen.
 */
export function seedsFrom({
  drawOperator,
  drawAuditor,
}: Pick<Config['keys'], 'drawOperator' | 'drawAuditor'>): SeedSource {
  const seed = (key: Buffer, id: string) =>
    createHmac('sha256', key).update(`KABU-SEED-v1\0${id}`).digest('hex')
  const seeds = (id: string): Seeds => ({ operator: seed(drawOperator, id), auditor: seed(drawAuditor, id) })
  const commit = (id: string, role: Role) => commitmentOf(id, role, seeds(id)[role])
  return {
    commitments: (id) => ({ operator: commit(id, 'operator'), auditor: commit(id, 'auditor') }),
    reveal: seeds,
  }
}
