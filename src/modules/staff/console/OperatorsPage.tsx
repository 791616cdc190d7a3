import { useState } from 'react'
import { newKey } from '#client/call.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import type { OutputOf } from '#wire/route.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Facts, Pane, PaneSection, PersonName } from '#console/kit/Pane.tsx'
import { usePeople } from '#console/kit/people.ts'
import { Table } from '#console/kit/Table.tsx'
import { isOperatorName, tidyName } from '#modules/staff/model/operator-name.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import { listNames, listOperators } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useRoleWords } from './Holders.tsx'
import { RoleChange } from './RoleChange.tsx'

type Operator = OutputOf<typeof listOperators>[number]

/**
 * The operators of the console, with role, keys and sessions. Changed by an administrator and an auditor; all
 * of it is in the public record.
 */
export default function OperatorsPage() {
  const t = useT()
  const f = useFormat()
  const me = useMe()
  const { wordsOf } = usePeople()
  const read = useRead(listOperators, {}, { poll: 'deskLog' })
  return (
    <Table<Operator>
      name="operators"
      title={t('staff.console.operators.title')}
      read={read}
      rows={read.data}
      keyOf={({ operatorId }) => operatorId}
      sortedBy="who"
      empty={t('staff.console.operators.empty')}
      filters={[
        {
          id: 'role',
          label: t('staff.console.operators.role'),
          of: ({ role }) => role,
          options: ROLES.map((id) => ({ id, label: t(`staff.role.${id}`) })),
        },
      ]}
      columns={[
        {
          id: 'who',
          head: t('staff.console.operators.who'),
          cell: (row) => (
            <>
              <PersonName person={row} />
              <Further operator={row} />
            </>
          ),
          value: (row) => `${ROLES.indexOf(row.role)} ${String(row.number).padStart(3, '0')} ${wordsOf(row)}`,
        },
        {
          id: 'id',
          spare: true,
          head: t('staff.console.operators.id'),
          cell: ({ operatorId }) => <span className="font-code text-1">{operatorId}</span>,
          value: ({ operatorId }) => operatorId,
        },
        {
          id: 'since',
          spare: true,
          head: t('staff.console.operators.since'),
          cell: ({ since }) => f.day(since),
          value: ({ since }) => since,
        },
        {
          id: 'keys',
          head: t('staff.console.operators.keys'),
          align: 'end',
          cell: ({ passkeys }) => f.quantity(passkeys.length),
          value: ({ passkeys }) => passkeys.length,
        },
        {
          id: 'state',
          head: t('staff.console.operators.state'),
          value: ({ endedAt, invite, signedIn }) =>
            endedAt !== null ? 3 : invite !== null ? 2 : signedIn ? 0 : 1,
          cell: ({ endedAt, invite, signedIn, demo }) => (
            <span className="flex flex-wrap gap-1">
              {endedAt !== null ? (
                <Mark tone="grey">{t('staff.console.operators.left')}</Mark>
              ) : invite !== null ? (
                <Mark tone="warn">{t('staff.console.operators.invited')}</Mark>
              ) : signedIn ? (
                <Mark tone="ok">{t('staff.console.operators.signedIn')}</Mark>
              ) : (
                <Mark tone="grey">{t('staff.console.operators.away')}</Mark>
              )}
              {demo && <Mark tone="warn">{t('staff.console.operators.demo')}</Mark>}
            </span>
          ),
        },
      ]}
      actions={
        me?.powers.includes('operator.add') && me.roles.includes('administrator') ? (
          <span className="flex flex-wrap gap-2">
            <NewCodes />
            <AddOperator />
          </span>
        ) : undefined
      }
      detail={(operator) => <Detail key={operator.operatorId} operator={operator} />}
    />
  )
}

/** The further roles that somebody holds, below the name. */
function Further({ operator: { roles } }: { operator: Operator }) {
  const t = useT()
  const held = roles.slice(1).filter(({ endedAt }) => endedAt === null)
  return held.length === 0 ? null : (
    <span className="block text-1 text-grey-1">
      {held
        .map(({ role, until }) =>
          [
            `+ ${t(`staff.role.${role}`)}`,
            ...(until === null ? [] : [`(${t('staff.console.operators.deputy')})`]),
          ].join(' '),
        )
        .join(' ')}
    </span>
  )
}

/**
 * An administrator prepares, an auditor signs; then each of the two reads one half of the code to whoever is
 * new.
 */
