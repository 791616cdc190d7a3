import type { ReactNode } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { hrefOf, setQuery, useAddress } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { PersonName } from '#console/kit/Pane.tsx'
import { StageMark } from '#console/kit/Stage.tsx'
import { powerKey, type PowerName } from '#registry/powers.ts'
import type { OutputOf } from '#wire/route.ts'
import { showMemberTimeline, TIMELINE_KINDS, type TimelineKind } from '../operator-contract.ts'
import { Rows } from './Rows.tsx'

type Row = OutputOf<typeof showMemberTimeline>['rows'][number]

/** Everything that happened with a member in one list; the kinds that are wanted stand in the address. */
export function MemberTimeline({ id }: { id: string }) {
  const t = useT()
  const f = useFormat()
  const { before, kinds } = useAddress().query
  const chosen = TIMELINE_KINDS.filter((kind) => kinds?.split(',').includes(kind))
  const read = useRead(showMemberTimeline, {
    params: { id },
    query: {
      ...(before === undefined ? {} : { before }),
      ...(chosen.length === 0 ? {} : { kinds: chosen.join() }),
    },
  })
  const toggle = (kind: TimelineKind) => {
    const next = chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]
    setQuery({ kinds: next.length === 0 ? null : next.join(), before: null })
  }
  return (
    <>
      <div
        role="group"
        aria-label={t('audit.console.timeline.filter')}
        className="flex flex-wrap gap-1 px-4 py-2"
      >
        <DeskButton pressed={chosen.length === 0} onPress={() => setQuery({ kinds: null, before: null })}>
          {t('audit.console.timeline.all')}
        </DeskButton>
        {TIMELINE_KINDS.map((kind) => (
          <DeskButton key={kind} pressed={chosen.includes(kind)} onPress={() => toggle(kind)}>
            {t(`audit.console.kind.${kind}`)}
          </DeskButton>
        ))}
      </div>
      <Rows
        read={read}
        label={t('audit.console.part.timeline')}
        cells={[
          [t('audit.console.col.at'), (row) => f.moment(row.at)],
          [
            t('audit.console.col.kind'),
            ({ kind }) => (
              <Mark tone={kind === 'act' || kind === 'case' ? 'brand' : 'grey'}>
                {t(`audit.console.kind.${kind}`)}
              </Mark>
            ),
          ],
          [t('audit.console.entry.what'), (row) => <What row={row} />, 'wraps'],
          [t('audit.console.entry.yen'), ({ yen }) => (yen === null ? '' : f.yen(yen)), 'end'],
          [t('audit.console.col.state'), (row) => <State row={row} />],
          [
            t('audit.console.col.by'),
            (row) =>
              row.by.map((person) => (
                <span key={`${person.role}${person.number}`} className="mr-2">
                  <PersonName person={person as never} at={row.at} />
                </span>
              )),
          ],
        ]}
      />
    </>
  )
}

/** The row in words: what it is, and the number under which it is found. */
function What({ row: { kind, what, label, seq } }: { row: Row }): ReactNode {
  const text = useText()
  const words: Readonly<Record<TimelineKind, string>> = {
    order: `orders.way.${what}`,
    deposit: what === 'correction' || what === 'refund' ? `audit.console.kind.${what}` : '',
    withdrawal: '',
    application: `audit.console.applied.${what}`,
    loan: '',
    case: `audit.console.kind.${what}`,
    chat: `audit.console.author.${what}`,
    session: `audit.console.word.${what}`,
    act: kind === 'act' ? powerKey(what as PowerName) : '',
    read: `staff.read.${what}`,
    note: `audit.console.note.${what}`,
  }
  const word = words[kind] === '' ? '' : text(words[kind])
  if (kind === 'act' && seq !== null)
    return (
      <a className="desk-link" href={hrefOf('journal', [String(seq)])}>
        {word}
      </a>
    )
  return [word, kind === 'act' ? null : label].filter(Boolean).join(' · ')
}

function State({ row: { kind, state, stage } }: { row: Row }): ReactNode {
  const text = useText()
  if (stage !== null) return <StageMark stage={stage} />
  if (state === null || kind === 'read') return null
  return state
    .split(' / ')
    .map((each) => text(kind === 'order' ? `orders.status.${each}` : `audit.console.word.${each}`))
    .join(' / ')
}
