import { proofFailures, commitments, type ProofFailure } from '#client/commitments.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { iso } from '#kernel/time.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { storedCommitments } from './stored-commitments.ts'
import { Step } from './Step.tsx'

/** The promises of the server in its answers, and whether this device has seen them kept. */
export function Commitments() {
  const t = useT()
  const f = useFormat()
  const { userId } = useSession()
  const waiting = commitments.useEntries().filter((commitment) => commitment.userId === userId)
  const kept = storedCommitments.useEntries()
  const [last] = kept
  return (
    <Section>
      <SectionHead title={t('trust.promises.title')} />
      <p className="pb-1 text-1 text-grey-1">{t('trust.promises.lead')}</p>
      <ul>
        {last !== undefined && (
          <Step state="right" title={t('trust.promises.kept', { count: kept.length })}>
            {t('trust.promises.last', { seq: last.seq, at: f.dateTime(iso(last.at)) })}
          </Step>
        )}
        {waiting.length > 0 && (
          <Step state="uncheckable" title={t('trust.promises.waiting', { count: waiting.length })}>
            {t('trust.promises.waitingNote')}
          </Step>
        )}
        {last === undefined && waiting.length === 0 && (
          <Step state="uncheckable" title={t('trust.promises.none')}>
            {t('trust.promises.noneNote')}
          </Step>
        )}
      </ul>
    </Section>
  )
}

/** Failures that this device found, with what proves them to others; it stays until the member removes it. */
export function ProofFailures({ found }: { found: readonly ProofFailure[] }) {
  const t = useT()
  const f = useFormat()
  const remove = async (proofFailure: ProofFailure) => {
    if (await confirm({ title: t('trust.breach.remove'), body: t('trust.breach.removeNote'), danger: true }))
      proofFailures.remove(proofFailure)
  }
  return (
    <Section>
      <SectionHead title={t('trust.breach.title')} />
      <p className="pb-1 text-1 text-grey-1">{t('trust.breach.note')}</p>
      <ul>
        {found.map((proofFailure) => (
          <Step
            key={`${proofFailure.kind} ${proofFailure.promise}`}
            state="wrong"
            title={t(`trust.breach.${proofFailure.kind}`)}
          >
            <span className="block">{f.dateTime(iso(proofFailure.at))}</span>
            {proofFailure.promise !== null && (
              <span className="block break-all font-code">{proofFailure.promise}</span>
            )}
            <span className="flex pt-2">
              <Button kind="neutral" size="s" onPress={() => void remove(proofFailure)}>
                {t('trust.breach.remove')}
              </Button>
            </span>
          </Step>
        ))}
      </ul>
    </Section>
  )
}
