import { useState } from 'react'
import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { useRead } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useAct } from '#console/kit/act.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Checks, Facts, FigureStrip, Pane, PaneSection } from '#console/kit/Pane.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { ALL_ENTRIES, classList } from '../model/behind.ts'
import {
  CLOSING_FORMS,
  reckonClosing,
  showClosing,
  takeClosing,
  type ClosingForm,
  type ClosingView,
} from '../operator-contract.ts'
import { Verdict } from './Verdict.tsx'

/** A file from the base64 of an answer. */
const fileOf = ({ content, type }: { content: string; type: string }): Blob =>
  new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type })

/** The report of a day: whether it ties, classes, entries by kind, and what it is checked by later. */
export function ClosingPane({ day }: { day: string }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(showClosing, { params: { day } }, { keepPrevious: true })
  const title = `${t('closings.console.title')} ${f.day(day)}`
  return (
    <Pane
      label={title}
      head={
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="pr-2 text-3 font-strong">{title}</h2>
          {read.data !== undefined && (
            <>
              <Verdict off={read.data.off} whole={read.data.whole} />
              {read.data.bank.open.count > 0 && (
                <Mark tone="danger">{t('closings.console.bank.open', { n: read.data.bank.open.count })}</Mark>
              )}
            </>
          )}
          <Files day={day} />
        </div>
      }
    >
      <Loaded read={read} skeleton="lines">
        {(closing) => <Report closing={closing} />}
      </Loaded>
    </Pane>
  )
}

/** The report as a file, each an act that everybody can read, and the reckoning again. */
function Files({ day }: { day: string }) {
  const t = useT()
  const f = useFormat()
  const act = useAct()
  const [again, setAgain] = useState<{ same: boolean; entries: number } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tried = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  const take = (form: ClosingForm) =>
    tried(async () => {
      const acted = await act.ask({ power: 'closing.export', subject: day, body: { form } })
      if (acted === null) return
      const file = await call(takeClosing, { params: { id: acted.approvalId } })
      saveFile(file.name, fileOf(file))
    })
  return (
    <>
      {CLOSING_FORMS.map((form) => (
        <DeskButton key={form} look="primary" busy={act.busy || isBusy} onPress={() => void take(form)}>
          {t(`closings.console.${form}`)}
        </DeskButton>
      ))}
      <DeskButton
        busy={isBusy}
        onPress={() => void tried(async () => setAgain(await call(reckonClosing, { params: { day } })))}
      >
        {t('closings.console.again')}
      </DeskButton>
      <p role="status" className={`text-1 ${again?.same === false ? 'text-danger' : 'text-grey-1'}`}>
        {again === null
          ? t('closings.console.logged')
          : t(again.same ? 'closings.console.same' : 'closings.console.differs', {
              n: f.quantity(again.entries),
            })}
      </p>
    </>
  )
}

function Report({ closing }: { closing: ClosingView }) {
  const t = useT()
  const f = useFormat()
  const TIES = ['entries', 'balance', 'owed', 'bank'] as const
  const hash = (value: string) => <span className="font-code text-1 break-all">{value}</span>
  const record = (seq: number) => (
    <a className="desk-link" href={hrefOf('journal', [String(seq)])}>
      {f.quantity(seq)}
    </a>
  )
  return (
    <>
      <FigureStrip
        label={t('closings.console.title')}
        figures={[
          [t('closings.console.owed'), f.money(closing.owed)],
          [t('closings.console.moved'), f.money(closing.moved)],
          [t('closings.console.entries'), f.quantity(closing.entries)],
          [t('closings.console.closedAt'), f.dateTime(closing.at)],
        ]}
      />
      <PaneSection title={t('closings.console.comparisons')} note={t('closings.console.booksOnly')}>
        <Checks
          rows={TIES.map((name) => ({
            label: t(`closings.console.tie.${name}`),
            ok: closing.ties[name] === 0,
            value:
              closing.ties[name] === 0
                ? t('closings.console.ties')
                : t('closings.console.off', { yen: f.quantity(Math.abs(closing.ties[name])) }),
          }))}
        />
        {closing.statement.overdrawn > 0 && (
          <p className="pt-2 text-1 text-grey-1">
            {t('closings.paper.overdrawn', { yen: f.quantity(closing.statement.overdrawn) })}
          </p>
        )}
      </PaneSection>
      <Bank closing={closing} />
      <Classes closing={closing} />
      <p className="px-4 py-2 text-1 text-grey-1">{t('closings.paper.signs')}</p>
      <Moves closing={closing} />
      <PaneSection title={t('closings.console.proof')}>
        <Facts
          rows={[
            [t('closings.paper.reportNumber'), f.quantity(closing.number)],
            [
              t('closings.console.records'),
              <span key="r">
                {record(closing.fromSeq)} – {record(closing.toSeq)}
              </span>,
            ],
            [t('closings.paper.hash'), hash(closing.hash)],
            [t('closings.paper.head'), hash(closing.head)],
            [t('closings.paper.before'), closing.before === null ? '—' : hash(closing.before)],
            [t('closings.paper.root'), hash(closing.statement.root)],
          ]}
        />
      </PaneSection>
    </>
  )
}

