import { DAY, type Ms } from '#kernel/time.ts'
import type { SqlTables } from './connect.ts'
import { rowList, type Sql } from './row-list.ts'
import { RowForged, type Coded } from './row-mac.ts'

type Dated = { id: string; at: Ms }

/** Rows that are written once, and stay or go: one list for each day on which they were written. */
export type DailyList<Row extends Dated> = Coded & {
  /** Lists rows that were just written, in the same transaction. */
  add(trx: Sql, rows: readonly Row[]): Promise<void>
  /** The same of rows that were just deleted. */
  drop(trx: Sql, rows: readonly Row[]): Promise<void>
  /** Throws `RowForged` where one of these rows is not what was written. */
  believe(db: Sql, rows: readonly Row[]): Promise<void>
}

const dayOf = ({ at }: Dated): string => String(Math.floor(at / DAY))

export const dailyList =
  <T extends keyof SqlTables>() =>
  <Column extends keyof SqlTables[T] & string>(
    secret: Uint8Array,
    { name, table, columns }: { name: string; table: string; columns: readonly ('id' | 'at' | Column)[] },
  ): DailyList<Dated & Pick<SqlTables[T], Column>> => {
    type Row = Dated & Pick<SqlTables[T], Column>
    const list = rowList(secret, {
      name,
      owners: 'listed',
      parts: { rows: { table, owner: `(at / ${DAY})::text`, key: ['id'], columns } },
    })
    const byDay = (rows: readonly Row[]) => Map.groupBy(rows, dayOf)
    return {
      name: list.name,
      stored: list.stored,
      fill: list.fill,
      async add(trx, rows) {
        for (const [day, of] of byDay(rows)) {
          await list.begin(trx, day)
          await list.add(trx, day, 'rows', of)
        }
      },
      async drop(trx, rows) {
        const days = byDay(rows)
        const lists = await list.listed(trx, [...days.keys()], 'for update')
        for (const [day, of] of days) await lists.get(day)?.drop(trx, 'rows', of)
      },
      async believe(db, rows) {
        const days = byDay(rows)
        const lists = await list.listed(db, [...days.keys()])
        for (const [day, of] of days) {
          const keys = new Set(of.map(({ id }) => id))
          const wrong = lists.get(day)?.wrong('rows', of, (key) => keys.has(key)) ?? [...keys]
          if (wrong[0] !== undefined) throw new RowForged(table, wrong[0])
        }
      },
    }
  }
