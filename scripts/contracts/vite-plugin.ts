import type { Plugin } from 'vite'
import { withoutSchemas, type Node } from './without-schemas.ts'

/** Contracts reach the browser without their schemas. */
export function contracts(): Plugin {
  return {
    name: 'akari:contracts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(rooms\/[\w-]+\/contract|wire\/[\w-]+)\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code, { lang: 'ts' }) as unknown as Node), map: null }
      },
    },
  }
}
