import { lastMinute } from '#client/last-minute.ts'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { AppealText } from '#modules/funding/mobile/public.ts'
import { Act } from '#modules/staff/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Figure } from '#ui/Figure.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toast } from '#ui/toast.tsx'
import { appealLoan, cancelLoan, getFinancing, getLoan, type LoanView } from '../contract.ts'
import { LoanTag } from './LoanTag.tsx'
import { RepaySheet } from './RepaySheet.tsx'
import { useFresh } from './use-fresh.ts'

type Detail = OutputOf<typeof getLoan>

/** One loan: what it owes, what is still to come, what happened to it; or where its application stands. */
export function LoanPage({ id }: { id: string }) {
  const t = useT()
  const [repaying, setRepaying] = useState(false)
  const read = useRead(getLoan, { params: { id } })
  useFresh(getLoan)
  const open = read.data?.loan.state === 'open' ? read.data : null
  return (
    <Page
      nav={<NavigationBar title={t('loans.title')} />}
      onRefresh={async () => void (await read.refetch())}
      footer={
        open !== null && (
          <ActionBar>
            <Button onPress={() => setRepaying(true)}>{t('loans.repay.title')}</Button>
          </ActionBar>
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={10} />}>
        {(detail) => (
          <>
            <Head loan={detail.loan} />
            {detail.loan.state === 'pending' && <Waiting loan={detail.loan} />}
            {detail.loan.state === 'refused' && <Refused loan={detail.loan} />}
            {detail.schedule.length > 0 && <Schedule schedule={detail.schedule} />}
            {detail.statement.length > 0 && <Statement statement={detail.statement} />}
            <Form form={detail.form} />
            {detail.acts.map((act) => (
              <Act key={act.id} act={act} />
            ))}
            <Section flush>
              <MenuRow label={t('loans.log')} href={paths.accountLog({ account: 'loan' })} />
              {detail.loan.state !== 'pending' && (
                <MenuRow
                  label={t(detail.loan.status === 'failed' ? 'loans.applyAgain' : 'loans.another')}
                  href={paths.financing({ view: 'apply' })}
                />
              )}
            </Section>
          </>
        )}
      </Loaded>
      {repaying && open !== null && (
        <RepaySheet loan={open.loan} free={open.free} onClose={() => setRepaying(false)} />
      )}
    </Page>
  )
}

function Head({ loan }: { loan: LoanView }) {
  const t = useT()
  const f = useFormat()
  const lent = loan.lentAt !== null
  const repaid = loan.amount - loan.principal
  return (
    <Section first>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="text-1 text-grey-1">{loan.state === 'open' ? t('loans.owed') : t('loans.amount')}</p>
        <LoanTag state={loan.state} />
      </div>
      <Figure size={4} unit={t('ui.yen')}>
        {f.yen(loan.state === 'open' ? loan.owed : loan.amount)}
      </Figure>
      {lent && (
        <>
          <div className="mt-2 h-1 overflow-hidden rounded-round bg-sunk" aria-hidden>
            <div className="h-full bg-ok" style={{ width: `${Math.floor((repaid / loan.amount) * 100)}%` }} />
          </div>
          <p className="flex justify-between pt-1 text-1 text-grey-1">
            <span>{t('loans.repaidOf', { repaid: f.money(repaid) })}</span>
            <span>{f.money(loan.amount)}</span>
          </p>
        </>
      )}
      <div className="h-2" />
      <DefinitionList>
        <DefinitionRow label={t('loans.number')}>{String(loan.number)}</DefinitionRow>
        <DefinitionRow term="annualRate" label={t('loans.cost.rate')}>
          {f.percent(loan.rateBp, 1)}
        </DefinitionRow>
        {loan.state === 'open' && (
          <DefinitionRow term="principal" label={t('loans.principal')}>
            {f.money(loan.principal)}
          </DefinitionRow>
        )}
        {loan.state === 'open' && (
          <DefinitionRow label={t('loans.interest')}>{f.money(loan.interest)}</DefinitionRow>
        )}
        {lent && <DefinitionRow label={t('loans.paidInterest')}>{f.money(loan.paidInterest)}</DefinitionRow>}
        <DefinitionRow label={t('loans.appliedAt')}>{f.dateTime(loan.appliedAt)}</DefinitionRow>
        {lent && <DefinitionRow label={t('loans.lentAt')}>{f.dateTime(loan.lentAt)}</DefinitionRow>}
        {loan.state === 'repaid' && (
          <DefinitionRow label={t('loans.endedAt')}>{f.dateTime(loan.endedAt)}</DefinitionRow>
        )}
      </DefinitionList>
    </Section>
  )
}

const NEXT = ['review', 'paid', 'interest'] as const

/** The next steps, in order, and the way back. */
function Waiting({ loan: { id, amount } }: { loan: LoanView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(cancelLoan, { refreshes: [getLoan, getFinancing] })
  async function cancel() {
    const yes = await confirm({
      title: t('loans.cancel.title'),
      act: t('loans.cancel.ok'),
      body: (
        <DefinitionList>
          <DefinitionRow label={t('loans.amount')}>{f.money(amount)}</DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const answer = await write.run({ params: { id } })
    if (answer.ok) toast(t('loans.cancel.done'), { kind: 'ok' })
  }
  return (
    <Section>
      <SectionHead title={t('loans.next.title')} />
      <ol className="flex flex-col gap-2 pb-3">
        {NEXT.map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              className="grid size-6 shrink-0 place-items-center rounded-round bg-sunk text-1 font-strong"
              aria-hidden
            >
              {index + 1}
            </span>
            <span className="min-w-0 text-2">{t(`loans.next.${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className="flex">
        <Button kind="neutral" size="s" state={write.state} onPress={() => void cancel()}>
          {t('loans.cancel.ok')}
        </Button>
      </div>
    </Section>
  )
}

/** The reason, and both ways on: apply again, or appeal. */
function Refused({ loan: { id, reason, appeal } }: { loan: LoanView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(appealLoan, { refreshes: [getLoan, getFinancing] })
  async function send(text: string) {
    const answer = await write.run({ params: { id }, input: { text } })
    if (answer.ok) toast(t('loans.appeal.filed'), { kind: 'ok' })
    return answer.ok
  }
  return (
    <>
      <Section label={t('loans.refused.title')}>
        <SectionHead title={t('loans.refused.title')} />
        <p className="text-2 font-strong text-danger">
          {t('loans.refused.reason', { reason: (reason ?? '').replaceAll('-', '_') })}
        </p>
        <p className="pt-1 pb-3 text-1 text-grey-1">{t('loans.refused.note')}</p>
        <div className="flex">
          <Button size="s" href={paths.financing({ view: 'apply' })}>
            {t('loans.applyAgain')}
          </Button>
        </div>
      </Section>
      <Section label={t('loans.appeal.title')}>
        {appeal === null ? (
          <>
            <SectionHead title={t('loans.appeal.title')} />
            <AppealText about={id} note={t('loans.appeal.note')} state={write.state} onSend={send} />
          </>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2 pb-1">
              <h2 className="text-3 font-strong">{t('loans.appeal.title')}</h2>
              <Tag tone={appeal.state === 'open' ? 'warn' : 'grey'}>
                {t(`loans.appeal.state.${appeal.state}`)}
              </Tag>
            </div>
            <DefinitionList>
              <DefinitionRow label={t('loans.appeal.filedAt')}>{f.dateTime(appeal.filedAt)}</DefinitionRow>
              {appeal.state === 'open' && (
                <DefinitionRow label={t('loans.appeal.answerBy')}>
                  {f.dateTime(lastMinute(appeal.answerBy))}
                </DefinitionRow>
              )}
            </DefinitionList>
          </>
        )}
      </Section>
    </>
  )
}

const SHOWN = 3

/** The charges on the first days of the coming months, if nothing is repaid. */
function Schedule({ schedule }: { schedule: Detail['schedule'] }) {
  const t = useT()
  const f = useFormat()
  const [all, setAll] = useState(false)
  return (
    <Section>
      <SectionHead
        title={t('loans.schedule.title')}
        {...(all ? {} : { more: { label: t('loans.schedule.more'), onPress: () => setAll(true) } })}
      />
      <DefinitionList label={t('loans.schedule.title')}>
        {(all ? schedule : schedule.slice(0, SHOWN)).map(({ day, days, interest }) => (
          <DefinitionRow key={day} label={`${f.date(day)}　${t('loans.schedule.days', { days })}`}>
            {f.money(interest)}
          </DefinitionRow>
        ))}
      </DefinitionList>
      <p className="pt-1 text-1 text-grey-1">{t('loans.schedule.note')}</p>
    </Section>
  )
}

function Statement({ statement }: { statement: Detail['statement'] }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('loans.statement.title')} />
      <DefinitionList label={t('loans.statement.title')}>
        {statement.map(({ id, kind, day, amount, principal }) => (
          <DefinitionRow
            key={id}
            label={`${f.date(day)}　${t(`loans.statement.${kind}`)}`}
            note={
              kind === 'interest' ? undefined : t('loans.statement.left', { principal: f.money(principal) })
            }
          >
            {kind === 'lent' ? f.signedMoney(amount) : f.signedMoney(0 - amount)}
          </DefinitionRow>
        ))}
      </DefinitionList>
    </Section>
  )
}

function Form({ form }: { form: Detail['form'] }) {
  const t = useT()
  return (
    <Section>
      <SectionHead title={t('loans.form.title')} />
      <DefinitionList>
        {(['name', 'idNumber', 'address', 'contact', 'email'] as const).map((field) => (
          <DefinitionRow key={field} label={t(`loans.form.${field}`)}>
            <span className="break-all">{form[field]}</span>
          </DefinitionRow>
        ))}
      </DefinitionList>
    </Section>
  )
}
