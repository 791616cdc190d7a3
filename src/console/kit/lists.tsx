import { useState } from 'react'
import { CallError } from '#client/call-error.ts'
import { call } from '#client/call.ts'
import { announceFailure } from '#client/failures.ts'
import { refresh } from '#client/reads.ts'
import { translate, useFormat, useT } from '#client/texts.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { InputOf, OutputOf } from '#wire/route.ts'
import type { PowerName } from '#registry/powers.ts'
import {
  getList,
  listApprovals,
  listLists,
  listQueues,
  prepareList,
  signList,
  type LineOfList,
  type ListView,
} from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.tsx'
import { useMe } from './act.ts'
import { Mark, type Tone } from './Control.tsx'
import { Facts, useTerms } from './Pane.tsx'
import { signRequest } from './passkey.ts'
import { untilKnown } from './unanswered.ts'
import { isAdverse } from './sign.tsx'

/**
 * The requests of a list: open ones, new ones, those of a list that another has signed; nothing of these: all
 * that the power's published rule takes. Of one power: another one is another list.
 */
export type ListAsked = {
  power: PowerName
  approvals?: string[]
  lines?: { subject: string; body: Record<string, unknown> }[]
  list?: string
  reason?: string
}
const LOOKS_EVERY: Ms = SECOND / 2
const MOST_LOOKS = 120

type Prepared = OutputOf<typeof prepareList>
export type SignedList = OutputOf<typeof signList>

/** Many requests by one question and one signature over their root (decision 0142). */
export function useSignList(): { sign: (asked: ListAsked) => Promise<SignedList | null>; busy: boolean } {
  const me = useMe()
  const [busy, setBusy] = useState(false)
  async function signed(asked: ListAsked): Promise<SignedList | null> {
    const prepared = await call(prepareList, { input: asked })
    const agreed = await confirm({
      title: translate('console.list.title', { act: prepared.what, n: prepared.fits }),
      body: <ListQuestion prepared={prepared} />,
      danger: isAdverse(prepared.power),
    })
    if (!agreed) return null
    const { id } = prepared
    if (me?.signsBy !== 'passkey') return sent(id, {})
    const passkey = await signRequest(
      prepared.listText,
      me.passkeys.map((each) => each.id),
    )
    if (passkey === null) announceFailure(translate('console.passkey.putAway'))
    return passkey === null ? null : sent(id, { passkey })
  }
  return {
    busy,
    async sign(asked) {
      if (busy) return null
      setBusy(true)
      try {
        const done = await signed(asked)
        if (done !== null) announce(done)
        return done
      } catch (failure) {
        if (failure instanceof CallError) return null
        throw failure
      } finally {
        setBusy(false)
        for (const route of [listApprovals, listQueues, listLists] as const) refresh(route)
      }
    },
  }
}

/** The list as it was signed and as far as it has come; null: it was not signed. */
const sent = (id: string, input: InputOf<typeof signList>): Promise<SignedList | null> =>
  untilKnown(
    async () => ended(await call(signList, { params: { id }, input }, { quiet: true })),
    async () =>
      (await call(listLists, {}, { quiet: true })).some((list) => list.id === id)
        ? ended(await call(getList, { params: { id } }, { quiet: true }))
        : null,
  )

/** The list once its lines are carried out, or as far as it has come after a while: the server goes on. */
async function ended(signed: SignedList): Promise<SignedList> {
  let seen = signed
  for (let looks = 0; seen.list.state === 'running' && looks < MOST_LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY))
    seen = await call(getList, { params: { id: signed.list.id } }, { quiet: true })
  }
  return seen
}

/** The result of each line, in numbers. */
function announce({ list }: SignedList): void {
  toast(listOutcome(list), { kind: list.refused === 0 ? 'ok' : 'fail' })
}

/** Outcome of a list so far: carried out, waiting for others, left out. */
export const listOutcome = ({ size, carriedOut, open, refused, state }: ListView): string =>
  translate('console.list.done', {
    done: carriedOut,
    open,
    left: refused,
    running: state === 'running' ? size - carriedOut - open - refused : 0,
  })

function ListQuestion({ prepared }: { prepared: Prepared }) {
  const t = useT()
  const f = useFormat()
  const { what, fits, completes, yen, lines, root } = prepared
  const left = lines.filter((line) => line.left !== null)
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          [t('console.approval.act'), what, true],
          [t('console.list.lines'), f.quantity(fits), true],
          ...(yen === 0 ? [] : [[t('console.list.sum'), f.money(yen), true] as const]),
          ...(left.length === 0 ? [] : [[t('console.list.left'), f.quantity(left.length)] as const]),
        ]}
      />
      <div className="desk-scroll max-h-64" tabIndex={0} role="group" aria-label={t('console.list.lines')}>
        <ListLines lines={[...left, ...lines.filter((line) => line.left === null)]} />
      </div>
      <p>{t('console.list.completes', { now: completes, later: fits - completes })}</p>
      <p className="text-1 text-grey-1">{t('console.list.once')}</p>
      <p className="font-code text-1 break-all text-grey-1">{root}</p>
    </div>
  )
}

const OUTCOME_TONES: Readonly<Record<Exclude<LineOfList['outcome'], 'left'>, Tone>> = {
  completes: 'brand',
  waits: 'warn',
  'carried-out': 'ok',
  open: 'warn',
  over: 'grey',
}

/** Lines by their numbers; those that are left out say why. */
export function ListLines({ lines }: { lines: readonly LineOfList[] }) {
  const t = useT()
  const f = useFormat()
  const termsOf = useTerms()
  return (
    <table className="desk-table" aria-label={t('console.list.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('console.approval.case')}</th>
          <th scope="col">{t('console.approval.member')}</th>
          <th scope="col" className="at-end">
            {t('console.approval.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ place, name, number, amount, account, terms, left, outcome }) => (
          <tr key={place}>
            <td className="wraps">
              {name}
              {account !== null && <span className="block text-1 text-grey-1">{account}</span>}
              {outcome !== 'left' && (
                <span className="block">
                  <Mark tone={OUTCOME_TONES[outcome]}>
                    {t('console.list.outcome', {
                      outcome: outcome === 'carried-out' ? 'carriedOut' : outcome,
                    })}
                  </Mark>
                </span>
              )}
              {terms.length > 0 && <Facts rows={termsOf(terms)} />}
              {left !== null && <span className="block text-1 text-danger">{left}</span>}
            </td>
            <td>{number === null ? '—' : `#${number}`}</td>
            <td className="at-end">{amount === null ? '—' : f.yen(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
