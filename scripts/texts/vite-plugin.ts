import type { Plugin } from 'vite'
import { readCatalogue } from '#texts/catalogues.ts'
import type { Lang } from '#texts/lang.ts'
import { writeKeys } from './write-keys.ts'

const NAME = 'virtual:texts/'
const RESOLVED = `\0${NAME}`
const LOCALE_FILE = /\/locales\/[\w-]+\.json$/

/** `virtual:texts/<lang>`: the address of the language's compiled messages, so that no parser reaches the browser. */
export function texts(): Plugin {
  return {
    name: 'akari:texts',
    resolveId: { filter: { id: new RegExp(`^${NAME}`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^${RESOLVED}`) },
      handler(id) {
        const lang = id.slice(RESOLVED.length) as Lang
        const source = JSON.stringify(readCatalogue(lang))
        if (this.environment.mode === 'dev') return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)}`
        const file = this.emitFile({ type: 'asset', name: `texts-${lang}.json`, source })
        return `export default import.meta.ROLLUP_FILE_URL_${file}`
      },
    },
    async hotUpdate({ file }) {
      if (!LOCALE_FILE.test(file)) return undefined
      for (const problem of await writeKeys('write')) this.warn(problem)
      const { idToModuleMap } = this.environment.moduleGraph
      return [...idToModuleMap.values()].filter(({ id }) => id?.startsWith(RESOLVED))
    },
  }
}
