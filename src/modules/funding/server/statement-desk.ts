import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { no, ok, type Result } from '#kernel/result.ts'
import { dateJst } from '#kernel/time.ts'
import {
  checkDays,
  formOf,
  readStatement,
  type FileLine,
  type StatementForm,
} from '../model/statement-file.ts'
import { keepOriginal, originalOf } from './queries.ts'
import type { ReadFile } from './statement.ts'
import type { FundingDeps } from './deps.ts'
import { statementFiles } from './tables.ts'

const unpack = promisify(gunzip)
/** Unpacked. Zengin records of the most lines are below it. */
export const MOST_BYTES = 1_048_576
/** Files read, one after another: the oldest is let go of. */
const MOST_READ = 20

export type Statement = { id: string; form: StatementForm; lines: readonly FileLine[] }
/** `old`: lines of more than a year ago. */
type Taken = Statement & { old: number }

/**
 * Reads the bank's files: whole or not at all. What was read stays at hand until a treasurer signs for its
 * hash, and the file itself is kept, so that what was brought in can be compared with it at any time.
 */
export function openStatements({ context, payerHash }: Pick<FundingDeps, 'context' | 'payerHash'>) {
  const read = new Map<string, Statement>()
  const keep = (statement: Statement): Statement => {
    read.delete(statement.id)
    read.set(statement.id, statement)
    for (const id of read.keys()) if (read.size > MOST_READ) read.delete(id)
    return statement
  }
  return {
    /**
     * `packed`: gzip in base64. Refused: STATEMENT_PACK, STATEMENT_SIZE, and what is wrong inside, with the
     * record's number.
     */
    async take(packed: string): Promise<Result<Taken>> {
      let bytes: Buffer
      try {
        bytes = await unpack(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES })
      } catch (error) {
        return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
          ? no('STATEMENT_SIZE', { most: MOST_BYTES })
          : no('STATEMENT_PACK')
      }
      const accounts = context.config.firm?.accounts
      const lines = readStatement(bytes, accounts === undefined ? [] : [accounts.deposits, accounts.payouts])
      if (!lines.ok) return lines
      const days = checkDays(lines.value, dateJst(context.clock.wall()))
      if (!days.ok) return days
      const id = createHash('sha256').update(bytes).digest('hex')
      await keepOriginal(context.db, { id, bytes, at: Math.floor(context.clock.wall()) })
      return ok({ ...keep({ id, form: formOf(bytes), lines: lines.value }), ...days.value })
    },
    /**
     * The lines of a file that was brought in, as the file says them; null where the file kept is not the one
     * that the journal knows, or was erased.
     */
    async original(id: string): Promise<Statement | null> {
      if ((context.engine.read.of(statementFiles).get(id)?.erasedAt ?? null) !== null) return null
      const known = read.get(id)
      if (known !== undefined) return known
      const bytes = await originalOf(context.db, id)
      if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== id) return null
      const lines = readStatement(bytes, null)
      return lines.ok ? keep({ id, form: formOf(bytes), lines: lines.value }) : null
    },
    /** For the command: without names. */
    get(id: string): ReadFile | undefined {
      const statement = read.get(id)
      return (
        statement && {
          form: statement.form,
          lines: statement.lines.map(({ at, payer, ...line }) => ({
            ...line,
            number: at,
            payerHash: payerHash(payer),
          })),
        }
      )
    },
  }
}
export type Statements = ReturnType<typeof openStatements>
