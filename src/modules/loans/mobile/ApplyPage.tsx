import type { Yen } from '#kernel/money.ts'
import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { navigate, useLayer } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { AmountField } from '#modules/funding/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Field, focusFirstError } from '#ui/Field.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Steps } from '#ui/Steps.tsx'
import { toast } from '#ui/toast.tsx'
import { applyForLoan, getFinancing } from '../contract.ts'
import { FIELD_MAX, type LoanForm } from '../model/application.ts'
import { rateOf } from '../model/terms.ts'
import { CostSection } from './CostSection.tsx'
import { fieldOf, isFieldRejection, problemOf, type FieldRejection, type FormField } from './form.ts'
import { MeansSection } from './MeansSection.tsx'
import { Risks } from './Risks.tsx'

type Financing = OutputOf<typeof getFinancing>
const STEPS = ['amount', 'details', 'confirm'] as const
const AMOUNT = 0
const DETAILS = 1
const CONFIRM = 2

/** Amount with its arithmetic, who applies, everything once more. */
export function ApplyPage() {
  const t = useT()
  const read = useRead(getFinancing, {})
  if (read.data !== undefined && read.data.obstacle === null) return <Wizard page={read.data} />
  return (
    <Page nav={<NavigationBar title={t('loans.apply.title')} />}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {({ means, least }) => (
          <>
            <Empty
              title={t('loans.apply.closed')}
              note={t('loans.apply.closedNote')}
              action={{ label: t('loans.apply.back'), href: paths.financing() }}
            />
            <MeansSection means={means} least={least} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Wizard({ page }: { page: Financing }) {
  const t = useT()
  const f = useFormat()
  const element = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState(AMOUNT)
  useLayer(step > AMOUNT, () => setStep(step - 1))
  const [amount, setAmount, dropAmount] = useDraft<number | null>('amount', () => null)
  const [form, setForm, dropForm] = useDraft<LoanForm>('details', () => page.prefill)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<FieldRejection | null>(null)
  const write = useWrite(applyForLoan, { refreshes: [getFinancing], quiet: true })
  const most = Math.min(page.means.room, page.most)
  const amountProblem =
    amount === null
      ? t('loans.apply.amountRequired')
      : amount < page.least
        ? t('loans.rejection.LOAN_MINIMUM', { minimum: page.least })
        : amount > page.most
          ? t('loans.rejection.LOAN_MAXIMUM', { maximum: page.most })
          : amount > most
            ? t('loans.rejection.LOAN_UNAFFORDABLE', { most })
            : undefined
  const problem = problemOf(form) ?? refused

  function next() {
    setTried(true)
    if (step === AMOUNT ? amountProblem !== undefined : problem !== null)
      return focusFirstError(element.current)
    setTried(false)
    setStep(step + 1)
  }
  async function submit() {
    const answer = await write.run({ input: { ...form, amount: amount! } })
    if (answer.ok) {
      dropAmount()
      dropForm()
      toast(t('loans.apply.sent'), { kind: 'ok' })
      return navigate.redirect(paths.financing({ id: answer.data.id }))
    }
    const { rejection, msg } = answer.error
    if (!isFieldRejection(rejection)) return toast(msg, { kind: 'fail' })
    setRefused(rejection)
    setTried(true)
    setStep(DETAILS)
  }
  return (
    <Page
      nav={<NavigationBar title={t('loans.apply.title')} />}
      footer={
        <ActionBar>
          {step > AMOUNT && (
            <div className="flex w-24 shrink-0">
              <Button kind="neutral" onPress={() => setStep(step - 1)}>
                {t('loans.apply.previous')}
              </Button>
            </div>
          )}
          {step < CONFIRM ? (
            <Button onPress={next}>{t('loans.apply.next')}</Button>
          ) : (
            <Button state={write.state} onPress={() => void submit()}>
              {t('loans.apply.submit', { amount: f.money(amount) })}
            </Button>
          )}
        </ActionBar>
      }
    >
      <div ref={element}>
        <Section first>
          <Steps
            label={t('loans.apply.steps')}
            steps={STEPS.map((each) => t(`loans.apply.step.${each}`))}
            current={step}
          />
        </Section>
        {step === AMOUNT && (
          <>
            <Section>
              <AmountField
                big
                label={t('loans.apply.amount')}
                rule={t('loans.apply.amountRule', { least: f.large(page.least), most: f.large(page.most) })}
                value={amount}
                onChange={setAmount}
                problem={amountProblem}
                tried={tried}
              />
              <Chips grow label={t('loans.apply.amount')}>
                {[page.least, 1_000_000, 5_000_000]
                  .filter((yen) => yen < most)
                  .map((yen) => (
                    <Chip key={yen} tall selected={amount === yen} onPress={() => setAmount(yen)}>
                      {f.large(yen)}
                    </Chip>
                  ))}
                <Chip tall selected={amount === most} onPress={() => setAmount(most)}>
                  {t('loans.apply.all')}
                </Chip>
              </Chips>
            </Section>
            {amount !== null && amountProblem === undefined && <CostSection yen={amount} />}
            <MeansSection means={page.means} least={page.least} />
            <Risks />
          </>
        )}
        {step === DETAILS && (
          <Details
            form={form}
            problem={tried ? problem : null}
            onChange={(changed) => {
              setForm(changed)
              setRefused(null)
            }}
          />
        )}
        {step === CONFIRM && <Confirm form={form} amount={amount!} />}
      </div>
    </Page>
  )
}

function Details({
  form,
  problem,
  onChange,
}: {
  form: LoanForm
  problem: FieldRejection | null
  onChange: (form: LoanForm) => void
}) {
  const t = useT()
  const at = (field: FormField) => ({
    value: form[field],
    maxLength: FIELD_MAX[field],
    onChange: (value: string) => onChange({ ...form, [field]: value }),
    error: problem !== null && fieldOf(problem) === field ? t(`loans.rejection.${problem}`) : null,
  })
  return (
    <Section>
      <Field
        label={t('loans.form.name')}
        rule={t('loans.form.nameRule')}
        autoComplete="name"
        {...at('name')}
      />
      <Field
        plain
        label={t('loans.form.idNumber')}
        rule={t('loans.form.idRule')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...at('idNumber')}
      />
      <Field label={t('loans.form.address')} autoComplete="street-address" {...at('address')} />
      <Field
        plain
        label={t('loans.form.contact')}
        rule={t('loans.form.contactRule')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...at('contact')}
      />
      <Field
        plain
        label={t('loans.form.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...at('email')}
      />
      <p className="pt-2 text-1 text-grey-1">{t('loans.form.note')}</p>
    </Section>
  )
}

function Confirm({ form, amount }: { form: LoanForm; amount: Yen }) {
  const t = useT()
  const f = useFormat()
  return (
    <>
      <Section>
        <SectionHead title={t('loans.apply.check')} />
        <DefinitionList>
          <DefinitionRow label={t('loans.apply.amount')} strong>
            {f.money(amount)}
          </DefinitionRow>
          <DefinitionRow term="annualRate" label={t('loans.cost.rate')} strong>
            {f.percent(rateOf(amount) / 100, 1)}
          </DefinitionRow>
          {(['name', 'idNumber', 'address', 'contact', 'email'] as const).map((field) => (
            <DefinitionRow key={field} label={t(`loans.form.${field}`)}>
              <span className="break-all">{form[field]}</span>
            </DefinitionRow>
          ))}
        </DefinitionList>
        <p className="pt-2 text-1 text-grey-1">{t('loans.apply.whatNext')}</p>
      </Section>
      <CostSection yen={amount} />
      <Risks />
    </>
  )
}
