import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { dateJst } from '#kernel/time.ts'
import { wallNow } from '#client/clock.ts'
import { useDraft } from '#client/drafts.ts'
import { useLayer } from '#client/navigation.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { ICON } from '#ui/icon.ts'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { Steps } from '#ui/Steps.tsx'
import { toast } from '#ui/toast.tsx'
import { getIdentity, submitIdentity, type IdentityView } from '../contract.ts'
import { FACT_REJECTIONS, normalizeFacts, type IdentityFacts } from '../model/facts.ts'
import type { Method } from '../model/methods.ts'
import { isAboutDetails, SIDES } from '../model/verification.ts'
import { ChipStep } from './ChipStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DocumentStep } from './DocumentStep.tsx'
import { NO_FACTS, SAMPLE_FACTS, typedProblem } from './fact-form.ts'
import { FactFields } from './FactFields.tsx'
import { IdentityActs } from './IdentityActs.tsx'
import { fieldOf, firstForm, firstStep, missingSides, ofChip, problemOf } from './identity-form.ts'
import { NameStep } from './NameStep.tsx'
import { Promises } from './Promises.tsx'
import { useSideLabel } from './sides.ts'
import { SimulatedNotice } from './SimulatedNotice.tsx'

const NAME = 0
const FACTS = 1
const DOCUMENT = 2
const CONFIRM = 3

/** Name, facts of the person, pictures, confirmation; after a rejection it begins at what was rejected. */
export function IdentityWizard({ identity }: { identity: IdentityView }) {
  const t = useT()
  const [step, setStep] = useState(() => firstStep(identity))
  const { chip, methods } = identity
  const [method, setMethod] = useState<Method>(
    chip !== null || !methods.includes('picture') ? 'chip' : 'picture',
  )
  const isChip = method === 'chip'
  const [typed, setForm, drop] = useDraft('details', () => firstForm(identity))
  const [typedFacts, setFacts, dropFacts] = useDraft('facts', () => identity.facts ?? NO_FACTS)
  const form = isChip ? ofChip(typed, chip) : typed
  const facts =
    isChip && chip !== null ? { ...typedFacts, birthDate: chip.birthDate, address: chip.address } : typedFacts
  const factsPage = useRef<HTMLDivElement>(null)
  const [tried, setTried] = useState(false)
  const [agreed, setAgreed] = useState(identity.consents.length === 0)
  useLayer(step > NAME, () => setStep(step - 1))
  const write = useWrite(submitIdentity, { refreshes: [getIdentity], quiet: true })
  const problem = problemOf(form, identity)
  const factProblem = typedProblem(facts, dateJst(wallNow()))
  const missing = missingSides(identity, isChip)
  const isUnread = isChip && chip === null

  function next() {
    setTried(true)
    if (step === NAME && (isUnread || problem !== null)) return
    if (step === FACTS && factProblem !== null) return focusFirstError(factsPage.current)
    if (step === DOCUMENT && missing.length > 0) return
    setTried(false)
    setStep(step + 1)
  }
  async function submit() {
    setTried(true)
    if (!agreed) return
    const answer = await write.run({
      input: { ...form, ...(facts as IdentityFacts), consents: identity.consents },
    })
    if (answer.ok) {
      drop()
      dropFacts()
      return toast(t('members.identity.sent'), { kind: 'ok' })
    }
    toast(answer.error.msg, { kind: 'fail' })
    if (fieldOf(answer.error.rejection) !== null) setStep(NAME)
    else if (FACT_REJECTIONS.some((each) => each === answer.error.rejection)) setStep(FACTS)
  }

  const titles = [
    t('members.identity.step.name'),
    t('members.identity.step.facts'),
    t('members.identity.step.document'),
    t('members.identity.step.confirm'),
  ]
  const words = useSubmitWords(identity)
  return (
    <Page
      nav={<NavigationBar title={t('members.identity.title')} />}
      footer={
        <ActionBar>
          {step > NAME && (
            <Button kind="neutral" onPress={() => setStep(step - 1)}>
              {t('members.identity.previous')}
            </Button>
          )}
          {step < CONFIRM ? (
            <Button disabled={step === DOCUMENT && missing.length > 0} onPress={next}>
              {t('members.identity.next')}
            </Button>
          ) : (
            <Button state={write.state} onPress={() => void submit()}>
              {words}
            </Button>
          )}
        </ActionBar>
      }
    >
      <Section>
        <Steps label={t('members.identity.steps')} steps={titles} current={step} />
      </Section>
      {identity.status === 'rejected' ? (
        <Rejected identity={identity} />
      ) : (
        <SimulatedNotice samples={identity.samples} />
      )}
      {step === NAME && methods.length > 1 && (
        <Section>
          <Segment
            label={t('members.identity.method')}
            value={method}
            onChange={setMethod}
            options={methods.map((value) => ({ value, label: t(`members.identity.method.${value}`) }))}
          />
        </Section>
      )}
      {step === NAME && isChip && (
        <ChipStep
          chip={chip}
          kana={form.kana}
          onKana={(kana) => setForm({ ...typed, kana })}
          problem={tried ? problem : null}
          tried={tried}
        />
      )}
      {step === NAME && !isChip && (
        <NameStep
          form={form}
          onChange={setForm}
          onSample={(sample) => {
            setForm(sample)
            setFacts(SAMPLE_FACTS)
          }}
          problem={tried ? problem : null}
          samples={identity.samples}
        />
      )}
      {step === FACTS && (
        <div ref={factsPage}>
          <Section>
            <p className="pb-1 text-2 text-grey-1">{t('members.facts.lead')}</p>
            <FactFields
              facts={facts}
              onChange={setFacts}
              problem={tried ? factProblem : null}
              fixed={isChip ? 'chip' : null}
            />
          </Section>
        </div>
      )}
      {step === DOCUMENT && (
        <DocumentStep
          identity={identity}
          type={form.documentType}
          isChip={isChip}
          onType={(documentType) => setForm({ ...form, documentType })}
        />
      )}
      {step === CONFIRM && (
        <ConfirmStep
          identity={identity}
          form={form}
          facts={normalizeFacts(facts as IdentityFacts)}
          agreed={agreed}
          onAgree={setAgreed}
          error={tried && !agreed ? t('members.identity.agreeFirst') : null}
        />
      )}
      {identity.status === 'rejected' && <IdentityActs identity={identity} />}
      <Promises />
    </Page>
  )
}

