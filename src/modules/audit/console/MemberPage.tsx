import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { hrefOf, setQuery, useAddress } from '#console/kit/address.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Freeze } from '#console/kit/Freeze.tsx'
import { RaiseCase } from '#console/kit/RaiseCase.tsx'
import { Facts, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { StageMark } from '#console/kit/Stage.tsx'
import { powerKey, type PowerName } from '#registry/powers.ts'
import type { MemberAccount } from '#modules/ledger/model/accounts.ts'
import { postalText } from '#modules/members/model/facts.ts'
import { PROFILE_FIELDS } from '#modules/members/model/profile.ts'
import { Loaded } from '#ui/Loaded.tsx'
import {
  showMember,
  showMemberActs,
  showMemberCases,
  showMemberDevices,
  showMemberHoldings,
  showMemberMoney,
  showMemberOrders,
} from '../operator-contract.ts'
import { Heading } from './Heading.tsx'
import { STATE_TONE } from './labels.ts'
import { MemberNotes } from './MemberNotes.tsx'
import { MemberTimeline } from './MemberTimeline.tsx'
import { Rows } from './Rows.tsx'

const PARTS = [
  'summary',
  'timeline',
  'holdings',
  'orders',
  'money',
  'cases',
  'notes',
  'acts',
  'devices',
] as const
type Part = (typeof PARTS)[number]

/** One member, to be read. Every part that is opened is a look of its own, which the member sees. */
export function MemberPage({ id }: { id: string }) {
  const t = useT()
  const { query } = useAddress()
  const part: Part = PARTS.find((each) => each === query.part) ?? 'summary'
  const read = useRead(showMember, { params: { id } })
  return (
    <section className="desk-page" aria-label={t('audit.console.member.title')}>
      <Heading
        back={{ page: 'members', label: t('audit.console.members.title') }}
        title={
          read.data === undefined
            ? t('audit.console.member.title')
            : t('audit.console.member.of', { number: String(read.data.number) })
        }
      >
        {read.data !== undefined && (
          <>
            <Mark tone={STATE_TONE[read.data.state]}>{t(`audit.console.state.${read.data.state}`)}</Mark>
            {read.data.simulatedMember && <Mark tone="warn">{t('audit.console.member.simulated')}</Mark>}
            {read.data.tags.map((tag) => (
              <Mark key={tag} tone="grey">
                {tag}
              </Mark>
            ))}
          </>
        )}
        <p className="text-1 text-grey-1">{t('audit.console.member.logged')}</p>
        <RaiseCase memberId={id} evidence={query.found} />
      </Heading>
      <div
        role="group"
        aria-label={t('audit.console.member.parts')}
        className="flex flex-wrap gap-1 border-b border-grey-3 px-4 py-2"
      >
        {PARTS.map((each) => (
          <DeskButton
            key={each}
            pressed={part === each}
            onPress={() => setQuery({ part: each === 'summary' ? null : each, before: null, kinds: null })}
          >
            {t(`audit.console.part.${each}`)}
          </DeskButton>
        ))}
      </div>
      <div className="desk-scroll" tabIndex={0} role="group" aria-label={t(`audit.console.part.${part}`)}>
        {part === 'summary' && <Summary id={id} />}
        {part === 'timeline' && <MemberTimeline id={id} />}
        {part === 'notes' && <MemberNotes id={id} />}
        {part === 'holdings' && <Holdings id={id} />}
        {part === 'orders' && <Orders id={id} />}
        {part === 'money' && <Money id={id} />}
        {part === 'cases' && <Cases id={id} />}
        {part === 'acts' && <Acts id={id} />}
        {part === 'devices' && <Devices id={id} />}
      </div>
    </section>
  )
}

type Summarized = ReturnType<typeof useRead<typeof showMember>>['data']

/** Facts of the person: whole for reviewers, for others only whether they are on record. */
function useFactRows(member: Summarized): (readonly [string, string])[] {
  const t = useT()
  if (member === undefined) return []
  const { facts, factsOnRecord } = member
  if (facts === null)
    return [
      [
        t('audit.console.member.facts'),
        t(factsOnRecord ? 'audit.console.member.factsKept' : 'members.console.noFacts'),
      ],
    ]
  return [
    [t('members.identity.birthDate'), facts.birthDate.replaceAll('-', '/')],
    [t('members.identity.address'), `〒${postalText(facts.postalCode)} ${facts.address}`],
    [t('members.profile.occupation'), t(`members.profile.occupation.${facts.occupation}`)],
    [t('members.identity.purpose'), t(`members.profile.purpose.${facts.purpose}`)],
  ]
}

function Summary({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  const read = useRead(showMember, { params: { id } })
  const facts = useFactRows(read.data)
  return (
    <Loaded read={read} skeleton="lines">
      {(member) => (
        <div className="desk-two">
          <div className="all">
            <Freeze memberId={id} onDone={() => void read.refetch()} />
          </div>
          <PaneSection title={t('audit.console.member.person')}>
            <Facts
              rows={[
                [t('audit.console.members.level'), t(`identity.level.${member.level}`)],
                [t('audit.console.members.opened'), f.day(member.openedAt)],
                [t('audit.console.member.name'), member.name ?? t('audit.console.member.noProfile')],
                [t('audit.console.members.mobile'), member.mobile],
                [t('audit.console.member.email'), member.email ?? '—'],
                [
                  t('audit.console.part.identity'),
                  member.identity === null
                    ? t('audit.console.member.noIdentity')
                    : `${text(`audit.console.word.${member.identity.front}`)} / ${text(`audit.console.word.${member.identity.back}`)}`,
                ],
                ...facts,
                [
                  t('audit.console.member.bank'),
                  member.bankAccounts === 0
                    ? t('audit.console.member.noBank')
                    : f.quantity(member.bankAccounts),
                ],
                [t('audit.console.member.held'), f.moment(member.heldUntil)],
                [t('audit.console.member.closedUntil'), f.moment(member.withdrawalsClosedUntil)],
                [t('audit.console.member.openLots'), f.quantity(member.openLots)],
                [t('audit.console.member.openOrders'), f.quantity(member.openOrders)],
              ]}
            />
          </PaneSection>
          <PaneSection title={t('audit.console.member.money')} note={t('audit.console.member.follow')}>
            <Facts
              rows={[
                ...member.balances.map(
                  ({ account, name, yen }) =>
                    [
                      t(`portfolio.account.${name as MemberAccount}`),
                      yen === 0 ? (
                        f.yen(0)
                      ) : (
                        <a key={account} className="desk-link" href={hrefOf('ledger', [account])}>
                          {f.yen(yen)}
                        </a>
                      ),
                    ] as const,
                ),
                [t('audit.console.member.own'), f.money(member.ownMoney), true],
                [t('audit.console.member.owed'), f.money(member.owed), true],
                [t('audit.console.member.loans'), f.money(member.loans)],
              ]}
            />
          </PaneSection>
          <PaneSection title={t('audit.console.member.profile')}>
            {member.profile === null ? (
              <p className="text-1 text-grey-1">{t('audit.console.member.noInvestorProfile')}</p>
            ) : (
              <Facts
                rows={PROFILE_FIELDS.map((field) => [
                  t(`members.profile.${field}`),
                  text(`members.profile.${field}.${member.profile![field]}`),
                ])}
              />
            )}
          </PaneSection>
          <PaneSection title={t('audit.console.member.banks')}>
            <Facts
              rows={[
                [t('audit.console.member.tax'), t(`tax.account.${member.tax}`)],
                ...member.banks.map(
                  ({ bank, digits, state }) =>
                    [`${bank} …${digits}`, text(`audit.console.word.${state}`)] as const,
                ),
              ]}
            />
          </PaneSection>
        </div>
      )}
    </Loaded>
  )
}

const usePart = (id: string) => {
  const { before } = useAddress().query
  return { params: { id }, query: before === undefined ? {} : { before } }
}

function Holdings({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberHoldings, usePart(id))}
      label={t('audit.console.part.holdings')}
      cells={[
        [t('audit.console.col.number'), (row) => row.number],
        [t('audit.console.col.code'), (row) => row.code],
        [t('audit.console.col.side'), (row) => text(`audit.console.way.${row.side}`)],
        [t('audit.console.col.leverage'), (row) => `${f.number(row.leverage, 1)}×`, 'end'],
        [
          t('audit.console.col.open'),
          (row) => `${f.quantity(row.openQuantity)} / ${f.quantity(row.quantity)}`,
          'end',
        ],
        [t('audit.console.col.price'), (row) => f.price(row.openPrice), 'end'],
        [t('audit.console.col.margin'), (row) => f.yen(row.margin), 'end'],
        [t('audit.console.col.result'), (row) => f.signedYen(row.result), 'end'],
        [t('audit.console.col.state'), (row) => text(`portfolio.status.${row.status}`)],
        [t('audit.console.col.at'), (row) => f.moment(row.openedAt)],
      ]}
    />
  )
}

