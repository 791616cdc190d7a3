import type { Plugin } from 'vite'
import { pureCalls } from './pure-calls.ts'
import { withoutSchemas } from './without-schemas.ts'

/**
 * Contracts reach the browser without their schemas. The shared values stay: addresses are parsed by them.
 */
export function contracts(): Plugin {
  return {
    name: 'akari:contracts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(modules\/[\w-]+\/(?:operator-)?contract|wire\/(?!values)[\w-]+)\.ts$/ },
      handler(code) {
        return { code: withoutSchemas(code, this.parse(code, { lang: 'ts' })), map: null }
      },
    },
  }
}

/**
 * Routes and schemas that nobody uses are left out: their calls are marked pure, in our own files, each call
 * by itself. A name alone would also mean a minified library's.
 */
export function unusedSchemas(): Plugin {
  return {
    name: 'akari:unused-schemas',
    transform: {
      filter: { id: /\/src\/(wire|modules)\/.*\.tsx?$/, code: /\b(?:z\.|route\()/ },
      handler(code) {
        return { code: pureCalls(code, this.parse(code)), map: null }
      },
    },
  }
}
