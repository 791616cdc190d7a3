import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import {
  appealWithdrawal,
  cancelWithdrawal,
  getOneWithdrawal,
  getWithdrawal,
  listWithdrawals,
  type WithdrawalView,
} from '#modules/funding/contract.ts'
import { reasonWord } from '#modules/funding/model/states.ts'
import { Act } from '#modules/staff/mobile/public.ts'
import { getAccount } from '#modules/portfolio/contract.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { AppealStatus, AppealText } from './Appeal.tsx'
import { WithdrawalTag } from './StatusTag.tsx'
import { Progress } from './UnderWay.tsx'
import { useFresh } from './use-funding.ts'

const HELP = ['finmac', 'fsa', 'police'] as const

/** Outside bodies that a member can turn to: dispute body, regulator, police. */
function OutsideHelp() {
  const t = useT()
  return (
    <Section>
      <SectionHead title={t('funding.help.title')} />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-2">
        {HELP.map((place) => (
          <li key={place}>{t(`funding.help.${place}`)}</li>
        ))}
      </ul>
      <p className="pt-2 text-1 text-grey-1">{t('funding.help.note')}</p>
      <MenuRow label={t('legal.firmTitle')} href={paths.webview({ page: 'firm' })} />
    </Section>
  )
}

function AppealForm({ id }: { id: string }) {
  const t = useT()
  const write = useWrite(appealWithdrawal, { refreshes: [getOneWithdrawal, listWithdrawals] })
  async function send(text: string) {
    const answer = await write.run({ params: { id }, input: { text } })
    if (answer.ok) toast(t('funding.appeal.filed'), { kind: 'ok' })
    return answer.ok
  }
  return (
    <Section label={t('funding.appeal.title')}>
      <SectionHead title={t('funding.appeal.title')} />
      <AppealText about={id} note={t('funding.appeal.note')} state={write.state} onSend={send} />
    </Section>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<WithdrawalView['appeal']> }) {
  const t = useT()
  return (
    <Section label={t('funding.appeal.title')}>
      <AppealStatus appeal={appeal} />
      {appeal.payoutId !== null && (
        <div className="flex pt-3">
          <Button kind="secondary" size="s" href={paths.withdrawal({ id: appeal.payoutId })}>
            {t('funding.appeal.payout')}
          </Button>
        </div>
      )}
      {appeal.state === 'granted' && appeal.payoutId === null && (
        <p className="pt-2 text-1 text-grey-1">{t('funding.appeal.noPayout')}</p>
      )}
    </Section>
  )
}

/** Reason of the list, the operators' own words, the way to complain, and where else to turn. */
function Denied({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Section label={t('funding.withdrawal.reasonTitle')}>
        <SectionHead title={t('funding.withdrawal.reasonTitle')} />
        <p className="text-2 font-strong text-danger">
          {t('funding.withdrawal.reason', { reason: reasonWord(withdrawal.reason ?? '') })}
        </p>
        {withdrawal.text !== null && <p className="pt-1 text-2 whitespace-pre-wrap">{withdrawal.text}</p>}
        <p className="pt-2 text-1 text-grey-1">
          {t('funding.withdrawal.moneyBack', { amount: f.money(withdrawal.amount) })}
        </p>
      </Section>
      {withdrawal.appeal === null ? (
        <AppealForm id={withdrawal.id} />
      ) : (
        <AppealState appeal={withdrawal.appeal} />
      )}
    </>
  )
}

/**
 * The reason why the time for an approval stands still, or the payment; since when, and what happens next.
 */
function Stopped({
  stopped,
  state,
}: Pick<WithdrawalView, 'state'> & { stopped: NonNullable<WithdrawalView['stopped']> }) {
  const t = useT()
  const f = useFormat()
  const way =
    stopped.for === 'frozen' ? paths.security() : stopped.for === 'denial' ? paths.operatorActs() : undefined
  return (
    <div className="pb-3" role="status">
      <p className="text-2 font-strong text-warn">
        {t('funding.withdrawal.stoppedFor', { stop: stopped.for })}
      </p>
      <p className="pt-1 text-1">{t('funding.withdrawal.stoppedSince', { at: f.dateTime(stopped.since) })}</p>
      <p className="pt-1 text-1 text-grey-1">
        {t(state === 'approved' ? 'funding.withdrawal.paymentGoesOn' : 'funding.withdrawal.stoppedGoesOn')}
      </p>
      <p className="pt-1 text-1">{t('funding.withdrawal.stoppedComplain')}</p>
      <div className="flex flex-wrap gap-2 pt-2">
        {way !== undefined && (
          <Button kind="secondary" size="s" href={way}>
            {t(stopped.for === 'frozen' ? 'funding.withdrawal.toSecurity' : 'funding.withdrawal.toRecord')}
          </Button>
        )}
        <Button kind="secondary" size="s" href={paths.customerService()}>
          {t('funding.withdrawal.complain')}
        </Button>
      </div>
    </div>
  )
}

