import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { POWERS } from '#registry/powers.ts'
import { checkSide, type PictureFacts } from './checks.ts'
import { CONSENT_DOCUMENTS, consentProblem, missingConsents, withConsents } from './consents.ts'
import { ageOn, factsProblem, normalizeFacts, type IdentityFacts } from './facts.ts'
import { formProblem, maskNumber, normalizeForm, type IdentityForm } from './identity-form.ts'
import { checklist, levelFor, type Standing } from './levels.ts'
import { grade, nextTryAt, PASS_MARK, QUESTIONS, type Answers } from './quiz.ts'
import { handIn, NO_SIDES, type SideRow } from './submission.ts'
import {
  nextSide,
  partsOfCase,
  REJECT_REASONS,
  verificationState,
  type SideEvent,
  type SideState,
} from './verification.ts'

const form: IdentityForm = {
  name: '明里 太郎',
  kana: 'アカリ タロウ',
  idNumber: '301234567890',
  documentType: 'licence',
}

describe('the form', () => {
  it.each<[string, Partial<IdentityForm>, string | null]>([
    ['as it should be', {}, null],
    ['no name', { name: '  ' }, 'ID_NAME_REQUIRED'],
    ['a name with figures', { name: 'Taro 2' }, 'ID_NAME_CHARACTERS'],
    ['a name with a tag', { name: '<b>明里</b>' }, 'ID_NAME_CHARACTERS'],
    ['a Latin name', { name: 'José O’Neil-Núñez' }, null],
    ['no kana', { kana: '' }, 'KANA_REQUIRED'],
    ['kanji for kana', { kana: '明里 太郎' }, 'KANA_CHARACTERS'],
    ['Latin for kana', { kana: 'akari' }, 'KANA_CHARACTERS'],
    ['hiragana', { kana: 'あかり たろう' }, null],
    ['half-width katakana', { kana: 'ｱｶﾘ ﾀﾛｳ' }, null],
    ['no number', { idNumber: ' ' }, 'ID_NUMBER_REQUIRED'],
    ['eleven digits', { idNumber: '30123456789' }, 'ID_NUMBER_FORMAT'],
    ['digits in full width with hyphens', { idNumber: '３０１２-３４５６-７８９０' }, null],
    ['a residence card', { documentType: 'residence-card', idNumber: 'ab12345678cd' }, null],
    ['a licence number on a residence card', { documentType: 'residence-card' }, 'ID_NUMBER_FORMAT'],
    ['a passport', { documentType: 'passport', idNumber: 'TR1234567' }, null],
    // A My Number has twelve digits too; the document it stands on is not in the list.
    [
      'a passport number that is too short',
      { documentType: 'passport', idNumber: 'TR12345' },
      'ID_NUMBER_FORMAT',
    ],
    ['nothing at all: the name first', { name: '', kana: '', idNumber: '' }, 'ID_NAME_REQUIRED'],
  ])('%s', (_what, change, expected) => {
    expect(formProblem(normalizeForm({ ...form, ...change }))?.rejection ?? null).toBe(expected)
  })
  it('keeps one form of each character', () => {
    expect(
      normalizeForm({
        name: ' 明里　太郎 ',
        kana: 'あかり　たろー',
        idNumber: 'ｔｒ 1234567',
        documentType: 'passport',
      }),
    ).toEqual({ name: '明里 太郎', kana: 'アカリ タロー', idNumber: 'TR1234567', documentType: 'passport' })
    expect(maskNumber('TR1234567')).toBe('•••••4567')
  })
})

describe('a side of the document', () => {
  const states: SideState[] = ['none', 'sent', 'accepted', 'rejected']
  const events: SideEvent[] = ['send', 'recheck', 'accept', 'reject', 'overturn']
  const legal: Record<string, SideState> = {
    'none send': 'sent',
    'sent accept': 'accepted',
    'sent reject': 'rejected',
    'rejected send': 'sent',
    'rejected overturn': 'accepted',
    'accepted recheck': 'sent',
  }
  it.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      expect(nextSide(state, event)).toBe(legal[`${state} ${event}`] ?? null)
    },
  )
  it.each<[SideState, SideState, string]>([
    ['none', 'none', 'none'],
    ['sent', 'sent', 'review'],
    ['accepted', 'sent', 'review'],
    ['rejected', 'sent', 'review'],
    ['accepted', 'accepted', 'passed'],
    ['accepted', 'rejected', 'rejected'],
    ['rejected', 'rejected', 'rejected'],
  ])('%s and %s make %s', (front, back, whole) => {
    expect([verificationState(front, back), verificationState(back, front)]).toEqual([whole, whole])
  })
  it('has a case of its own', () => {
    expect([partsOfCase('m-1.back'), partsOfCase('m-1'), partsOfCase('m-1.side')]).toEqual([
      { memberId: 'm-1', side: 'back' },
      null,
      null,
    ])
  })
  it('is rejected for the reasons that the power lists, and no other', () => {
    expect([...REJECT_REASONS].toSorted()).toEqual([...POWERS['identity.reject'].reasons].toSorted())
  })
})

