import { bannedInPath } from '../tidy/words.ts'

/** The names of a module and of one of its rows: `gifts`, `gift`, in types `Gifts`, `Gift`. */
export type Names = { many: string; one: string; Many: string; One: string }

/** Names that exist already, by kind. `word` is what the template itself uses as a name. */
export type Taken = Readonly<
  Record<
    'module' | 'page' | 'page of the console' | 'table' | 'route' | 'command' | 'power' | 'limit' | 'word',
    ReadonlySet<string>
  >
>

const FORM = /^[a-z]{3,20}s$/
/**
 * Plural in form, and neither a variable of TypeScript nor a table of SQL can be called so, or by the
 * singular.
 */
const RESERVED = new Set(
  'breaks cases catches classes consts continues debuggers defaults deletes exports imports returns switches this throws values withs yields'.split(
    ' ',
  ),
)

type Named = { ok: true; names: Names } | { ok: false; problem: string }
const refused = (problem: string): Named => ({ ok: false, problem })

/**
 * The names that a module's name leads to, or why it cannot be one: it is no plural noun, a private word
 * (`scripts/tidy/words.ts`), or something is called so already.
 */
export function namesOf(name: string, taken: Taken): Named {
  if (!FORM.test(name) || name.endsWith('ss') || RESERVED.has(name))
    return refused(
      `A module is named by a plural noun in lower-case letters, as "gifts" is: "${name}" cannot be a name.`,
    )
  const [banned] = bannedInPath(name)
  if (banned !== undefined) return refused(`"${banned.word}" is no word of the field: say ${banned.say}.`)
  const one = singularOf(name)
  const names = { many: name, one, Many: capital(name), One: capital(one) }
  const wanted = Object.entries(wantedOf(names)) as [keyof Taken, string[]][]
  for (const [kind, words] of wanted) {
    const same = words.find((word) => taken[kind].has(word))
    if (same !== undefined)
      return refused(
        kind === 'word'
          ? `The code of every new module uses the name "${same}" itself: choose another one.`
          : `There is a ${kind} "${same}" already: choose another name.`,
      )
  }
  return { ok: true, names }
}

const wantedOf = ({ many, one, Many, One }: Names): Record<keyof Taken, string[]> => ({
  module: [many],
  page: [many],
  'page of the console': [many],
  table: [many],
  route: [`list${Many}`, `create${One}`, `listDesk${Many}`],
  command: [`${one}.create`],
  power: [`${one}.withdraw`],
  limit: [many],
  word: [many, one, Many, One],
})

function singularOf(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`
  return /(?:ch|sh|x|ss)es$/.test(many) ? many.slice(0, -2) : many.slice(0, -1)
}
const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1)

/** The template's text, whose module is called `samples`, in the names of the new one. */
export const renamed = (text: string, { many, one, Many, One }: Names): string =>
  text
    .replaceAll('SAMPLES', many.toUpperCase())
    .replaceAll('SAMPLE', one.toUpperCase())
    .replaceAll('Samples', Many)
    .replaceAll('Sample', One)
    .replaceAll('samples', many)
    .replaceAll('sample', one)