function Orders({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberOrders, usePart(id))}
      label={t('audit.console.part.orders')}
      cells={[
        [t('audit.console.col.number'), (row) => row.number],
        [t('audit.console.col.code'), (row) => row.code],
        [t('audit.console.col.side'), (row) => t(`orders.way.${row.way}`)],
        [t('audit.console.col.type'), (row) => text(`orders.type.${row.type}`)],
        [
          t('audit.console.col.filled'),
          (row) => `${f.quantity(row.filled)} / ${f.quantity(row.quantity)}`,
          'end',
        ],
        [t('audit.console.col.price'), (row) => f.price(row.price), 'end'],
        [t('audit.console.col.average'), (row) => f.price(row.averagePrice), 'end'],
        [t('audit.console.col.fee'), (row) => f.yen(row.fee), 'end'],
        [t('audit.console.col.state'), (row) => text(`orders.status.${row.status}`)],
        [t('audit.console.col.at'), (row) => f.moment(row.placedAt)],
      ]}
    />
  )
}

function Money({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberMoney, usePart(id))}
      label={t('audit.console.part.money')}
      cells={[
        [t('audit.console.col.at'), (row) => f.moment(row.requestedAt)],
        [t('audit.console.col.kind'), (row) => t(`audit.console.kind.${row.kind}`)],
        [
          t('audit.console.entry.yen'),
          ({ kind, yen }) => (kind === 'deposit' || kind === 'withdrawal' ? f.yen(yen) : f.signedYen(yen)),
          'end',
        ],
        [t('audit.console.col.state'), (row) => text(`audit.console.word.${row.state}`)],
        [t('audit.console.col.reference'), (row) => row.reference],
        [t('audit.console.col.line'), (row) => row.line ?? '—'],
        [t('audit.console.col.ended'), (row) => f.moment(row.endedAt)],
      ]}
    />
  )
}

