import type { ArgKinds } from '#i18n/compile.ts'

const TYPES = { value: 'number | string', number: 'number', date: 'number | string', word: 'string' } as const

/** The source of src/i18n/keys.ts: every key with the arguments that its sentence needs. */
export function keysModule(args: ReadonlyMap<string, ArgKinds>): string {
  const rows = [...args].sort(byName).map(([key, kinds]) => {
    const fields = Object.entries(kinds)
      .sort(byName)
      .map(([name, kind]) => `${propertyName(name)}: ${TYPES[kind]}`)
    return `  '${key}': ${fields.length === 0 ? 'Record<never, never>' : `{ ${fields.join('; ')} }`}`
  })
  return [
    '/** Written by `node scripts/texts.ts` from the catalogues. */',
    ['export type TextArgs = {', ...rows, '}'].join('\n'),
    '',
  ].join('\n')
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

const propertyName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)
