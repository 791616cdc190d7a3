import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#platform/database/connect.ts'
import { LIMITS } from '#platform/limits.ts'
import type { Route } from '#wire/route.ts'

const ROOT = join(import.meta.dirname, '../..')
const DURATION =
  /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: \w+)? = (.*\b(?:SECOND|MINUTE|HOUR|DAY|_HOURS)\b.*)$/gm

/**
 * The server's durations, found in its source: every constant that is reckoned from a unit of time, and every
 * limit in milliseconds, by name.
 */
export function declaredDurations(): string[] {
  const files = globSync('src/{platform,server,modules/*/{model,server}}/**/*.ts', { cwd: ROOT })
    .filter((file) => !/(\.test|\.fixture|\/test-[\w-]+)\.ts$/.test(file))
    .toSorted()
  const constants = files.flatMap((file) =>
    [...onOneLine(readFileSync(join(ROOT, file), 'utf8')).matchAll(DURATION)].map(
      ([, name]) => `${file.replace(/^src\//, '')} ${name}`,
    ),
  )
  return [...durationsIn('limits', LIMITS), ...constants]
}

/** A value that the formatter put on the line below its name, beside it; a flat object on one line. */
const onOneLine = (source: string): string =>
  source
    .replaceAll(/ =\n +/g, ' = ')
    .replaceAll(/ = \{\n[^{}]*\n\}/g, (object) => object.replaceAll(/\n */g, ' '))

const durationsIn = (path: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.length > 0 && typeof value[0] === 'object' ? [path] : []
  if (typeof value !== 'object' || value === null) return path.endsWith('Ms') ? [path] : []
  return Object.entries(value).flatMap(([name, inner]) => durationsIn(`${path}.${name}`, inner))
}

/** Columns that say until when something is good, or when it is due, by `table.column`. */
export async function declaredMoments({ kysely }: Database): Promise<string[]> {
  const columns = (await kysely
    .withSchema('information_schema')
    .selectFrom('columns' as never)
    .select(['table_name', 'column_name'] as never[])
    .where('table_schema' as never, '=', 'public' as never)
    .execute()) as { tableName: string; columnName: string }[]
  return columns
    .filter(({ columnName }) =>
      /until|expires|lapse|due|closes_at|confirm_by|deadline|ends_/.test(columnName),
    )
    .map(({ tableName, columnName }) => `${tableName}.${columnName}`)
    .toSorted()
}

const COUNTER =
  /(?<![\w.])(windowLimiter|sharedTries|rateLimiter|memberLimiter|passwordGate|places|countFailure)\(/g
const TRIES = /(?:tries|Tries|attempts)', '\+', 1\)/g

/** Every count of attempts that the server keeps, by the file that keeps it and how many of each kind. */
export function declaredCounters(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const file of globSync('src/{platform,server,modules/*/server}/**/*.ts', { cwd: ROOT }).toSorted()) {
    // The kinds of counts themselves are made in `limits.ts`.
    if (/(\.test|\.fixture|\/test-[\w-]+|platform\/limits)\.ts$/.test(file)) continue
    const source = readFileSync(join(ROOT, file), 'utf8').replaceAll(/export (?:function|const) \w+/g, '')
    const found = [...source.matchAll(COUNTER), ...source.matchAll(TRIES)].length
    if (found > 0) counts[file] = found
  }
  return counts
}

const SECRET = /code$|password$|^proof$|ticket$|^answer$|^created$|^passkey$|secret|token/i

/** Inputs of a route that prove something, by `route.field`: whatever can be guessed, or shown twice. */
export function declaredSecrets(routes: readonly Route[]): string[] {
  return routes
    .flatMap(({ name, input }) => {
      const shape = (input as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}
      return Object.keys(shape)
        .filter((field) => SECRET.test(field))
        .map((field) => `${name}.${field}`)
    })
    .toSorted()
}

const USES = /\bcodes\.use\(/g

/** Uses of a code that was sent, by file, and how often. */
export function declaredCodeUses(): Record<string, number> {
  const files = globSync('src/modules/*/server/**/*.ts', { cwd: ROOT })
    .filter((file) => !/(\.test|\.fixture)\.ts$/.test(file))
    .toSorted()
  return Object.fromEntries(
    files.flatMap((file) => {
      const times = [...readFileSync(join(ROOT, file), 'utf8').matchAll(USES)].length
      return times === 0 ? [] : [[file, times] as const]
    }),
  )
}

const FREES =
  /\bmove(?:UpTo)?\(\s*(?:\w+|\w+(?:\.\w+)*\([^()]*\)),\s*'(\w+)',\s*(?:[\w.]+ \? )?(?:'\w+' : )?'(?:available|unsettled)'/g
const MEETS = /(?<!function )\b(?:repayShortfall|settleFreed)\(/g

/**
 * Places at which a member's money becomes free (available, or unsettled), as `file account it comes from`;
 * and how often each file has such money meet a debt.
 */
export function declaredFreedMoney(): { places: string[]; meets: Readonly<Record<string, number>> } {
  const files = globSync('src/modules/*/{model,server}/**/*.ts', { cwd: ROOT })
    .filter((file) => !/(\.test|\.fixture)\.ts$/.test(file))
    .toSorted()
  const read = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  const places = read.flatMap(([file, source]) =>
    [...source.matchAll(FREES)].map(([, from]) => `${file.replace('src/modules/', '')} ${from}`),
  )
  const meets = read.flatMap(([file, source]) => {
    const times = [...source.matchAll(MEETS)].length
    return times === 0 ? [] : [[file, times] as const]
  })
  return { places: [...new Set(places)].toSorted(), meets: Object.fromEntries(meets) }
}
