import { csv, type Cell } from '#kernel/csv.ts'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { formatter } from '#i18n/format.ts'
import { langOf } from '#i18n/lang.ts'
import type { PdfBlock, PdfPaper } from '#platform/pdf.ts'
import type { BankSide } from '#modules/audit/server/public.ts'
import { isFirmAccount, type AccountName } from '#modules/ledger/model/accounts.ts'
import type { AppContext } from '#modules/module.ts'
import { differenceOf, isOfMembers, movedOf, tiesOf, type ClassLine, type Closing } from '../model/closing.ts'

/**
 * A report and the hash that it is kept with, and beside it, in no hash, the bank's own word as it is at
 * `at`: statements come after the close, and what was unexplained then may be explained now.
 */
export type Kept = { closing: Closing; hash: string; bank: BankSide; at: Ms }
type Texts = Pick<AppContext, 'text'>

/** The name of a class: a member's as on the phone, the firm's as in the ledger. */
export const classNames =
  ({ text }: Texts, lang: string) =>
  (account: AccountName): string =>
    text(lang, isFirmAccount(account) ? `audit.console.account.${account}` : `portfolio.account.${account}`)

const wordsIn = (context: Texts, name: string) => {
  const lang = langOf(name)
  const f = formatter(lang)
  return {
    lang,
    f,
    t: (key: string, args?: Readonly<Record<string, number | string>>) =>
      context.text(lang, `closings.${key}`, args),
    nameOf: classNames(context, lang),
    kindOf: (kind: string) => context.text(lang, `portfolio.entry.${kind}`),
  }
}
type Words = ReturnType<typeof wordsIn>

/** The verdict, which is reckoned whenever it is said. */
const verdict = ({ t, f }: Words, yen: number): string =>
  yen === 0 ? t('paper.ties') : t('paper.off', { yen: f.number(yen) })

/** Yen of the bank account in the books at the close. */
export const bankInBooks = ({ classes }: Closing): Yen =>
  0 - (classes.find(({ account }) => account === 'bank')?.closing ?? 0)

type BankRow = readonly [label: string, value: Yen | string]
/** The books' bank account beside the bank's statements, and how many differences nothing explains. */
function bankRows({ t, f }: Words, { closing, bank, at }: Kept): readonly BankRow[] {
  const books = bankInBooks(closing)
  return [
    [t('console.bank.books'), books],
    [t('console.bank.statements'), bank.statements],
    [t('console.bank.opening'), bank.opening],
    [t('console.bank.rest'), books - bank.statements - bank.opening],
    [t('console.bank.unexplained'), bank.open.yen],
    [
      t('paper.verdict.bank'),
      bank.open.count === 0 ? t('console.bank.none') : t('console.bank.open', { n: bank.open.count }),
    ],
    [t('paper.bank.at'), `${f.day(at)} ${f.time(at)}`],
  ]
}

const FIGURES = ['opening', 'debits', 'credits', 'closing'] as const

function classBlocks(words: Words, { classes }: Closing): PdfBlock[] {
  const { t, f, nameOf } = words
  const row = (line: ClassLine) => [nameOf(line.account), ...FIGURES.map((figure) => f.number(line[figure]))]
  const table = (title: string, lines: readonly ClassLine[]): PdfBlock[] => [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      wide: 0,
      right: [1, 2, 3, 4],
      head: [t('paper.class'), ...FIGURES.map((figure) => t(`paper.${figure}`))],
      rows: lines.map(row),
      foot: [
        t('paper.sum'),
        ...FIGURES.map((figure) => f.number(lines.reduce((sum, line) => sum + line[figure], 0))),
      ],
    },
  ]
  return [
    ...table(
      t('paper.members'),
      classes.filter(({ account }) => isOfMembers(account)),
    ),
    ...table(
      t('paper.firm'),
      classes.filter(({ account }) => !isOfMembers(account)),
    ),
  ]
}