/** The bank's own word beside the books, with what nothing explains as it stands now. */
function Bank({ closing: { day, bank } }: { closing: ClosingView }) {
  const t = useT()
  const f = useFormat()
  const { books, statements, opening, open } = bank
  return (
    <PaneSection title={t('closings.console.bank')} note={t('closings.console.bank.note')}>
      <Facts
        rows={[
          [t('closings.console.bank.books'), f.money(books), true],
          [t('closings.console.bank.statements'), f.money(statements), true],
          [t('closings.console.bank.opening'), f.money(opening)],
          [t('closings.console.bank.rest'), f.signedMoney(books - statements - opening)],
          [
            t('closings.console.bank.unexplained'),
            <a key="u" className="desk-link" href={hrefOf('reconciliation', [], { date: day })}>
              <Mark tone={open.count === 0 ? 'ok' : 'danger'}>
                {open.count === 0
                  ? t('closings.console.bank.none')
                  : `${t('closings.console.bank.open', { n: open.count })} ${f.signedMoney(open.yen)}`}
              </Mark>
            </a>,
          ],
        ]}
      />
    </PaneSection>
  )
}

/** The rows behind a line of the report. */
const rowsOf = (list: string, day: string) => hrefOf('figure-rows', [list], { day })

const FIGURES = ['opening', 'debits', 'credits', 'closing'] as const

/** Balances and movements of the members' classes, and below of the firm's, in the same columns. */
function Classes({ closing: { day, classes } }: { closing: ClosingView }) {
  const t = useT()
  const f = useFormat()
  const part = (name: 'members' | 'firm') => {
    const lines = classes.filter(({ ofMembers }) => ofMembers === (name === 'members'))
    return (
      <tbody key={name}>
        <tr>
          <th scope="rowgroup" colSpan={FIGURES.length + 1}>
            {t(`closings.paper.${name}`)}
          </th>
        </tr>
        {lines.map((line) => (
          <tr key={line.account}>
            <td>
              <a className="desk-link" href={hrefOf('ledger', [], { kind: line.account })}>
                {line.name}
              </a>
            </td>
            {FIGURES.map((figure) => (
              <td key={figure} className={`at-end ${figure === 'closing' ? 'font-strong' : ''}`}>
                {figure === 'opening' ? (
                  f.quantity(line[figure])
                ) : (
                  <a className="desk-link" href={rowsOf(classList(figure, line.account), day)}>
                    {f.quantity(line[figure])}
                  </a>
                )}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td className="font-strong">{t('closings.paper.sum')}</td>
          {FIGURES.map((figure) => (
            <td key={figure} className="at-end font-strong">
              {f.quantity(lines.reduce((sum, line) => sum + line[figure], 0))}
            </td>
          ))}
        </tr>
      </tbody>
    )
  }
  return (
    <table className="desk-table" aria-label={t('closings.paper.class')}>
      <thead>
        <tr>
          <th scope="col">{t('closings.paper.class')}</th>
          {FIGURES.map((figure) => (
            <th key={figure} scope="col" className="at-end">
              {t(`closings.paper.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      {part('members')}
      {part('firm')}
    </table>
  )
}

/** The day's entries by kind and by the classes between which they moved. */
function Moves({ closing: { day, moves, entries, moved, tax } }: { closing: ClosingView }) {
  const t = useT()
  const f = useFormat()
  return (
    <table className="desk-table" aria-label={t('closings.paper.moves')}>
      <thead>
        <tr>
          {(['kind', 'debit', 'credit'] as const).map((word) => (
            <th key={word} scope="col">
              {t(`closings.paper.${word}`)}
            </th>
          ))}
          {(['count', 'yen', 'tax'] as const).map((word) => (
            <th key={word} scope="col" className="at-end">
              {t(`closings.paper.${word}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {moves.map((move) => (
          <tr key={`${move.kind} ${move.debit} ${move.credit}`}>
            <td>{move.name}</td>
            <td>{move.debit}</td>
            <td>{move.credit}</td>
            <td className="at-end">{f.quantity(move.count)}</td>
            <td className="at-end">
              <a className="desk-link" href={rowsOf(move.list, day)}>
                {f.quantity(move.yen)}
              </a>
            </td>
            <td className="at-end">{f.quantity(move.tax)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={3} className="font-strong">
            {t('closings.paper.sum')}
          </td>
          <td className="at-end font-strong">{f.quantity(entries)}</td>
          <td className="at-end font-strong">
            <a className="desk-link" href={rowsOf(ALL_ENTRIES, day)}>
              {f.quantity(moved)}
            </a>
          </td>
          <td className="at-end font-strong">{f.quantity(tax)}</td>
        </tr>
      </tbody>
    </table>
  )
}