/** The next event that a withdrawal waits for, and the way back while no bank has it. */
function Waiting({ withdrawal }: { withdrawal: WithdrawalView }) {
  const t = useT()
  const f = useFormat()
  const { id, amount, stopped } = withdrawal
  const write = useWrite(cancelWithdrawal, {
    refreshes: [getOneWithdrawal, getWithdrawal, listWithdrawals, getAccount],
  })
  async function cancel() {
    const yes = await confirm({
      title: t('funding.withdrawal.cancelTitle'),
      act: t('funding.withdrawal.cancel'),
      body: (
        <DefinitionList>
          <DefinitionRow label={t('funding.withdrawal.amount')}>{f.money(amount)}</DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const answer = await write.run({ params: { id } })
    if (answer.ok) toast(t('funding.withdrawal.cancelled'), { kind: 'ok' })
  }
  return (
    <Section>
      {stopped !== null ? (
        <Stopped stopped={stopped} state={withdrawal.state} />
      ) : (
        withdrawal.state === 'requested' && (
          <p className="pb-3 text-1 text-grey-1">
            {t(`funding.withdrawal.waiting.${withdrawal.decider}`, { at: f.dateTime(withdrawal.dueAt) })}
          </p>
        )
      )}
      <div className="flex">
        <Button kind="neutral" size="s" state={write.state} onPress={() => void cancel()}>
          {t('funding.withdrawal.cancel')}
        </Button>
      </div>
    </Section>
  )
}

/** One withdrawal from the request to the bank, or to the reason why not. */
export function WithdrawalDetail({ id, nav }: { id: string; nav: ReactNode }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(getOneWithdrawal, { params: { id } })
  useFresh(getOneWithdrawal)
  return (
    <Page nav={nav} onRefresh={async () => void (await read.refetch())}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {({ withdrawal, acts }) => (
          <>
            <Section first>
              <div className="flex flex-wrap items-baseline justify-between gap-2">
                <Figure size={4} unit={t('ui.yen')}>
                  {f.yen(withdrawal.amount)}
                </Figure>
                <WithdrawalTag status={withdrawal.status} state={withdrawal.state} />
              </div>
              {withdrawal.endedAt === null && <Progress withdrawal={withdrawal} />}
              {withdrawal.paid !== null && (
                <p className="pt-2 text-1">
                  {t('funding.withdrawal.differed', {
                    paid: withdrawal.paid,
                    way: withdrawal.paid < withdrawal.amount ? 'short' : 'over',
                  })}
                </p>
              )}
              <div className="h-3" />
              <DefinitionList>
                <DefinitionRow label={t('funding.withdrawal.account')}>{withdrawal.account}</DefinitionRow>
                <DefinitionRow label={t('funding.withdrawal.fee')}>{f.money(withdrawal.fee)}</DefinitionRow>
                {withdrawal.endedAt !== null && (
                  <DefinitionRow label={t('funding.withdrawal.received')}>
                    {f.dateTime(withdrawal.requestedAt)}
                  </DefinitionRow>
                )}
                {withdrawal.endedAt !== null && (
                  <DefinitionRow label={t('funding.withdrawal.endedAt')}>
                    {f.dateTime(withdrawal.endedAt)}
                  </DefinitionRow>
                )}
              </DefinitionList>
            </Section>
            {withdrawal.cancellable ? (
              <Waiting withdrawal={withdrawal} />
            ) : (
              withdrawal.stopped !== null && (
                <Section>
                  <Stopped stopped={withdrawal.stopped} state={withdrawal.state} />
                </Section>
              )
            )}
            {withdrawal.state === 'denied' && <Denied withdrawal={withdrawal} />}
            {acts.map((act) => (
              <Act key={act.id} act={act} />
            ))}
            {(withdrawal.state === 'denied' || withdrawal.stopped !== null) && <OutsideHelp />}
            {(withdrawal.state === 'cancelled' || withdrawal.state === 'returned') && (
              <Section>
                <p className="text-2">
                  {t('funding.withdrawal.moneyBack', { amount: f.money(withdrawal.amount) })}
                </p>
              </Section>
            )}
            <Section flush>
              <MenuRow label={t('funding.deposit.accountLog')} href={paths.accountLog()} />
              <MenuRow label={t('funding.clock.title')} href={paths.withdrawalClock()} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