describe('handing in', () => {
  const side = (state: SideState, pictureId: string | null, reason: SideRow['reason'] = null): SideRow => ({
    state,
    pictureId,
    reason,
  })
  const both = { front: 'f2', back: 'b2' }
  it.each([
    ['the first time', NO_SIDES, both, false, 'sent f2', 'sent b2'],
    ['without a front', NO_SIDES, { front: null, back: 'b2' }, false, 'FRONT_REQUIRED', ''],
    ['without a back', NO_SIDES, { front: 'f2', back: null }, false, 'BACK_REQUIRED', ''],
    [
      'while it is looked at',
      { front: side('sent', 'f1'), back: side('sent', 'b1') },
      both,
      false,
      'IDENTITY_IN_REVIEW',
      '',
    ],
    [
      'once it has passed',
      { front: side('accepted', 'f1'), back: side('accepted', 'b1') },
      both,
      true,
      'IDENTITY_PASSED',
      '',
    ],
    [
      'a rejected back again',
      { front: side('accepted', 'f1'), back: side('rejected', 'b1', 'image-unreadable') },
      { front: 'f1', back: 'b2' },
      false,
      'accepted f1',
      'sent b2',
    ],
    [
      'the same rejected back',
      { front: side('accepted', 'f1'), back: side('rejected', 'b1', 'image-unreadable') },
      { front: 'f1', back: 'b1' },
      false,
      'BACK_REQUIRED',
      '',
    ],
    [
      'the same back with other details, where the picture was the reason',
      { front: side('accepted', 'f1'), back: side('rejected', 'b1', 'expired') },
      { front: 'f1', back: 'b1' },
      true,
      'BACK_REQUIRED',
      '',
    ],
    [
      'other details, where they were the reason',
      { front: side('rejected', 'f1', 'name-differs'), back: side('accepted', 'b1') },
      { front: 'f1', back: 'b1' },
      true,
      'sent f1',
      'sent b1',
    ],
    [
      'the same details, where they were the reason',
      { front: side('rejected', 'f1', 'duplicate'), back: side('accepted', 'b1') },
      { front: 'f1', back: 'b1' },
      false,
      'FRONT_REQUIRED',
      '',
    ],
  ] as const)('%s', (_what, sides, pictures, changed, front, back) => {
    const result = handIn(sides, pictures, changed)
    expect(
      result.ok
        ? [
            `${result.value.front.state} ${result.value.front.pictureId}`,
            `${result.value.back.state} ${result.value.back.pictureId}`,
          ]
        : [result.rejection, ''],
    ).toEqual([front, back])
  })
})

describe('the published checks', () => {
  const picture: PictureFacts = { side: 'front', width: 1_200, height: 760, bytes: 80_000, sha256: 'a' }
  const other: PictureFacts = { ...picture, side: 'back', sha256: 'b' }
  it.each([
    ['a readable front', { picture, other, form, isNumberTaken: false }, null],
    [
      'a front of 599 pixels',
      { picture: { ...picture, width: 599, height: 400 }, other, form, isNumberTaken: false },
      'image-incomplete',
    ],
    [
      'a strip',
      { picture: { ...picture, height: 379 }, other, form, isNumberTaken: false },
      'image-incomplete',
    ],
    [
      'a picture of one colour',
      { picture: { ...picture, bytes: 16_000 }, other, form, isNumberTaken: false },
      'image-unreadable',
    ],
    [
      'the front twice',
      { picture: { ...other, sha256: 'a' }, other: picture, form, isNumberTaken: false },
      'wrong-document',
    ],
    ['a document that is another’s', { picture, other, form, isNumberTaken: true }, 'duplicate'],
    [
      'the number is compared with the front alone',
      { picture: other, other: picture, form, isNumberTaken: true },
      null,
    ],
    [
      'a number of another form',
      { picture, other, form: { ...form, idNumber: '1' }, isNumberTaken: false },
      'number-differs',
    ],
  ] as const)('%s', (_what, deps, reason) => {
    expect(checkSide(deps)).toBe(reason)
  })
})

