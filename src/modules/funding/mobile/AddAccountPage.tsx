import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import type { ScreenProps } from '#client/screens.ts'
import { navigate } from '#client/navigation.ts'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { useUpload } from '#client/upload.ts'
import { useWrite } from '#client/use-write.ts'
import { addBankAccount, listBankAccounts } from '#modules/funding/contract.ts'
import { ACCOUNT_TYPES } from '#modules/funding/model/bank-account.ts'
import { yuchoAccount } from '#modules/funding/model/yucho.ts'
import { useStepUp, StepUpFields } from '#modules/identity/mobile/public.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Field, FieldError, focusFirstError } from '#ui/Field.tsx'
import { CodeField } from '#ui/NumberField.tsx'
import { ImagePick } from '#ui/ImagePick.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { health } from '#wire/system.ts'
import { emptyForm, isYucho, readForm, type AccountForm, type FormProblem } from './account-form.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { BankSheet, BranchSheet } from './PlaceSheet.tsx'
import { samplePassbook } from './sample-passbook.ts'

type FieldsProps = {
  form: AccountForm
  change: (part: Partial<AccountForm>) => void
  wordOf: (problem: FormProblem | undefined) => string | undefined
  problems: ReturnType<typeof readForm>['problems']
}

/** Symbol and number of a post-office book, and what transfers make of them. */
function YuchoFields({ form, change, wordOf, problems }: FieldsProps) {
  const t = useT()
  const book = yuchoAccount(form.symbol, form.bookNumber)
  return (
    <>
      <p className="py-1 text-1 text-grey-1">{t('funding.account.yuchoNote')}</p>
      <div className="grid grid-cols-2 gap-3">
        <CodeField
          hyphens={false}
          label={t('funding.account.symbol')}
          rule={t('funding.account.symbolRule')}
          value={form.symbol}
          onChange={(symbol) => change({ symbol })}
          error={problems.number && ' '}
        />
        <CodeField
          hyphens={false}
          label={t('funding.account.bookNumber')}
          rule={t('funding.account.bookNumberRule')}
          value={form.bookNumber}
          onChange={(bookNumber) => change({ bookNumber })}
          error={problems.number && ' '}
        />
      </div>
      <FieldError id="yucho-error" error={wordOf(problems.number)} />
      {book.ok && (
        <p className="py-1 text-2">
          {t('funding.account.yuchoFound', { branch: book.value.branchCode, number: book.value.number })}
        </p>
      )}
    </>
  )
}

function PlaceFields({ form, change, wordOf, problems }: FieldsProps) {
  const t = useT()
  const [open, setOpen] = useState<'bank' | 'branch' | null>(null)
  const bank = form.bank
  return (
    <>
      <ChoiceField
        open={open === 'bank'}
        label={t('funding.account.bank')}
        value={bank && `${bank.name}（${bank.code}）`}
        empty={t('funding.account.chooseBank')}
        error={wordOf(problems.bank)}
        onOpen={() => setOpen('bank')}
      />
      {isYucho(form) ? (
        <YuchoFields form={form} change={change} wordOf={wordOf} problems={problems} />
      ) : (
        <>
          <ChoiceField
            open={open === 'branch'}
            label={t('funding.account.branch')}
            value={form.branch && `${form.branch.name}（${form.branch.code}）`}
            empty={t('funding.account.chooseBranch')}
            error={wordOf(problems.branch)}
            onOpen={() => setOpen(bank === null ? 'bank' : 'branch')}
          />
          <p className="pt-1.5 pb-1 text-2 font-strong">{t('funding.account.type')}</p>
          <Segment
            label={t('funding.account.type')}
            value={form.type}
            onChange={(type) => change({ type })}
            options={ACCOUNT_TYPES.map((value) => ({ value, label: t(`funding.type.${value}`) }))}
          />
          <CodeField
            hyphens={false}
            label={t('funding.account.number')}
            rule={t('funding.account.numberRule')}
            value={form.number}
            onChange={(number) => change({ number })}
            error={wordOf(problems.number)}
          />
        </>
      )}
      {open === 'bank' && (
        <BankSheet
          onClose={() => setOpen(null)}
          onPick={(place) => {
            change({ bank: place, branch: null })
            setOpen(null)
          }}
        />
      )}
      {open === 'branch' && bank !== null && (
        <BranchSheet
          bank={bank.code}
          onClose={() => setOpen(null)}
          onPick={(place) => {
            change({ branch: place })
            setOpen(null)
          }}
        />
      )}
    </>
  )
}