function Cases({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberCases, usePart(id))}
      label={t('audit.console.part.cases')}
      cells={[
        [t('audit.console.col.at'), (row) => f.moment(row.at)],
        [t('audit.console.col.kind'), (row) => t(`audit.console.kind.${row.kind}`)],
        [
          t('audit.console.col.state'),
          (row) =>
            row.state
              .split(' / ')
              .map((each) => text(`audit.console.word.${each}`))
              .join(' / '),
        ],
        [
          t('audit.console.col.reason'),
          (row) => (row.reason === null ? '—' : text(`staff.reason.${row.reason}`)),
        ],
        [t('audit.console.col.ended'), (row) => f.moment(row.decidedAt)],
      ]}
    />
  )
}

function Acts({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberActs, usePart(id))}
      label={t('audit.console.part.acts')}
      cells={[
        [t('audit.console.col.at'), (row) => f.moment(row.at)],
        [
          t('audit.console.col.kind'),
          (row) => (
            <Mark tone={row.kind === 'act' ? 'brand' : 'grey'}>{t(`audit.console.kind.${row.kind}`)}</Mark>
          ),
        ],
        [
          t('audit.console.entry.what'),
          (row) => (
            <>
              {row.kind === 'act' ? text(powerKey(row.what as PowerName)) : text(`staff.read.${row.what}`)}{' '}
              {row.stage !== null && <StageMark stage={row.stage} />}
            </>
          ),
        ],
        [
          t('audit.console.col.by'),
          (row) =>
            row.by.map((person) => (
              <span key={`${person.role}${person.number}`} className="mr-2">
                <PersonName person={person as never} at={row.at} />
              </span>
            )),
        ],
        [
          t('audit.console.col.reason'),
          (row) => (row.reason === null ? '—' : text(`staff.reason.${row.reason}`)),
        ],
        [
          t('audit.console.col.record'),
          (row) =>
            row.seq === null ? (
              '—'
            ) : (
              <a className="desk-link" href={hrefOf('journal', [String(row.seq)])}>
                {String(row.seq)}
              </a>
            ),
        ],
      ]}
    />
  )
}

function Devices({ id }: { id: string }) {
  const t = useT()
  const text = useText()
  const f = useFormat()
  return (
    <Rows
      read={useRead(showMemberDevices, usePart(id))}
      label={t('audit.console.part.devices')}
      cells={[
        [t('audit.console.col.device'), (row) => row.device || '—'],
        [t('audit.console.col.factor'), (row) => text(`audit.console.word.${row.factor}`)],
        [t('audit.console.col.at'), (row) => f.moment(row.startedAt)],
        [t('audit.console.col.seen'), (row) => f.moment(row.seenAt)],
        [t('audit.console.col.ended'), (row) => f.moment(row.endedAt)],
      ]}
    />
  )
}
