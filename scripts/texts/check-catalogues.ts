import { join, relative } from 'node:path'
import { localeFolders, prefixOf, readParts, readSources } from '#i18n/catalogues.ts'
import { argKinds, compile, narrower, type ArgKinds } from '#i18n/compile.ts'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { isEntryOf, TEXT_PARTS } from '#i18n/parts.ts'
import { allRoutes } from '../contracts/routes.ts'
import { retiredIn } from './retired-words.ts'

/** The faults of the catalogues below `src`, and the arguments of each key of the source language. */
export type Checked = { problems: string[]; args: Map<string, ArgKinds> }

const [SOURCE, ...OTHERS] = LANGS

export async function checkCatalogues(src: string): Promise<Checked> {
  const checked: Checked = { problems: [], args: new Map() }
  for (const folder of localeFolders(src)) checkFolder(folder, src, checked)
  await checkRejections(src, checked)
  return checked
}

function checkFolder(folder: string, src: string, { problems, args }: Checked): void {
  const name = (lang: Lang) => `${relative(join(src, '..'), folder)}/${lang}.json`
  const source = readSources(folder, SOURCE) ?? {}
  const kindsIn = (lang: Lang, sources: Record<string, string>) =>
    kindsOf(sources, lang, name(lang), problems)
  for (const [key, kinds] of kindsIn(SOURCE, source)) args.set(`${prefixOf(folder)}.${key}`, kinds)
  checkParts(folder, `${relative(join(src, '..'), folder)}/parts.json`, Object.keys(source), problems)

  for (const lang of OTHERS) {
    const sources = readSources(folder, lang) ?? {}
    const found = kindsIn(lang, sources)
    for (const key of Object.keys(source))
      if (!Object.hasOwn(sources, key)) problems.push(`${name(lang)}: no ${key}`)
    for (const [key, kinds] of found) {
      const full = `${prefixOf(folder)}.${key}`
      const known = args.get(full)
      if (!Object.hasOwn(source, key)) problems.push(`${name(lang)}: ${key} is not in ${name(SOURCE)}`)
      if (known !== undefined) args.set(full, merged(known, kinds, `${name(lang)}: ${key}`, problems))
    }
  }
}

/** Parts that there are not, and entries that stand for no text. */
function checkParts(folder: string, name: string, keys: readonly string[], problems: string[]): void {
  for (const [part, entries] of Object.entries(readParts(folder))) {
    if (![...TEXT_PARTS, 'console'].includes(part)) problems.push(`${name}: there is no part ${part}`)
    for (const entry of entries)
      if (!keys.some((key) => isEntryOf(entry, key))) problems.push(`${name}: no text is called ${entry}`)
  }
}

function kindsOf(
  sources: Record<string, string>,
  lang: Lang,
  file: string,
  problems: string[],
): Map<string, ArgKinds> {
  const found = new Map<string, ArgKinds>()
  for (const [key, source] of Object.entries(sources)) {
    problems.push(...retiredIn(lang, source).map((problem) => `${file}: ${key}: ${problem}`))
    try {
      if (source.trim() === '') throw new Error('is empty')
      found.set(key, argKinds(compile(source)))
    } catch (error) {
      problems.push(`${file}: ${key}: ${(error as Error).message}`)
    }
  }
  return found
}

/** The arguments that both sentences can be made from. Every language must use the same names. */
function merged(source: ArgKinds, other: ArgKinds, where: string, problems: string[]): ArgKinds {
  const result: ArgKinds = { ...source }
  for (const name of new Set([...Object.keys(source), ...Object.keys(other)])) {
    const [one, two] = [source[name], other[name]]
    if (one === undefined || two === undefined) {
      problems.push(
        `${where}: {${name}} is ${one === undefined ? 'unknown to' : 'used in'} ${SOURCE}.json${one === undefined ? '' : ' and missing here'}`,
      )
      continue
    }
    try {
      result[name] = narrower(name, one, two)
    } catch (error) {
      problems.push(`${where}: ${(error as Error).message}`)
    }
  }
  return result
}

const REFUSE_FOR_OTHERS = ['identity', 'orders'] as const

/**
 * A rule's refusal without its sentence is a problem: `<module>.rejection.<CODE>` for each code of each
 * route. What identity and orders refuse for other modules (a proof of the member's will, an order that a
 * product sends) they word themselves.
 */
async function checkRejections(src: string, { problems, args }: Checked): Promise<void> {
  const missing = (await allRoutes(src)).flatMap(({ module, file, route }) =>
    (route.rejections ?? [])
      .filter(
        (code) => ![module, ...REFUSE_FOR_OTHERS].some((whose) => args.has(`${whose}.rejection.${code}`)),
      )
      .map((code) => `src/${file}: no sentence ${module}.rejection.${code}`),
  )
  problems.push(...new Set(missing))
}