/** The picture of the book or card; in the demo setting a sample is offered instead. */
function PassbookPick({
  form,
  change,
  error,
}: Pick<FieldsProps, 'form' | 'change'> & { error: string | undefined }) {
  const t = useT()
  const context = useRead(health, {}, { quiet: true, staleTime: 60_000 })
  const upload = useUpload('passbook', (data) => change({ imageId: (data as { id: string }).id }))
  async function sendSample() {
    const lines = [
      `${form.bank?.name ?? ''} ${form.branch?.name ?? ''}`,
      form.holder,
      form.number || form.bookNumber,
    ]
    const blob = await samplePassbook(t('funding.account.sampleText'), lines)
    if (blob !== null) await upload.send(blob)
  }
  return (
    <>
      {context.data?.demo && <p className="pb-2 text-1 text-warn">{t('funding.account.demoImage')}</p>}
      <div className="flex">
        <ImagePick label={t('funding.account.image')} upload={upload} />
      </div>
      <FieldError
        id="passbook-error"
        error={upload.error === null && form.imageId === null ? error : undefined}
      />
      {context.data?.demo && (
        <div className="flex pt-2">
          <Button
            kind="neutral"
            size="s"
            state={upload.progress === null ? 'idle' : 'pending'}
            onPress={() => void sendSample()}
          >
            {t('funding.account.sample')}
          </Button>
        </div>
      )}
    </>
  )
}

function AccountFormPage({ holder }: { holder: string }) {
  const t = useT()
  const element = useRef<HTMLDivElement>(null)
  const [form, setForm] = useDraft('account', () => emptyForm(holder))
  const [tried, setTried] = useState(false)
  const stepUp = useStepUp('bank-account.add')
  const write = useWrite(addBankAccount, { refreshes: [listBankAccounts] })
  const change = (part: Partial<AccountForm>) => setForm((now) => ({ ...now, ...part }))
  const { problems: found, input } = readForm(form)
  const problems = tried ? found : {}
  const wordOf = (problem: FormProblem | undefined) =>
    problem === undefined
      ? undefined
      : problem === 'YUCHO'
        ? t('funding.account.yuchoWrong')
        : t(`funding.rejection.${problem}`)

  async function submit() {
    setTried(true)
    if (input === null) return focusFirstError(element.current)
    const yes = await confirm({
      title: t('funding.account.confirmTitle'),
      body: (
        <DefinitionList>
          <DefinitionRow label={t('funding.account.bank')}>
            {form.bank!.name} {form.branch?.name ?? input.branchCode}
          </DefinitionRow>
          <DefinitionRow label={t('funding.account.number')}>
            {t(`funding.type.${input.type}`)} {input.number.padStart(7, '0')}
          </DefinitionRow>
          <DefinitionRow label={t('funding.account.holder')}>{input.holder}</DefinitionRow>
        </DefinitionList>
      ),
    })
    if (!yes) return
    const proof = await stepUp.prove(input)
    if (proof === null) return
    const answer = await write.run({ input: { ...input, ...proof } })
    if (!answer.ok) return stepUp.heard(answer.error)
    toast(t('funding.accounts.added'), { kind: 'ok' })
    navigate.back()
  }

  return (
    <Page
      nav={<NavigationBar title={t('funding.account.title')} />}
      footer={
        <ActionBar>
          <Button state={write.state} onPress={() => void submit()}>
            {t('funding.account.submit')}
          </Button>
        </ActionBar>
      }
    >
      <div ref={element}>
        <Section>
          <Field
            label={t('funding.account.holder')}
            rule={t('funding.account.holderRule')}
            value={form.holder}
            onChange={(next) => change({ holder: next })}
            error={wordOf(problems.holder)}
            autoComplete="off"
          />
          <PlaceFields form={form} change={change} wordOf={wordOf} problems={problems} />
        </Section>
        <Section>
          <PassbookPick form={form} change={change} error={wordOf(problems.image)} />
        </Section>
        <Section>
          <StepUpFields stepUp={stepUp} />
        </Section>
      </div>
    </Page>
  )
}

/** A new account, in the verified name. */
export default function AddAccountPage(_: ScreenProps<'bankAccountAdd'>) {
  const t = useT()
  const read = useRead(listBankAccounts, {})
  if (read.data?.holder) return <AccountFormPage holder={read.data.holder} />
  return (
    <Page nav={<NavigationBar title={t('funding.account.title')} />}>
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {() => (
          <Empty
            title={t('funding.accounts.unverified')}
            note={t('funding.accounts.unverifiedNote')}
            action={{ label: t('funding.accounts.verify'), href: paths.realName() }}
          />
        )}
      </Loaded>
    </Page>
  )
}
