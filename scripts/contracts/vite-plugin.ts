import type { Plugin } from 'vite'
import { withoutSchemas, type Node } from './without-schemas.ts'

/** Contracts reach the browser without their schemas. The shared values stay: addresses are parsed by them. */
export function contracts(): Plugin {
  return {
    name: 'akari:contracts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(rooms\/[\w-]+\/(?:operator-)?contract|wire\/(?!values)[\w-]+)\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code, { lang: 'ts' }) as unknown as Node), map: null }
      },
    },
  }
}