function AddOperator() {
  const t = useT()
  const act = useAct()
  const [role, setRole] = useState<Role>('support')
  const [typed, setTyped] = useState('')
  const name = tidyName(typed)
  const add = async () => {
    const agreed = await confirm({
      title: t('staff.console.operators.add'),
      body: t('staff.console.operators.addConfirm', {
        role: t('staff.console.person', { name, who: t(`staff.role.${role}`) }),
      }),
    })
    if (!agreed) return
    const acted = await act.ask({ power: 'operator.add', subject: `op-${newKey()}`, body: { role, name } })
    if (acted === null) return
    setTyped('')
    toast(t('console.decision.asked'), { kind: 'ok' })
  }
  return (
    <span className="flex flex-wrap gap-1">
      <input
        className="desk-input w-40"
        aria-label={t('staff.console.operators.name')}
        placeholder={t('staff.console.operators.name')}
        maxLength={40}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <select
        className="desk-input"
        aria-label={t('staff.console.operators.role')}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`staff.role.${each}`)}
          </option>
        ))}
      </select>
      <DeskButton look="primary" busy={act.busy} disabled={!isOperatorName(name)} onPress={() => void add()}>
        {t('staff.console.operators.add')}
      </DeskButton>
    </span>
  )
}

/** An administrator prepares, an auditor signs; then three files with a code each lie on the server. */
function NewCodes() {
  const t = useT()
  const act = useAct()
  const make = async () => {
    if (!(await confirm({ title: t('staff.power.recovery.make'), body: t('staff.console.recovery.note') })))
      return
    const acted = await act.ask({ power: 'recovery.make', subject: 'console' })
    if (acted !== null) toast(t('console.decision.asked'), { kind: 'ok' })
  }
  return (
    <DeskButton busy={act.busy} onPress={() => void make()}>
      {t('staff.power.recovery.make')}
    </DeskButton>
  )
}

/** The names that somebody has had before, each until the next one came. */
function useFormerNames(operatorId: string): { name: string; until: string }[] {
  const names = useRead(listNames, {}, { quiet: true }).data?.find(
    (each) => each.operatorId === operatorId,
  )?.names
  return (names ?? []).slice(0, -1).map(({ name }, at) => ({ name, until: names![at + 1]!.since }))
}

function Detail({ operator }: { operator: Operator }) {
  const t = useT()
  const f = useFormat()
  const { operatorId, roles, since, endedAt, passkeys, invite } = operator
  const text = useText()
  const words = useRoleWords()
  const former = useFormerNames(operatorId)
  const { nameOf, roleOf, wordsOf } = usePeople()
  const [name, who] = [nameOf(operator), roleOf(operator)]
  return (
    <Pane
      label={wordsOf(operator)}
      head={
        <>
          <p className="font-code text-1 text-grey-1">{operatorId}</p>
          <h2 className="text-3 font-strong">{name ?? who}</h2>
          {name !== null && <p className="text-grey-1">{who}</p>}
        </>
      }
    >
      <PaneSection>
        <Facts
          rows={[
            [t('staff.console.operators.since'), f.moment(since)],
            ...(endedAt === null ? [] : [[t('staff.console.operators.left'), f.moment(endedAt)] as const]),
            ...former.map(
              (each) =>
                [t('staff.console.operators.formerName', { at: f.moment(each.until) }), each.name] as const,
            ),
            [t('staff.console.operators.keys'), passkeys.map((at) => f.moment(at)).join(' · ') || '—'],
          ]}
        />
      </PaneSection>
      {invite !== null && (
        <PaneSection title={t('staff.console.operators.invited')} note={f.moment(invite.until)}>
          <p className="text-1 text-grey-1">{t('staff.console.operators.halves')}</p>
          <p className="pt-1 font-code text-3 font-strong">{invite.half ?? '—'}</p>
        </PaneSection>
      )}
      <PaneSection title={t('staff.console.operators.holds')}>
        <ul className="flex flex-col gap-2">
          {roles.map((held) => (
            <li key={`${held.role} ${held.since}`} className={held.endedAt === null ? '' : 'text-grey-1'}>
              <span className="flex flex-wrap items-center gap-1">
                {roleOf(held)}
                {held.until !== null && <Mark tone="warn">{t('staff.console.operators.deputy')}</Mark>}
                {held.endedAt !== null && <Mark tone="grey">{t('staff.console.operators.endedRole')}</Mark>}
              </span>
              <span className="block text-1 text-grey-1">
                {words.since(held)} – {words.until(held)}
                {held.reason !== null && ` · ${text(`staff.reason.${held.reason.code}`)}`}
                {` · ${words.by(held)}`}
                {held.endedAt !== null && held.until !== null && ` · ${words.endedBy(held)}`}
              </span>
            </li>
          ))}
        </ul>
      </PaneSection>
      {endedAt === null && <RoleChange operator={operator} name={wordsOf(operator)} />}
    </Pane>
  )
}
