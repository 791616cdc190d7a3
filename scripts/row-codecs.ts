/**
 * `node scripts/row-codecs.ts` writes `row-codecs.ts` beside the definitions of the tables that have the most
 * rows: code that names each of their columns (`src/platform/engine/row-codec.ts`). The files are committed,
 * because the definitions import them; `row-codecs.test.ts` holds them against what this writes.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { members } from '#modules/identity/server/tables.ts'
import { memberBalances } from '#modules/ledger/server/tables.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { lots, realized } from '#modules/portfolio/server/tables.ts'
import { averageCosts, taxAccounts, taxResults, taxYears } from '#modules/tax/server/tables.ts'
import { codecColumns } from '#platform/engine/row-codec.ts'
import type { AnyTableDefinition } from '#platform/engine/table.ts'

/** By module: the tables with the name of their definition. */
const TABLES: Record<string, Record<string, AnyTableDefinition>> = {
  identity: { members },
  ledger: { memberBalances },
  orders: { orders },
  portfolio: { lots, realized },
  tax: { averageCosts, taxAccounts, taxResults, taxYears },
}

export const CODED_TABLES = Object.values(TABLES).flatMap((tables) => Object.values(tables))

const PARTS: Record<string, [type: string, part: string]> = {
  text: ['string', 'textPart'],
  int8: ['number', 'numberPart'],
  int4: ['number', 'numberPart'],
  bool: ['boolean', 'boolPart'],
  jsonb: ['unknown', 'jsonPart'],
}

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

function codecOf(name: string, definition: AnyTableDefinition): string {
  const { columns, fixed = [], key, own = [] } = definition
  const each = Object.entries(columns).map(([column, type]) => ({ column, type: type.replace('?', '') }))
  const still = [...(typeof key === 'string' ? [key] : key), ...fixed]
  const lines = (of: (column: string, type: string) => string, indent: string, join = '\n') =>
    each.map(({ column, type }) => `${indent}${of(column, type)}`).join(join)
  return `type ${capital(name)} = {
${lines((column, type) => `${column}: ${PARTS[type]![0]} | null`, '  ')}
}

export const ${name}Codec: RowCodec = {
  columns: [
${codecColumns(definition, still)
  .map((column) => `    '${column}',`)
  .join('\n')}
  ],
  read: (from) => ({
${lines((column, type) => `${column}: from.${own.includes(column) ? 'own' : type}(),`, '    ')}
  }),
  text: (row: ${capital(name)}) =>
${lines((column, type) => `${PARTS[type]![1]}(row.${column})`, '    ', ' +\n')},
  isWhole: (patch) =>
${lines((column) => `'${column}' in patch`, '    ', ' &&\n')},
  changedFixed(before: ${capital(name)}, after: ${capital(name)}) {
${still.map((column) => `    if (after.${column} !== before.${column}) return '${column}'`).join('\n')}
    return null
  },
}
`
}

/** Path and source of each file, before it is laid out. */
export function codecFiles(): { path: string; source: string }[] {
  return Object.entries(TABLES).map(([module, tables]) => {
    const codecs = Object.entries(tables).map(([name, definition]) => codecOf(name, definition))
    const parts = ['boolPart', 'jsonPart', 'numberPart', 'textPart'].filter((part) =>
      codecs.some((codec) => codec.includes(`${part}(`)),
    )
    const source = `// Written by scripts/row-codecs.ts from the definitions of the tables: run it after a change of theirs.
import type { RowCodec } from '#platform/engine/row-codec.ts'
import { ${parts.join(', ')} } from '#platform/engine/row-parts.ts'

${codecs.join('\n')}`
    return { path: join('src', 'modules', module, 'server', 'row-codecs.ts'), source }
  })
}

if (import.meta.main) {
  const files = codecFiles()
  for (const { path, source } of files) writeFileSync(path, source)
  spawnSync(
    'oxfmt',
    files.map(({ path }) => path),
    { stdio: 'inherit' },
  )
}
