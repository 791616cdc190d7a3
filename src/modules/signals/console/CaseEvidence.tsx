import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { hrefOf } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { confirm } from '#ui/confirm.tsx'
import { showCaseEvidence, type CaseEvidence as Evidence, type CaseView } from '../operator-contract.ts'

/** The evidence of a case, asked for by a button of its own: it is a look that the member reads of. */
export function CaseEvidence({
  id,
  isSecret,
  seal,
}: {
  id: string
  isSecret: boolean
  seal: CaseView['seal']
}) {
  const t = useT()
  const [looks, setLooks] = useState(false)
  // Whoever opens it unsealed has told the member: asked while a seal can still be put on it.
  const look = async () => {
    const asks = { title: t('signals.console.look'), body: t('signals.console.lookAsk') }
    if (isSecret || seal === 'disclosed' || (await confirm(asks))) setLooks(true)
  }
  return (
    <PaneSection title={t('signals.console.evidence')}>
      {looks ? (
        <Signals id={id} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <DeskButton look="primary" onPress={() => void look()}>
            {t('signals.console.look')}
          </DeskButton>
          <p className="text-1 text-grey-1">
            {t(isSecret ? 'signals.console.lookSealed' : 'signals.console.lookNote')}
          </p>
        </div>
      )}
    </PaneSection>
  )
}

function Signals({ id }: { id: string }) {
  const t = useT()
  const read = useRead(showCaseEvidence, { params: { id } })
  return (
    <Loaded read={read} skeleton="lines">
      {({ signals, links, list }) => (
        <>
          <ul className="flex flex-col gap-4">
            {signals.map((signal) => (
              <Signal key={signal.id} signal={signal} isSimulated={list === 'simulated'} />
            ))}
          </ul>
          {links.length > 0 && (
            <Rows
              label={t('signals.console.entry.linked')}
              rows={links.map((each) => ({ ...each, score: null }))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Signal({ signal, isSimulated }: { signal: Evidence['signals'][number]; isSimulated: boolean }) {
  const t = useT()
  const f = useFormat()
  const { rule, definition, happenedAt, at, evidence, others } = signal
  return (
    <li className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-2">
        <Mark tone="warn">{t(`signals.rule.${rule}`)}</Mark>
        {rule === 'listed-name' && isSimulated && (
          <Mark tone="grey">{t('signals.console.simulatedList')}</Mark>
        )}
        <span className="text-1 text-grey-1">
          {t('signals.console.happened')} {f.moment(happenedAt)} · {t('signals.console.found')} {f.moment(at)}
        </span>
      </p>
      <p className="text-1 text-grey-1">{definition}</p>
      <Rows label={t(`signals.rule.${rule}`)} rows={evidence} />
      {others.length > 0 && (
        <p className="flex flex-wrap gap-2 text-1">
          <span className="text-grey-1">{t('signals.console.others')}</span>
          {others.map(({ memberId, number }) => (
            <a key={memberId} className="desk-link" href={hrefOf('members', [memberId])}>
              #{number}
            </a>
          ))}
        </p>
      )}
    </li>
  )
}

type Row = Omit<Evidence['signals'][number]['evidence'][number], 'what'> & {
  what: Evidence['signals'][number]['evidence'][number]['what'] | Evidence['links'][number]['what']
}

/** Rows with their numbers, figures and times. */
function Rows({ label, rows }: { label: string; rows: readonly Row[] }) {
  const t = useT()
  const f = useFormat()
  return (
    <div
      className="overflow-x-auto"
      tabIndex={0}
      role="group"
      aria-label={`${t('signals.console.evidence')} ${label}`}
    >
      <table className="desk-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('signals.console.what')}</th>
            <th scope="col">{t('signals.console.id')}</th>
            <th scope="col" className="at-end">
              {t('signals.console.yen')}
            </th>
            <th scope="col">{t('signals.console.at')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={`${each.what} ${each.id}`}>
              <td className="wraps">{t(`signals.console.what.${each.what}`)}</td>
              <td className="font-code wraps text-1 break-all">
                <EvidenceName each={each} />
              </td>
              <td className="at-end">
                {each.score !== null ? `${each.score} / 100` : each.yen === null ? '—' : f.money(each.yen)}
              </td>
              <td>{each.at === null ? '—' : f.moment(each.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PAGES: Readonly<Record<string, string>> = { withdrawal: 'withdrawals', deposit: 'deposits' }

/** The row by the number that every page names it by, with the way to its page where it has one. */
function EvidenceName({ each: { what, id, reference } }: { each: Row }) {
  const page = PAGES[what]
  const name = reference ?? (what === 'chat' ? '—' : id)
  if (page === undefined && what !== 'order') return name
  return (
    <a
      className="desk-link"
      href={page === undefined ? hrefOf('search', [], { find: id }) : hrefOf(page, [], { at: id })}
    >
      {name}
    </a>
  )
}