/** The button says what it sends. */
function useSubmitWords(identity: IdentityView): string {
  const t = useT()
  const rejected = SIDES.filter((side) => identity[side].status === 'rejected')
  if (rejected.length !== 1) return t('members.identity.submit')
  return t(rejected[0] === 'front' ? 'members.identity.submitFront' : 'members.identity.submitBack')
}

/** The sides to send again and why, those that may stay, and the one who decided. */
function Rejected({ identity }: { identity: IdentityView }) {
  const t = useT()
  const f = useFormat()
  const label = useSideLabel(identity.documentType, identity.chip !== null)
  const rejected = SIDES.filter((side) => identity[side].status === 'rejected')
  const reasons = [
    ...new Set(rejected.map((side) => identity[side].reason).filter((reason) => reason !== null)),
  ]
  const kept = SIDES.find((side) => identity[side].status === 'accepted')
  const details = reasons.some(isAboutDetails)
  const title = details ? 'details' : rejected.length === 2 ? 'both' : rejected[0]!
  const last = identity.acts.findLast(({ power }) => power === 'identity.reject')
  return (
    <Section>
      <div role="alert" className="-mx-4 -my-3 flex gap-3 bg-danger-wash px-gutter py-3">
        <IconAlertTriangle {...ICON} className="size-6 shrink-0 text-danger" />
        <div className="min-w-0">
          <h2 className="text-2 font-strong">{t(`members.identity.rejected.${title}`)}</h2>
          {rejected.map(
            (side) =>
              identity[side].reason !== null && (
                <p key={side} className="text-2">
                  {rejected.length === 2 && `${label(side)}: `}
                  {t(`members.reason.${identity[side].reason}`)}
                </p>
              ),
          )}
          {kept && !details && (
            <p className="text-2">{t('members.identity.rejected.keep', { side: kept })}</p>
          )}
          {last && (
            <p className="pt-1 text-1 text-grey-1">
              {t('members.identity.by', {
                who: t(last.demoDesk ? 'members.identity.desk' : 'members.identity.reviewer'),
                at: f.dateTime(last.at),
              })}
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}