/** The report as pages. It has sums alone: no member, no account of a member. */
export function closingPaper(
  context: Texts & Pick<AppContext, 'config'>,
  kept: Kept,
  name: string,
): PdfPaper {
  const { closing, hash } = kept
  const words = wordsIn(context, name)
  const { t, f, lang, nameOf, kindOf } = words
  const ties = tiesOf(closing)
  const all = movedOf(closing)
  const pairs = (rows: readonly (readonly [label: string, value: string, strong?: boolean])[]): PdfBlock => ({
    kind: 'pairs',
    rows: rows.map(([label, value, strong = false]) => ({ label, value, strong })),
  })
  return {
    lang,
    title: t('paper.title', { day: f.day(closing.day) }),
    firm: context.config.firm?.name[lang] ?? context.text(lang, 'records.pdf.noFirm'),
    mark: context.text(lang, 'records.pdf.mark'),
    footer: `${t('paper.number', { number: String(closing.number) })} ${hash}`,
    madeAt: closing.at,
    blocks: [
      { kind: 'text', text: context.text(lang, 'records.simulated') },
      pairs([
        [t('paper.day'), f.day(closing.day)],
        [t('paper.reportNumber'), String(closing.number)],
        [t('paper.closedAt'), `${f.day(closing.at)} ${f.time(closing.at)}`],
        [t('paper.records'), `${closing.fromSeq} – ${closing.toSeq}`],
        [t('paper.entries'), f.number(all.count)],
        [t('paper.verdict'), verdict(words, ties.off), true],
        [
          t('paper.verdict.bank'),
          kept.bank.open.count === 0
            ? t('console.bank.none')
            : t('console.bank.open', { n: kept.bank.open.count }),
          true,
        ],
      ]),
      { kind: 'heading', text: t('paper.comparisons') },
      pairs([
        [t('paper.tie.entries'), verdict(words, ties.entries)],
        [t('paper.tie.sides', { yen: f.number(all.yen) }), verdict(words, ties.balance)],
        [t('paper.tie.owed', { yen: f.number(closing.owed.total) }), verdict(words, ties.owed)],
        [t('paper.tie.bank', { yen: f.number(closing.owed.bank) }), verdict(words, ties.bank)],
      ]),
      ...(closing.owed.overdrawn === 0
        ? []
        : [
            { kind: 'small' as const, text: t('paper.overdrawn', { yen: f.number(closing.owed.overdrawn) }) },
          ]),
      { kind: 'heading', text: t('console.bank') },
      pairs(
        bankRows(words, kept).map(([label, value]) => [
          label,
          typeof value === 'number' ? f.number(value) : value,
        ]),
      ),
      { kind: 'small', text: t('console.bank.note') },
      ...classBlocks(words, closing),
      { kind: 'heading', text: t('paper.moves') },
      {
        kind: 'table',
        wide: 0,
        right: [3, 4, 5],
        head: ['kind', 'debit', 'credit', 'count', 'yen', 'tax'].map((word) => t(`paper.${word}`)),
        rows: closing.moves.map(({ kind, debit, credit, count, yen, taxYen }) => [
          kindOf(kind),
          nameOf(debit),
          nameOf(credit),
          f.number(count),
          f.number(yen),
          f.number(taxYen),
        ]),
        foot: [t('paper.sum'), '', '', f.number(all.count), f.number(all.yen), f.number(all.taxYen)],
      },
      { kind: 'heading', text: t('paper.proof') },
      pairs([
        [t('paper.hash'), hash],
        [t('paper.head'), closing.head],
        [t('paper.before'), closing.before ?? '—'],
        [t('paper.root'), closing.owed.root],
      ]),
      { kind: 'small', text: t('paper.signs') },
      { kind: 'small', text: t('paper.check') },
    ],
  }
}

/** The same as a table: one row a figure, its part of the report first. */
export function closingTable(context: Texts, kept: Kept, name: string): string {
  const { closing, hash } = kept
  const words = wordsIn(context, name)
  const { t, f, nameOf, kindOf } = words
  const ties = tiesOf(closing)
  const about: readonly (readonly [label: string, value: Cell])[] = [
    [t('paper.title', { day: f.day(closing.day) }), context.text(words.lang, 'records.simulated')],
    [t('paper.day'), closing.day],
    [t('paper.reportNumber'), closing.number],
    [t('paper.closedAt'), new Date(closing.at)],
    [t('paper.records'), `${closing.fromSeq} – ${closing.toSeq}`],
    [t('paper.verdict'), verdict(words, ties.off)],
    [t('paper.tie.owed', { yen: f.number(closing.owed.total) }), verdict(words, ties.owed)],
    ...bankRows(words, kept),
    [t('paper.hash'), hash],
    [t('paper.head'), closing.head],
    [t('paper.before'), closing.before],
    [t('paper.root'), closing.owed.root],
  ]
  return csv([
    [
      ...['part', 'class', 'opening', 'debits', 'credits', 'closing', 'difference'].map((word) =>
        t(`paper.${word}`),
      ),
      ...['kind', 'debit', 'credit', 'count', 'yen', 'tax'].map((word) => t(`paper.${word}`)),
    ],
    ...closing.classes.map((line): Cell[] => [
      t(isOfMembers(line.account) ? 'paper.members' : 'paper.firm'),
      nameOf(line.account),
      ...FIGURES.map((figure) => line[figure]),
      differenceOf(line),
      ...NO_MOVE,
    ]),
    ...closing.moves.map(({ kind, debit, credit, count, yen, taxYen }): Cell[] => [
      t('paper.moves'),
      ...NO_CLASS,
      kindOf(kind),
      nameOf(debit),
      nameOf(credit),
      count,
      yen,
      taxYen,
    ]),
    ...about.map(([label, value]): Cell[] => [label, value, ...NO_CLASS.slice(1), ...NO_MOVE]),
  ])
}
const NO_CLASS: readonly null[] = [null, null, null, null, null, null]
const NO_MOVE: readonly null[] = [null, null, null, null, null, null]
