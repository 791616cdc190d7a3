import type { MemberId } from '#kernel/id.ts'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import type { FactView } from '#modules/staff/operator-contract.ts'
import { hrefOf } from './address.ts'
import { usePeople, type PersonOf } from './people.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A value of a fact or check as a reader sees it: moments in Japan's time, words as they are. */
export function useShownValue(): (value: string) => string {
  const f = useFormat()
  return (value) => (INSTANT.test(value) ? f.moment(value) : value)
}

type PaneProps = { label: string; head?: ReactNode; children: ReactNode; foot?: ReactNode }

/** The details opened beside the rows: head, sections that scroll, and at the foot what can be done. */
export function Pane({ label, head, children, foot }: PaneProps) {
  return (
    <aside aria-label={label} className="flex h-full flex-col bg-surface">
      {head !== undefined && <div className="border-b border-grey-3 px-4 py-3">{head}</div>}
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={label}>
        {children}
      </div>
      {foot !== undefined && <div className="border-t border-grey-3 px-4 py-3">{foot}</div>}
    </aside>
  )
}

/** A part of a pane or of a page, under a hairline. */
export function PaneSection({
  title,
  note,
  children,
}: {
  title?: string
  note?: string
  children: ReactNode
}) {
  return (
    <section className="border-b border-grey-3 px-4 py-3">
      {title !== undefined && (
        <div className="flex items-baseline justify-between gap-2 pb-2">
          <h2 className="text-2 font-strong">{title}</h2>
          {note !== undefined && <p className="text-1 text-grey-1">{note}</p>}
        </div>
      )}
      {children}
    </section>
  )
}

export type Fact = readonly [label: string, value: ReactNode, strong?: boolean]
/** The facts of a request as rows: what is replaced stands before what takes its place. */
export function useTerms(): (facts: readonly FactView[]) => Fact[] {
  const f = useFormat()
  const shown = useShownValue()
  return (facts) =>
    facts.map(({ label, text, yen, was }) => {
      const value = yen === null ? shown(text ?? '') : f.money(yen)
      return was === null
        ? [label, value]
        : [
            label,
            <span key={label}>
              <s className="text-grey-1">{shown(was)}</s> → <b>{value}</b>
            </span>,
          ]
    })
}

/** Labels and figures, right-aligned. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="desk-facts text-2">
      {rows.map(([label, value, strong]) => [
        <dt key={`${label} l`} className={strong ? 'font-strong text-ink' : ''}>
          {label}
        </dt>,
        <dd key={`${label} v`} className={strong ? 'font-strong' : ''}>
          {value}
        </dd>,
      ])}
    </dl>
  )
}

export type Check = { label: string; value?: ReactNode; ok: boolean | null }
/** The results of the published checks, one a line; `ok` null: it does not apply. */
export function Checks({ rows }: { rows: readonly Check[] }) {
  const t = useT()
  return (
    <ul className="flex flex-col gap-2">
      {rows.map(({ label, value, ok }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={ok === null ? 'text-grey-1' : ok ? 'text-ok' : 'text-danger'}>
            {ok === null ? (
              <span className="inline-block w-5 text-center" aria-hidden>
                —
              </span>
            ) : ok ? (
              <IconCircleCheck {...ICON_S} />
            ) : (
              <IconCircleX {...ICON_S} />
            )}
            <span className="sr-only">
              {t(ok === null ? 'console.check.none' : ok ? 'console.check.ok' : 'console.check.wrong')}
            </span>
          </span>
          <span className="min-w-0 flex-1">{label}</span>
          <span className="text-1 text-grey-1">{value}</span>
        </li>
      ))}
    </ul>
  )
}

/** A strip of figures over a table. */
export function FigureStrip({
  label,
  figures,
}: {
  label: string
  figures: readonly (readonly [label: string, value: ReactNode])[]
}) {
  return (
    <dl className="flex flex-wrap border-b border-grey-3" aria-label={label}>
      {figures.map(([name, value]) => (
        <div
          key={name}
          className="flex-1 border-l border-grey-3 px-4 py-2 whitespace-nowrap first:border-l-0"
        >
          <dt className="text-1 text-grey-1">{name}</dt>
          <dd className="text-2 font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The member whom something is about: opens the read-only view, which is written down for that member. */
export function MemberLink({ memberId, children }: { memberId: MemberId; children?: ReactNode }) {
  const t = useT()
  return (
    <a className="desk-link" href={hrefOf('members', [memberId])} title={t('console.memberHint')}>
      {children ?? `…${memberId.slice(-6)}`}
    </a>
  )
}

/**
 * A person of the console, by name, role and number. `at`: the time of what they did, whose name they keep
 * there.
 */
export function PersonName({ person, at }: { person: PersonOf; at?: string }) {
  const { nameOf, roleOf } = usePeople()
  const name = nameOf(person, at)
  return name === null ? (
    <>{roleOf(person)}</>
  ) : (
    <span className="desk-person">
      {name} <span className="text-1 font-regular text-grey-1">{roleOf(person)}</span>
    </span>
  )
}
