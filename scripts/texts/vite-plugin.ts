import type { Plugin } from 'vite'
import { readCatalogue, textParts } from '#i18n/catalogues.ts'
import type { Lang } from '#i18n/lang.ts'
import { TEXT_PARTS } from '#i18n/parts.ts'
import { writeKeys } from './write-keys.ts'

const NAME = 'virtual:texts/'
const RESOLVED = `\0${NAME}`
const LOCALE_FILE = /\/locales\/[\w-]+\.json$/

/**
 * `virtual:texts/<lang>`: the addresses of the language's compiled messages in their parts, so that no parser
 * reaches the browser.
 */
export function texts({ console }: { console: boolean }): Plugin {
  return {
    name: 'akari:texts',
    resolveId: { filter: { id: new RegExp(`^${NAME}`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^${RESOLVED}`) },
      handler(id) {
        const lang = id.slice(RESOLVED.length) as Lang
        const catalogue = Object.entries(readCatalogue(lang))
        const partOf = textParts()
        const comesWith = (key: string) => {
          const part = partOf(key)
          return part !== 'console' ? part : console ? 'rest' : null
        }
        return TEXT_PARTS.map((part) => {
          const source = JSON.stringify(
            Object.fromEntries(catalogue.filter(([key]) => comesWith(key) === part)),
          )
          const address =
            this.environment.mode === 'dev'
              ? JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)
              : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `texts-${lang}-${part}.json`, source })}`
          return `export const ${part} = ${address}`
        }).join('\n')
      },
    },
    async hotUpdate({ file }) {
      if (!LOCALE_FILE.test(file)) return undefined
      for (const problem of await writeKeys()) this.warn(problem)
      const { idToModuleMap } = this.environment.moduleGraph
      return [...idToModuleMap.values()].filter(({ id }) => id?.startsWith(RESOLVED))
    },
  }
}
