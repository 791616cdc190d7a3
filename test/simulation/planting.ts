import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlantedBug } from './planted-bugs.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The source with the bug in it. Throws where the code it changes is no longer there, once. */
export function withBug(source: string, { name, file, line, wrong }: Omit<PlantedBug, 'breaks'>): string {
  const parts = source.split(inAnyLayout(line))
  if (parts.length !== 2)
    throw new Error(`the bug ${name} is planted on a line that ${file} has ${parts.length - 1} times`)
  return parts.join(wrong)
}

/**
 * The line in any layout: where it breaks, and whether a comma ends a list, is the formatter's choice and no
 * part of a bug.
 */
function inAnyLayout(line: string): RegExp {
  const tokens = line
    .trim()
    .split(/\s+|(?<=[()[\]{}])|(?=[()[\]{}.])/)
    .filter((token) => token !== '')
  return new RegExp(
    tokens.map((token) => token.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join(String.raw`,?\s*`),
  )
}

/**
 * Has this process load one module with a bug in it. Nothing of it is written to any file: what ships knows
 * no such switch. Call it before anything of the product is imported.
 */
export function plant(bug: PlantedBug): void {
  const url = pathToFileURL(join(ROOT, bug.file)).href
  registerHooks({
    load(loaded, context, next) {
      const module = next(loaded, context)
      return loaded === url && module.source !== undefined && module.source !== null
        ? { ...module, source: withBug(module.source.toString(), bug) }
        : module
    },
  })
}
