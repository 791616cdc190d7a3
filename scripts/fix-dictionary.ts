/**
 * Writes `src/platform/fix/fix44.ts` from the FIX Trading Community's Orchestra file of FIX 4.4 ("FIX
 * Standard/OrchestraFIX44.xml" of https://github.com/FIXTradingCommunity/orchestrations, Apache 2.0):
 *
 *     node scripts/fix-dictionary.ts OrchestraFIX44.xml
 *
 * Only the messages that the server sends or takes are spelled out; of the others the type alone is known, so
 * that they are answered as not supported instead of as wrong.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dictionaryOf } from './fix/orchestra.ts'

/** Messages that are spelled out: the session's, orders and their reports, market data, and a reflector's. */
const SPELLED = ['0', '1', '2', '3', '4', '5', 'A', 'j', 'D', 'F', 'G', 'H', 'q', 'r', 'AF', '8', '9']
const MARKET = ['V', 'W', 'X', 'Y', 'x', 'y', 'g', 'h', 'd']

const file = process.argv[2]
if (file === undefined) throw new Error('name the Orchestra file of FIX 4.4')
const dictionary = dictionaryOf(await readFile(file, 'utf8'), [...SPELLED, ...MARKET])
await writeFile(new URL('../src/platform/fix/fix44.ts', import.meta.url), dictionary)
