import { expect, it, test } from 'vitest'
import { testUniverse } from '#modules/venue/model/test-day.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import { readCatalogue } from '#i18n/catalogues.ts'
import { argKinds } from '#i18n/compile.ts'
import { LANGS } from '#i18n/lang.ts'
import { makeTranslate } from '#i18n/translate.ts'
import { newsId } from './news-id.ts'
import { noticeIn, noticeTexts } from './notice.ts'
import { actionWords, NEWS_WORD_KINDS, NEWS_WORDS, sumIn, wordsOf } from './labels.ts'

const company = testUniverse.find(({ kind }) => kind === 'stock')!
const said = (change: Partial<Disclosure>) =>
  wordsOf(
    {
      code: company.code,
      kind: 'item',
      at: 1_795_000_000_000,
      isAtOpening: false,
      logReturn: 0.02,
      ...change,
    },
    company,
    null,
  )

const BROUGHT: Readonly<Record<string, readonly string[]>> = { code: ['name'], yen: ['amount'] }
const catalogues = LANGS.map((lang) => [lang, readCatalogue(lang)] as const)
it.each(
  NEWS_WORD_KINDS.flatMap((words) =>
    catalogues.map(([lang, catalogue]) => [words, lang, catalogue] as const),
  ),
)('%s is worded in %s with no other argument than it has', (words, _, catalogue) => {
  const known = NEWS_WORDS[words].flatMap((arg) => [arg, ...(BROUGHT[arg] ?? [])])
  for (const part of ['title', 'text']) {
    const sentence = catalogue[`news.words.${words}.${part}`]!
    for (const used of Object.keys(argKinds(sentence))) expect(known).toContain(used)
  }
})

test.each<[why: string, logReturn: number, words: RegExp]>([
  ['a rise has good words', 0.03, /^(revisionUp|contract|buyback|partnership)$/],
  ['a fall has bad ones', -0.03, /^(revisionDown|accident|recall|delay)$/],
  ['what hardly moves the price has neither', 0.002, /^(plan|leadership|partnership)$/],
  ['downwards too', -0.0039, /^(plan|leadership|partnership)$/],
])('%s', (_, logReturn, words) => {
  for (let minute = 0; minute < 60; minute++) {
    const disclosure = { logReturn, at: 1_795_000_000_000 + minute * 60_000 }
    const { words: chosen, args } = said(disclosure)
    expect(chosen).toMatch(words)
    expect(Object.keys(args).toSorted()).toEqual([...NEWS_WORDS[chosen]].toSorted())
    expect(said(disclosure)).toEqual({ words: chosen, args })
  }
})

test('results have their published figures, a bid its premium, decisions their dates', () => {
  const figures = { salesYen: 90_000_000_000, operatingYen: 4_800_000_000, profitYen: 3_000_000_000 }
  const results = {
    code: company.code,
    businessYear: 2027,
    quarter: 2,
    periodEnd: '2026-09-30',
    announcedOn: '2026-11-10',
    ...figures,
    equityYen: 60_000_000_000,
    forecastYear: 2027,
    forecast: { ...figures, operatingYen: 10_000_000_000 },
  } as const
  const disclosure: Disclosure = {
    code: company.code,
    kind: 'results',
    at: 0,
    isAtOpening: true,
    logReturn: 0.05,
  }
  expect(wordsOf(disclosure, company, results)).toEqual({
    words: 'results',
    args: {
      code: company.code,
      year: '2027',
      month: 3,
      quarter: 2,
      reaction: 'up',
      profit: 'gain',
      yen: 4_800_000_000,
      progress: 48,
    },
  })
  expect(
    wordsOf({ ...disclosure, logReturn: -0.05 }, company, { ...results, operatingYen: -100_000_000 }).args,
  ).toMatchObject({ reaction: 'down', profit: 'loss', yen: 100_000_000 })
  expect(wordsOf({ ...disclosure, logReturn: 0 }, company, { ...results, quarter: 4 }).args).toMatchObject({
    reaction: 'flat',
    progress: -1,
  })
  expect(said({ kind: 'takeover', logReturn: 0.3 })).toEqual({
    words: 'takeover',
    args: { code: company.code, premium: 35 },
  })
  const dates = {
    code: company.code,
    announcedOn: '2026-11-20',
    lastCumDate: '2026-12-27',
    exDate: '2026-12-28',
    recordDate: '2026-12-29',
  }
  expect(actionWords({ ...dates, kind: 'dividend', perShareTenths: 125, payDate: '2027-03-25' })).toEqual({
    words: 'dividend',
    args: {
      code: company.code,
      perShare: 12.5,
      exDate: Date.parse('2026-12-28T03:00:00Z'),
      payDate: Date.parse('2027-03-25T03:00:00Z'),
    },
  })
})

