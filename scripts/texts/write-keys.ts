import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SRC } from '#i18n/catalogues.ts'
import { checkCatalogues } from './check-catalogues.ts'
import { keysModule } from './keys-module.ts'

const FILE = join(SRC, 'i18n/keys.ts')

/** Brings src/i18n/keys.ts, which is not committed, up to date. Returns what is wrong with the catalogues. */
export async function writeKeys(): Promise<string[]> {
  const { problems, args } = await checkCatalogues(SRC)
  const keys = keysModule(args)
  if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== keys) writeFileSync(FILE, keys)
  return problems
}
