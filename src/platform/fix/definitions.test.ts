import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemOf } from './definitions.fixture.ts'

/**
 * The session definitions of QuickFIX, as its source package brings them (Debian: `apt-get source quickfix`);
 * QUICKFIX_SOURCE names the folder. They are read where they are: their licence is not ours to give on.
 */
const source = process.env['QUICKFIX_SOURCE']
const folder = source === undefined ? undefined : join(source, 'test/definitions/server/fix44')
const isThere = folder !== undefined && existsSync(folder)

describe.skipIf(!isThere)('QuickFIX’s definitions of a FIX 4.4 session, as the side that accepts', () => {
  const files = isThere ? readdirSync(folder).toSorted() : []
  it.each(files)('%s', (file) => expect(problemOf(join(folder!, file), 'acceptor')).toBeNull())
})

/** Definitions of which of two connections is served, the acceptor's to say. */
const NOT_MIRRORED = new Set(['1b_DuplicateIdentity.def', 'AlreadyLoggedOn.def'])

describe.skipIf(!isThere)('the same definitions, mirrored, as the side that logs on', () => {
  const files = isThere
    ? readdirSync(folder)
        .filter((file) => !NOT_MIRRORED.has(file))
        .toSorted()
    : []
  it.each(files)('%s', (file) => expect(problemOf(join(folder!, file), 'initiator')).toBeNull())
})
