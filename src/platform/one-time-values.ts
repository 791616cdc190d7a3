import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/connect.ts'
import { seal, unseal } from './encryption.ts'
import type { Keys } from './keys.ts'

/** A repeat asks so often, for so long, what the first of the same write was told. */
const HEARS_EVERY: Ms = 50
const HEARS_FOR: Ms = 5 * SECOND
const FORM = /^[\w-]{40,1024}$/

type Deps = {
  db: { kysely: Database['kysely'] }
  config: { keys: Pick<Keys, 'pepper'> }
  clock: Pick<Clock, 'machine'>
}

/**
 * Values that whichever server on this database takes back, also after a restart (decision 0193): sealed, so
 * that none is kept where it is handed out; what is good once has a row from its first use on. Machine time.
 */
export function oneTimeValues({ db: { kysely }, config, clock }: Deps) {
  const key = createHmac('sha256', config.keys.pepper).update('AKARI-ONE-TIME-VALUES-v1').digest()
  const outcomeOf = (id: Buffer, by: Buffer, isRight: boolean): Buffer =>
    createHmac('sha256', key).update(`outcome ${isRight}`).update(id).update(by).digest()
  const idOf = (value: string): Buffer => createHash('sha256').update(value).digest()

  return {
    /** A value that says `content` for so long, to whoever asks under the same words (`about`). */
    issue(about: string, content: Json, lifeMs: Ms): { value: string; until: Ms } {
      const until = clock.machine() + lifeMs
      const plain = Buffer.from(JSON.stringify({ until, content }))
      return { value: seal(key, about, plain).toString('base64url'), until }
    },
    /** Null: no server of this database has said it under these words, or it is too old. */
    read(about: string, value: string): { content: unknown; until: Ms } | null {
      const bytes = Buffer.from(value, 'base64url')
      // One spelling of the same bytes: another would be another value, and good again.
      if (!FORM.test(value) || bytes.toString('base64url') !== value) return null
      try {
        const plain = unseal(key, about, bytes).toString()
        const said = JSON.parse(plain) as { content: unknown; until: Ms }
        return said.until > clock.machine() ? said : null
      } catch {
        return null
      }
    },
    /**
     * True for the first use alone, on whichever server: of a value, or of any name. `by`: the write that
     * uses it.
     */
    async use(value: string, until: Ms, by: Buffer | null = null): Promise<boolean> {
      const used = await kysely
        .insertInto('usedOnce')
        .values({ id: idOf(value), until: Math.ceil(until), usedBy: by, outcome: null })
        .onConflict((on) => on.column('id').doNothing())
        .returning('until')
        .executeTakeFirst()
      return used !== undefined
    },
    /** Writes down what the write that used it was told. */
    async tell(value: string, by: Buffer, isRight: boolean): Promise<void> {
      const id = idOf(value)
      await kysely
        .updateTable('usedOnce')
        .set({ outcome: outcomeOf(id, by, isRight) })
        .where('id', '=', id)
        .where('usedBy', '=', by)
        .execute()
    },
    /**
     * True where the first use was by this same write, and right; waits for a moment while it is looked at.
     */
    async wasRight(value: string, by: Buffer): Promise<boolean> {
      const id = idOf(value)
      for (let waited = 0; waited <= HEARS_FOR; waited += HEARS_EVERY) {
        const row = await kysely
          .selectFrom('usedOnce')
          .select(['usedBy', 'outcome'])
          .where('id', '=', id)
          .executeTakeFirst()
        if (row?.usedBy?.equals(by) !== true) return false
        if (row.outcome !== null) {
          const right = outcomeOf(id, by, true)
          return row.outcome.length === right.length && timingSafeEqual(row.outcome, right)
        }
        await new Promise((resolve) => setTimeout(resolve, HEARS_EVERY))
      }
      return false
    },
    /** Removes those that are too old by now. */
    async forget(): Promise<void> {
      await kysely
        .deleteFrom('usedOnce')
        .where('until', '<=', clock.machine() - SECOND)
        .execute()
    },
  }
}
export type OneTimeValues = ReturnType<typeof oneTimeValues>

declare module './database/connect.ts' {
  interface SqlTables {
    usedOnce: { id: Buffer; until: Ms; usedBy: Buffer | null; outcome: Buffer | null }
  }
}
