import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useFormat, useT, useText } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { Decision } from '#console/kit/Decision.tsx'
import { FrozenLine } from '#console/kit/FrozenLine.tsx'
import { useKeys } from '#console/kit/keys.ts'
import { Checks, Facts, MemberLink, PaneSection } from '#console/kit/Pane.tsx'
import { ActList } from '#console/kit/Stage.tsx'
import { Picture, UPRIGHT, useLook } from '#console/kit/Picture.tsx'
import type { Person } from '#modules/staff/operator-contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { getDeskAccount, listDeskAccounts, type DeskAccountView } from '../operator-contract.ts'

/** `alone`: by its address, without the queue beside it. */
type Props = { id: string; alone?: boolean; assigned: { who: Person | null } | null; onDecided: () => void }

/**
 * One account: the passbook beside what was entered, the holder beside the verified name, the published
 * checks, and the decision.
 */
export function AccountPane({ id, alone = false, assigned, onDecided }: Props) {
  const t = useT()
  const read = useRead(getDeskAccount, { params: { id } }, { staleTime: 10_000 })
  return (
    <aside aria-label={t('funding.console.accounts.title')} className="flex h-full flex-col bg-page">
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(found) => (
          <Account
            found={found}
            alone={alone}
            assigned={assigned}
            reload={async () => void (await read.refetch())}
            onDecided={onDecided}
          />
        )}
      </Loaded>
    </aside>
  )
}

type AccountProps = Omit<Props, 'id' | 'alone'> & {
  alone: boolean
  found: DeskAccountView
  reload: () => Promise<void>
}

function Account({ found, alone, assigned, reload, onDecided }: AccountProps) {
  const t = useT()
  const f = useFormat()
  const text = useText()
  const act = useAct()
  const mine = useMe()?.roles.includes('reviewer') === true
  const [seen, setSeen] = useState(false)
  const [angle, setAngle] = useState(UPRIGHT)
  const { id } = found
  const account = {
    holder: found.holder,
    bank: `${found.bankName} ${found.branchName}`,
    number: found.number,
  }
  const Title = alone ? 'h1' : 'h2'
  const picture = useLook(act, id, { power: 'bank-account.view', subject: id })
  const label = t('funding.console.accounts.passbook')
  async function look(): Promise<void> {
    if (await picture.look()) setSeen(true)
    await reload()
  }
  useKeys({
    z: () => setAngle({ ...angle, zoomed: !angle.zoomed }),
    r: () => setAngle({ ...angle, turns: (angle.turns + 1) % 4 }),
  })
  const hindrance = seen ? null : t('funding.console.accounts.notSeen')
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-grey-3 bg-surface px-4 py-2">
        <Title className="text-3 font-strong">{found.holder}</Title>
        <MemberLink memberId={found.member.id}>
          {t('funding.console.accounts.member', { number: String(found.member.number) })}
        </MemberLink>
        <span className="min-w-0 flex-1 text-1 text-grey-1">{f.moment(found.addedAt)}</span>
        <Mark tone="warn">{t('funding.console.accounts.simulated')}</Mark>
        <FrozenLine frozen={found.member.frozen} />
        {picture.leftSeconds > 0 && (
          <span className="text-1 text-grey-1" role="timer">
            {t('funding.console.accounts.linkLeft', { seconds: picture.leftSeconds })}
          </span>
        )}
        {assigned !== null && <Assigned queue="bank-accounts" subject={id} assigned={assigned.who} />}
      </header>
      <div
        className="desk-scroll grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] content-start items-start gap-3 p-3"
        tabIndex={0}
        role="group"
        aria-label={found.holder}
      >
        <div className="flex flex-col gap-3">
          <section className="rounded-2 bg-surface p-3" aria-label={label}>
            <h3 className="pb-2 text-2 font-strong">{label}</h3>
            <Picture src={picture.src} label={label} angle={angle} onAngle={setAngle}>
              {mine ? (
                <div className="flex justify-center">
                  <DeskButton look="primary" hotkey="v" busy={act.busy} onPress={() => void look()}>
                    {t('funding.console.accounts.look')}
                  </DeskButton>
                </div>
              ) : null}
              <p className="text-1">{t('funding.console.accounts.lookNote')}</p>
            </Picture>
          </section>
          {found.acts.length > 0 && (
            <div className="rounded-2 bg-surface">
              <PaneSection title={t('funding.console.accounts.past')}>
                <ActList acts={found.acts} />
              </PaneSection>
            </div>
          )}
        </div>
        <div className="rounded-2 bg-surface">
          <PaneSection title={t('funding.console.accounts.entered')}>
            <Facts
              rows={[
                [t('funding.console.accounts.holder'), found.holder, true],
                [t('funding.console.accounts.verified'), found.verifiedName ?? '—', true],
                [t('funding.console.accounts.bank'), `${found.bankName} (${found.bankCode})`],
                [t('funding.console.accounts.branch'), `${found.branchName} (${found.branchCode})`],
                [t('funding.console.accounts.number'), `${t(`funding.type.${found.type}`)} ${found.number}`],
                [t('funding.console.accounts.usableFrom'), f.moment(found.usableFrom)],
              ]}
            />
          </PaneSection>
          <PaneSection title={t('funding.console.accounts.checks')}>
            <Checks
              rows={[
                { label: t('funding.console.accounts.check.name'), ok: found.sameName },
                { label: t('funding.console.accounts.check.place'), ok: found.placeKnown },
                { label: t('funding.console.accounts.check.record'), ok: found.sameRecord },
                {
                  label: t('funding.console.accounts.check.elsewhere'),
                  ok: found.elsewhere === 0,
                  value: found.elsewhere === 0 ? undefined : f.quantity(found.elsewhere),
                },
              ]}
            />
          </PaneSection>
          {found.status === 'pending' ? (
            <Decision
              subject={id}
              frozen={found.member.frozen}
              onRefused={() => void reload()}
              onDone={() => {
                void reload()
                refresh(listDeskAccounts)
                onDecided()
              }}
              choices={[
                {
                  power: 'bank-account.accept',
                  label: t('funding.console.accounts.accept'),
                  hotkey: 'a',
                  hindrance,
                  confirm: t('funding.console.confirm.account', account),
                },
                {
                  power: 'bank-account.reject',
                  label: t('funding.console.accounts.reject'),
                  hotkey: 'd',
                  tone: 'danger',
                  hindrance,
                  confirm: t('funding.console.confirm.accountRejected', account),
                },
              ]}
            />
          ) : (
            <PaneSection>
              <div className="flex flex-wrap items-center gap-2">
                <Mark tone={found.status === 'approved' ? 'ok' : 'danger'}>
                  {t(`funding.accounts.status.${found.status}`)}
                </Mark>
                {found.reason !== null && <span>{text(`staff.reason.${found.reason}`)}</span>}
              </div>
            </PaneSection>
          )}
        </div>
      </div>
      <footer className="flex flex-wrap items-center gap-x-3 border-t border-grey-3 bg-surface px-4 py-1 text-1 text-grey-1">
        {HINTS.map(([key, word]) => (
          <span key={key} className="flex items-center gap-1">
            <kbd className="desk-key font-sans">{key}</kbd>
            {t(`funding.console.accounts.key.${word}`)}
          </span>
        ))}
        <span className="ml-auto">{t('funding.console.accounts.recorded')}</span>
      </footer>
    </>
  )
}

const HINTS = [
  ['J / K', 'move'],
  ['Z', 'zoom'],
  ['R', 'rotate'],
  ['A', 'accept'],
  ['D', 'reject'],
] as const
