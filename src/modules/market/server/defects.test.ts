import { describe, expect, test } from 'vitest'
import { DEFECT_KINDS, defectAt, why } from '#modules/instruments/model/defects.ts'
import { parseReplayFile } from '#modules/venue/model/replay-bars.ts'
import { LANGS } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'
import { replayFilesView } from './views.ts'

const texts = loadTexts()

describe('why a row of a replay is not used', () => {
  test.each(LANGS)('is a sentence of its own in %s, with its figures', (lang) => {
    const said = DEFECT_KINDS.map((kind) =>
      texts(lang, `market.defect.${kind}`, { value: '7203', first: '19', second: '83' }),
    )
    expect([
      said.filter((sentence) => sentence.includes('{') || sentence.includes('market.')),
      new Set(said).size,
    ]).toEqual([[], DEFECT_KINDS.length])
    for (const [n, kind] of DEFECT_KINDS.entries()) {
      const { reason } = defectAt(2, '9001', why(kind, '7203', '19', '83'))
      for (const figure of ['7203', '19', '83'])
        if (reason.includes(figure)) expect([kind, said[n]!.includes(figure)]).toEqual([kind, true])
    }
  })

  test('reaches the console by its name', () => {
    const { defects } = parseReplayFile(
      'code,date,open,high,low,close,volume\n9001,2024-08-05,100,101,95,100,1000\n9001,2024-08-06,100,90,95,92,1000',
    )
    expect(
      replayFilesView({ refused: defects.map((defect) => ({ ...defect, file: 'bars' })), faults: [] })
        .refused,
    ).toMatchObject([{ file: 'bars', line: 3, kind: 'high-below-low', value: '90', first: '95', second: '' }])
  })
})