describe('levels', () => {
  const standing: Standing = {
    level: 'beginner',
    verified: true,
    quizPassed: true,
    days: 30,
    equityYen: 1_000_000,
    daysSinceUnmetCall: null,
  }
  it.each<[string, Partial<Standing>, string]>([
    ['everything for the next', {}, 'intermediate'],
    ['a day too early', { days: 29 }, 'beginner'],
    ['a yen too little', { equityYen: 999_999 }, 'beginner'],
    ['no quiz', { quizPassed: false }, 'beginner'],
    ['a call that is open', { daysSinceUnmetCall: 0 }, 'beginner'],
    ['a call unmet 89 days ago', { daysSinceUnmetCall: 89 }, 'beginner'],
    ['a call unmet 90 days ago', { daysSinceUnmetCall: 90 }, 'intermediate'],
    ['90 days and 5 million', { days: 90, equityYen: 5_000_000 }, 'advanced'],
    ['days of core, money of advanced', { days: 180, equityYen: 19_999_999 }, 'advanced'],
    ['everything', { days: 180, equityYen: 20_000_000 }, 'core'],
    [
      'everything but the identity',
      { level: 'experience', verified: false, days: 999, equityYen: 1e9 },
      'experience',
    ],
    ['the identity alone', { level: 'experience', quizPassed: false, days: 0, equityYen: 0 }, 'beginner'],
    ['a level once reached is kept', { level: 'advanced', equityYen: 0, daysSinceUnmetCall: 0 }, 'advanced'],
  ])('%s', (_what, change, level) => {
    expect(levelFor({ ...standing, ...change })).toBe(level)
  })
  it('the checklist says what is missing, in its own unit', () => {
    expect(checklist('advanced', { ...standing, quizPassed: false })).toEqual([
      { requirement: 'identity', met: true, have: null, need: null },
      { requirement: 'quiz', met: false, have: null, need: null },
      { requirement: 'days', met: false, have: 30, need: 90 },
      { requirement: 'equity', met: false, have: 1_000_000, need: 5_000_000 },
      { requirement: 'calls', met: true, have: null, need: 90 },
    ])
    expect(checklist('beginner', standing).map(({ requirement }) => requirement)).toEqual(['identity'])
    expect(checklist('experience', standing)).toEqual([])
  })
  it('each asks for all that the one below asks', () => {
    const met = (level: (typeof LEVELS)[number]) =>
      checklist(level, {
        level: 'experience',
        verified: true,
        quizPassed: true,
        days: 180,
        equityYen: 20_000_000,
        daysSinceUnmetCall: 90,
      })
    for (const level of LEVELS) expect(met(level).every((each) => each.met)).toBe(true)
  })
})

describe('the quiz', () => {
  const right = Object.fromEntries(QUESTIONS.map((question) => [question.id, question.right])) as Answers
  const other = { a: 'b', b: 'c', c: 'a' } as const
  const withWrong = (count: number): Answers => ({
    ...right,
    ...Object.fromEntries(QUESTIONS.slice(0, count).map((question) => [question.id, other[question.right]])),
  })
  it.each([
    [0, true],
    [1, true],
    [2, false],
    [8, false],
  ])('%i wrong answers', (count, passed) => {
    expect(grade(withWrong(count))).toEqual({
      right: 8 - count,
      wrong: QUESTIONS.slice(0, count).map(({ id }) => id),
      passed,
    })
  })
  it('asks twice about each subject, and the right answers are spread', () => {
    expect(QUESTIONS.length).toBe(8)
    expect(PASS_MARK).toBe(7)
    for (const subject of ['leverage', 'loss', 'short', 'call'])
      expect(QUESTIONS.filter((each) => each.subject === subject).length).toBe(2)
    for (const choice of ['a', 'b', 'c'])
      expect(QUESTIONS.filter((each) => each.right === choice).length).toBeGreaterThan(1)
  })
  it('can be tried again after midnight in Japan', () => {
    expect(nextTryAt(null)).toBe(0)
    expect(nextTryAt(timeJst('2026-11-21', 0, 0))).toBe(timeJst('2026-11-22', 0))
    expect(nextTryAt(timeJst('2026-11-21', 23, 59, 59))).toBe(timeJst('2026-11-22', 0))
  })
})