test.each([
  [1_000_000, ['0億円', '1 million yen', '0亿日元', '0億日圓', '1 millón de yenes', '1 million de yens']],
  [
    340_000_000,
    ['3.4億円', '340 million yen', '3.4亿日元', '3.4億日圓', '340 millones de yenes', '340 millions de yens'],
  ],
  [
    999_900_000,
    ['10億円', '1 billion yen', '10亿日元', '10億日圓', '1.000 millones de yenes', '1 milliard de yens'],
  ],
  [
    1_300_000_000,
    ['13億円', '1.3 billion yen', '13亿日元', '13億日圓', '1.300 millones de yenes', '1,3 milliard de yens'],
  ],
  [
    5_040_000_000,
    [
      '50.4億円',
      '5.04 billion yen',
      '50.4亿日元',
      '50.4億日圓',
      '5.040 millones de yenes',
      '5,04 milliards de yens',
    ],
  ],
  [
    1_250_000_000_000,
    [
      '1.25兆円',
      '1,250 billion yen',
      '1.25万亿日元',
      '1.25兆日圓',
      '1,25 billones de yenes',
      '1 250 milliards de yens',
    ],
  ],
])('%i yen are told as the language counts', (yen, told) => {
  expect(
    catalogues.map(([lang, catalogue]) => {
      const { words, amount } = sumIn(lang, yen)
      return makeTranslate(catalogue, lang)(`news.words.${words}`, { amount }).replaceAll(/\s/g, ' ')
    }),
  ).toEqual(told)
})

test.each([
  [
    { year: '2027', month: 3, quarter: 2 },
    '明電、2027年3月期 第2四半期の営業利益48億円　市場予想を上回る',
    '明電: operating profit of 48億円 through Q2 (FY3/2027), above expectations',
  ],
  [
    { year: '2026', month: 12, quarter: 4 },
    '明電、2026年12月期 通期の営業利益48億円　市場予想を上回る',
    '明電: operating profit of 48億円 for the year (FY12/2026), above expectations',
  ],
  [
    { year: 'untold', month: 0, quarter: 2 },
    '明電、第2四半期の営業利益48億円　市場予想を上回る',
    '明電: operating profit of 48億円 through Q2, above expectations',
  ],
])('results are titled by their business year: %j', (period, ...titles) => {
  const args = {
    name: '明電',
    code: 'S100',
    reaction: 'up',
    profit: 'gain',
    amount: '48億円',
    progress: 48,
    ...period,
  }
  expect(
    (['ja', 'en'] as const).map((lang) =>
      makeTranslate(readCatalogue(lang), lang)('news.words.results.title', args),
    ),
  ).toEqual(titles)
})

test('ids sort by time, and the same news has the same id', () => {
  expect(newsId(999, 'feed', 'x') < newsId(1_795_000_000_000, 'disclosure', 'S100-plan')).toBe(true)
  expect(newsId(1_795_000_000_000, 'disclosure', 'S100-marketMidday')).toMatch(/^[0-9A-Za-z-]{1,64}$/)
})

test.each([
  [{}, 'NOTICE_JAPANESE_MISSING'],
  [{ en: { title: 'Hours', text: 'New hours.' } }, 'NOTICE_JAPANESE_MISSING'],
  [{ ja: { title: ' ', text: '本文' } }, 'NOTICE_TITLE'],
  [{ ja: { title: 'あ'.repeat(81), text: '本文' } }, 'NOTICE_TITLE'],
  [{ ja: { title: '題', text: '' } }, 'NOTICE_TEXT'],
  [{ ja: { title: '題', text: 'あ'.repeat(1_001) } }, 'NOTICE_TEXT'],
  [{ ja: { title: '題', text: '本文' }, fr: { title: '', text: 'x' } }, 'NOTICE_TITLE'],
] as const)('a notice of %j is refused: %s', (texts, rejection) => {
  expect(noticeTexts(texts)).toMatchObject({ ok: false, rejection })
})
test('a notice is read in the language asked, else in English, else in Japanese', () => {
  const texts = noticeTexts({ ja: { title: ' 題 ', text: '本文' }, en: { title: 'T', text: 'Text' } })
  expect(texts).toEqual({
    ok: true,
    value: { ja: { title: '題', text: '本文' }, en: { title: 'T', text: 'Text' } },
  })
  if (!texts.ok) return
  expect([
    noticeIn(texts.value, 'ja').title,
    noticeIn(texts.value, 'fr').title,
    noticeIn({ ja: texts.value.ja! }, 'fr').title,
  ]).toEqual(['題', 'T', '題'])
})
