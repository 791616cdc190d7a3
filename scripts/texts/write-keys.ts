import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SRC } from '#texts/catalogues.ts'
import { checkCatalogues } from './check-catalogues.ts'
import { keysModule } from './keys-module.ts'

const FILE = join(SRC, 'texts/keys.ts')

/** Brings src/texts/keys.ts up to date, or only says that it is not. Returns what is wrong with the catalogues. */
export async function writeKeys(mode: 'write' | 'check'): Promise<string[]> {
  const { problems, args } = await checkCatalogues(SRC)
  const keys = keysModule(args)
  if (readFileSync(FILE, 'utf8') === keys) return problems
  if (mode === 'check') return [...problems, 'src/texts/keys.ts is not current: node scripts/texts.ts']
  writeFileSync(FILE, keys)
  return problems
}