describe('consents', () => {
  const today = '2026-12-01'
  const all = CONSENT_DOCUMENTS.map((document) => ({ document, version: 1 }))
  it('are of what is in force', () => {
    expect(missingConsents([], today)).toEqual(all)
    expect(missingConsents(all.slice(1), today)).toEqual(all.slice(0, 1))
    expect(consentProblem(all, today)).toBeNull()
    expect(consentProblem([{ document: 'terms', version: 2 }], today)?.rejection).toBe('CONSENT_OUTDATED')
  })
  it('keep the time of the first', () => {
    const first = withConsents([], all.slice(0, 2), 1)
    expect(withConsents(first, [...all.slice(0, 3), all[2]!], 2)).toEqual([
      ...all.slice(0, 2).map((each) => ({ ...each, at: 1 })),
      { ...all[2], at: 2 },
    ])
  })
})

describe('the facts of a person', () => {
  const facts: IdentityFacts = {
    birthDate: '1990-04-01',
    postalCode: '1000001',
    address: '東京都千代田区千代田1-1',
    occupation: 'employee',
    purpose: 'long-term',
  }
  it.each([
    ['as they should be', {}, '2026-11-27', null],
    ['no date', { birthDate: '' }, '2026-11-27', 'BIRTH_DATE_FORMAT'],
    ['a day that no month has', { birthDate: '2001-02-30' }, '2026-11-27', 'BIRTH_DATE_FORMAT'],
    ['tomorrow', { birthDate: '2026-11-28' }, '2026-11-27', 'BIRTH_DATE_FORMAT'],
    ['today', { birthDate: '2026-11-27' }, '2026-11-27', 'UNDERAGE'],
    ['older than anybody', { birthDate: '1896-11-27' }, '2026-11-27', 'BIRTH_DATE_FORMAT'],
    ['the day before the eighteenth birthday', { birthDate: '2008-11-28' }, '2026-11-27', 'UNDERAGE'],
    ['the eighteenth birthday', { birthDate: '2008-11-27' }, '2026-11-27', null],
    ['a leap day, on the last of February', { birthDate: '2008-02-29' }, '2026-02-28', 'UNDERAGE'],
    ['a leap day, on the first of March', { birthDate: '2008-02-29' }, '2026-03-01', null],
    ['a short postal code', { postalCode: '100000' }, '2026-11-27', 'POSTAL_CODE_FORMAT'],
    ['letters in a postal code', { postalCode: '100000A' }, '2026-11-27', 'POSTAL_CODE_FORMAT'],
    ['an area that there is not', { postalCode: '0000000' }, '2026-11-27', 'POSTAL_CODE_UNUSED'],
    ['the first area', { postalCode: '0010000' }, '2026-11-27', null],
    ['one letter for an address', { address: 'a' }, '2026-11-27', 'ADDRESS_SHORT'],
    ['a letter over and over', { address: 'あああああああ1' }, '2026-11-27', 'ADDRESS_SHORT'],
    ['digits alone', { address: '1-2-3-4-5-6' }, '2026-11-27', 'ADDRESS_SHORT'],
    ['the shortest address', { address: '三重県津市1' }, '2026-11-27', null],
    ['an address in Latin letters', { address: '1-1 Chiyoda, Tokyo' }, '2026-11-27', null],
    ['no address', { address: '' }, '2026-11-27', 'ADDRESS_REQUIRED'],
    ['an address of other characters', { address: '<b>1' }, '2026-11-27', 'ADDRESS_CHARACTERS'],
    [
      'every fault: the first is said',
      { birthDate: 'x', postalCode: '', address: '' },
      '2026-11-27',
      'BIRTH_DATE_FORMAT',
    ],
  ] as const)('%s', (_what, change, today, rejection) => {
    expect(factsProblem({ ...facts, ...change }, today)?.rejection ?? null).toBe(rejection)
  })

  it.each([
    ['１９９０／０４／０１', '〒１００ー０００１', '　東京都　千代田区千代田１−１ '],
    ['1990/04/01', '100-0001', '東京都 千代田区千代田1-1'],
  ])('however they are typed, they are kept alike', (birthDate, postalCode, address) => {
    expect(normalizeFacts({ ...facts, birthDate, postalCode, address })).toMatchObject({
      birthDate: '1990-04-01',
      postalCode: '1000001',
    })
    expect(
      factsProblem(normalizeFacts({ ...facts, birthDate, postalCode, address }), '2026-11-27'),
    ).toBeNull()
  })

  it.each([
    ['1990-04-01', '2026-03-31', 35],
    ['1990-04-01', '2026-04-01', 36],
  ] as const)('whoever is born on %s is, on %s, of age %d', (born, today, age) =>
    expect(ageOn(today, born)).toBe(age),
  )
})
